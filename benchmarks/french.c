/* French two-dice Ludo by hand: the yardstick for the compiled kernel.
 *
 * Plays whole games of uniform random actions of default french_ludo_v0 (four players) on the
 * library's random stream, with the same draws in the same order: from the same seed it plays the
 * very same games. Nothing in here is shared with the library.
 *
 * A pawn's place is its progress: -2 prison, -1 house, 0..50 ring, 51..55 lane, 56 centre.
 */

#include "stream.h"

#include <stdint.h>
#include <string.h>

enum { PLAYERS = 4, PAWNS = 4, RING = 52, GATE = 50, CENTRE = 56, HOUSE = -1, PRISON = -2 };
enum { FACES = 6, MOST_SIXES = 10, FAR = 127 };
enum { SPECIAL = PAWNS, MOST_PLAYS = PAWNS * 4 * (MOST_SIXES + 1) + 1 };

struct bag {
    int sixes, high, low; /* high and low show 1..5; 0: not there */
};

/* Some dice of the bag for one pawn, or the special exit. */
struct play {
    int8_t pawn, target;
    uint8_t sixes, high, low, size; /* which dice, and how many */
};

struct game {
    int8_t place[PLAYERS][PAWNS];
    uint32_t crowd[RING]; /* the pawns on each square: a byte for each colour */
    uint8_t centred[PLAYERS];
    /* Of the turn: */
    struct bag bag;
    uint8_t locked[PAWNS];
    int played;
};

static const uint8_t SAFE[RING] = { [8] = 1, [21] = 1, [34] = 1, [47] = 1 };
static const uint32_t SEVERAL = 0xFEFEFEFEu; /* the bits set where a colour has two or more */

static int least(int one, int other)
{
    return one < other ? one : other;
}

static int square(int colour, int progress)
{
    int cell = colour * (RING / PLAYERS) + progress;
    return cell < RING ? cell : cell - RING;
}

static uint32_t one_of(int colour)
{
    return 1u << (8 * colour);
}

static int count_on(const struct game *game, int colour, int cell)
{
    return (uint8_t)(game->crowd[cell] >> (8 * colour));
}

static uint32_t enemies_on(const struct game *game, int colour, int cell)
{
    return game->crowd[cell] & ~(0xFFu << (8 * colour));
}

static int dice_in(const struct bag *bag)
{
    return bag->sixes + (bag->high > 0) + (bag->low > 0);
}

/* Every play of a pawn with the dice of a bag, in the order of the action numbers. */
static int list_plays(const struct game *game, int colour, int pawn, struct bag bag,
                      struct play *plays)
{
    int here = game->place[colour][pawn];
    if (here == CENTRE || game->locked[pawn])
        return 0;
    if (here < 0 && bag.sixes == 0)
        return 0;
    if (here == PRISON) {
        plays[0] = (struct play){ .pawn = (int8_t)pawn, .target = HOUSE, .sixes = 1, .size = 1 };
        return 1;
    }
    int leaving = here == HOUSE; /* the first six goes on that */
    if (leaving) {
        if (enemies_on(game, colour, square(colour, 0)) & SEVERAL)
            return 0;
        here = -FACES;
    }

    /* Look ahead once: how far the way is free, and where a sweep would stop. */
    int most = least(bag.sixes, MOST_SIXES);
    int last = least(here + FACES * most + bag.high + bag.low, GATE);
    int end = CENTRE, prey = FAR;
    for (int step = leaving ? 1 : here + 1; step <= last; step++) {
        int cell = square(colour, step);
        uint32_t enemies = enemies_on(game, colour, cell);
        if (enemies & SEVERAL) {
            end = step - 1;
            break;
        }
        if (enemies && prey == FAR && !SAFE[cell])
            prey = step;
    }

    int count = 0;
    for (int sixes = leaving; sixes <= most; sixes++) {
        for (int high = 0; high <= (bag.high > 0); high++) {
            for (int low = 0; low <= (bag.low > 0); low++) {
                int size = sixes + high + low;
                if (size == 0 || (low && !high && bag.low == bag.high))
                    continue;
                int target = here + FACES * sixes + high * bag.high + low * bag.low;
                if (size > 1)
                    target = least(target, prey);
                if (target <= end)
                    plays[count++] = (struct play){
                        (int8_t)pawn,  (int8_t)target, (uint8_t)sixes,
                        (uint8_t)high, (uint8_t)low,   (uint8_t)size,
                    };
            }
        }
    }
    return count;
}

/* Who blocks a colour's entry with two or more pawns, or -1. */
static int blocker_of(const struct game *game, int colour)
{
    int entry = square(colour, 0);
    if (enemies_on(game, colour, entry) & SEVERAL)
        for (int other = 0; other < PLAYERS; other++)
            if (other != colour && count_on(game, other, entry) >= 2)
                return other;
    return -1;
}

static int count_at(const struct game *game, int colour, int place)
{
    int count = 0;
    for (int pawn = 0; pawn < PAWNS; pawn++)
        count += game->place[colour][pawn] == place;
    return count;
}

static int special_exit_is_legal(const struct game *game, int colour)
{
    int blocker = blocker_of(game, colour);
    if (blocker < 0)
        return 0;
    int needed = count_on(game, blocker, square(colour, 0));
    int house = count_at(game, colour, HOUSE);
    return game->bag.sixes >= needed && house >= 1
        && house + count_at(game, colour, PRISON) >= needed;
}

/* Forced unblocking: a pile right before the last pawn of a player must be moved first. */
static int keep_unblocking(const struct game *game, int colour, struct play *plays, int count)
{
    uint8_t in_pile[PAWNS + 1] = { 0 };
    int piles = 0;
    for (int victim = 0; victim < PLAYERS; victim++) {
        if (victim == colour || game->centred[victim] != PAWNS - 1)
            continue;
        for (int last = 0; last < PAWNS; last++) {
            int place = game->place[victim][last];
            if (place < 0 || place >= GATE)
                continue;
            int cell = square(victim, place + 1);
            if (count_on(game, colour, cell) < 2)
                continue;
            piles++;
            for (int pawn = 0; pawn < PAWNS; pawn++) {
                int mine = game->place[colour][pawn];
                if (mine >= 0 && mine <= GATE && square(colour, mine) == cell)
                    in_pile[pawn] = 1;
            }
        }
    }
    if (piles == 0)
        return count;
    int kept = 0;
    for (int at = 0; at < count; at++)
        if (in_pile[plays[at].pawn])
            plays[kept++] = plays[at];
    return kept > 0 ? kept : count;
}

/* Single pawn in play: it must move with the most dice, unless another can come into play. */
static int keep_combined_moves(const struct game *game, int colour, struct play *plays, int count)
{
    const int8_t *places = game->place[colour];
    int in_play = 0, most = 0;
    for (int pawn = 0; pawn < PAWNS; pawn++)
        in_play += places[pawn] >= 0 && places[pawn] < CENTRE;
    if (in_play != 1)
        return count;
    for (int at = 0; at < count; at++) {
        if (plays[at].pawn == SPECIAL || places[plays[at].pawn] < 0)
            return count;
        if (plays[at].size > most)
            most = plays[at].size;
    }
    int kept = 0;
    for (int at = 0; at < count; at++)
        if (plays[at].size == most)
            plays[kept++] = plays[at];
    return kept;
}

/* Automatic combined exit: whoever comes out takes along what no other pawn can use. */
static int keep_combined_exits(const struct game *game, int colour, struct play *plays, int count)
{
    int most[PAWNS] = { 0 }; /* dice in an exit of each pawn */
    int exits = 0;
    for (int at = 0; at < count; at++) {
        int pawn = plays[at].pawn;
        if (pawn != SPECIAL && game->place[colour][pawn] == HOUSE) {
            exits = 1;
            if (plays[at].size > most[pawn])
                most[pawn] = plays[at].size;
        }
    }
    if (!exits)
        return count;
    struct bag rest = game->bag;
    rest.sixes--;
    struct play ignored[MOST_PLAYS];
    int users = 0, user = -1; /* how many pawns can use the rest, and the last of them */
    for (int pawn = 0; pawn < PAWNS && users < 2; pawn++) {
        if (list_plays(game, colour, pawn, rest, ignored) > 0) {
            users++;
            user = pawn;
        }
    }
    if (users == 2)
        return count;
    int kept = 0;
    for (int at = 0; at < count; at++) {
        int pawn = plays[at].pawn;
        int must = users == 0 || user == pawn;
        if (pawn == SPECIAL || !must || plays[at].size >= most[pawn])
            plays[kept++] = plays[at];
    }
    return kept;
}

/* Every legal play of a player. */
static int find_plays(const struct game *game, int colour, struct play *plays)
{
    int count = 0;
    for (int pawn = 0; pawn < PAWNS; pawn++)
        count += list_plays(game, colour, pawn, game->bag, plays + count);
    if (special_exit_is_legal(game, colour))
        plays[count++] = (struct play){ .pawn = SPECIAL };
    if (count < 2)
        return count;
    if (!game->played)
        count = keep_unblocking(game, colour, plays, count);
    if (dice_in(&game->bag) >= 2) {
        count = keep_combined_moves(game, colour, plays, count);
        if (game->bag.sixes > 0)
            count = keep_combined_exits(game, colour, plays, count);
    }
    return count;
}

/* Takes all pawns of a colour on a square prisoner. */
static void imprison(struct game *game, int victim, int cell)
{
    for (int pawn = 0; pawn < PAWNS; pawn++) {
        int place = game->place[victim][pawn];
        if (place >= 0 && place <= GATE && square(victim, place) == cell) {
            game->place[victim][pawn] = PRISON;
            game->crowd[cell] -= one_of(victim);
        }
    }
}

static void move(struct game *game, int colour, int pawn, int target)
{
    int here = game->place[colour][pawn];
    game->place[colour][pawn] = (int8_t)target;
    if (here >= 0 && here <= GATE)
        game->crowd[square(colour, here)] -= one_of(colour);
    if (target < 0)
        return;
    if (target > GATE) {
        game->centred[colour] += target == CENTRE;
        return;
    }
    int cell = square(colour, target);
    uint32_t enemies = enemies_on(game, colour, cell);
    game->crowd[cell] += one_of(colour);
    if (enemies == 0 || SAFE[cell])
        return;
    game->locked[pawn] = 1;
    for (int other = 0; other < PLAYERS; other++)
        if (enemies == one_of(other))
            imprison(game, other, cell);
}

/* Brings out so many pawns from a place, lowest numbers first; they stay on the entry. */
static void come_out(struct game *game, int colour, int place, int count)
{
    for (int pawn = 0; pawn < PAWNS && count > 0; pawn++) {
        if (game->place[colour][pawn] == place) {
            move(game, colour, pawn, 0);
            game->locked[pawn] = 1;
            count--;
        }
    }
}

static void exit_specially(struct game *game, int colour)
{
    int entry = square(colour, 0), blocker = blocker_of(game, colour);
    int needed = count_on(game, blocker, entry);
    imprison(game, blocker, entry);
    game->bag.sixes -= needed;
    int bought = least(count_at(game, colour, PRISON), needed - 1);
    come_out(game, colour, PRISON, bought);
    come_out(game, colour, HOUSE, needed - bought);
}

static void carry_out(struct game *game, int colour, const struct play *play)
{
    game->played = 1;
    if (play->pawn == SPECIAL) {
        exit_specially(game, colour);
        return;
    }
    move(game, colour, play->pawn, play->target);
    struct bag *bag = &game->bag;
    bag->sixes -= play->sixes;
    if (play->high)
        bag->high = 0;
    if (play->low)
        bag->low = 0;
    if (bag->high == 0) {
        bag->high = bag->low;
        bag->low = 0;
    }
}

/* Two dice, and again after each 6+6. */
static struct bag throw_dice(struct stream *stream)
{
    struct bag bag = { 0, 0, 0 };
    do {
        for (int die = 0; die < 2; die++) {
            int face = draw(stream, FACES) + 1;
            if (face == FACES) {
                bag.sixes++;
            } else if (face > bag.high) {
                bag.low = bag.high;
                bag.high = face;
            } else {
                bag.low = face;
            }
        }
    } while (bag.high == 0);
    return bag;
}

/* One game; how many decisions there were, forced passes among them. */
static long long play_game(struct stream *stream)
{
    struct game game;
    struct play plays[MOST_PLAYS];
    memset(&game, 0, sizeof game);
    memset(game.place, HOUSE, sizeof game.place);
    long long decisions = 0;
    for (int seat = 0;; seat = (seat + 1) % PLAYERS) {
        game.bag = throw_dice(stream);
        game.played = 0;
        memset(game.locked, 0, sizeof game.locked);
        while (dice_in(&game.bag) > 0) {
            int count = find_plays(&game, seat, plays);
            if (count == 0) {
                decisions += !game.played; /* a pass, unless the rest of the dice is lost */
                break;
            }
            decisions++;
            carry_out(&game, seat, &plays[count > 1 ? draw(stream, count) : 0]);
            if (game.centred[seat] == PAWNS)
                return decisions;
        }
    }
}

long long french_playout(struct stream *stream, int games)
{
    long long decisions = 0;
    for (int game = 0; game < games; game++)
        decisions += play_game(stream);
    return decisions;
}
