/* A batch of ludo by hand, with every trick: how far one could go with a program for one game.
 *
 * The rounds are in ludo_rounds.h. No walking: blocks are a set of squares, and whether one is in
 * the way is one shift and one mask.
 *
 * A piece's place is what "compact" shows: 0 yard, 1..52 ring, 53..57 lane, 58 finished. The four
 * pieces of a colour are the four bytes of a word, the first one lowest, and in memory first: so
 * this is for little-endian machines. A set of ring squares is a word with a bit for each.
 */

#include "stream.h"

#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "ludo_bits.c needs a little-endian machine."
#endif

enum { PLAYERS = 4, PIECES = 4, FACES = 6, ACTIONS = PIECES + 1 };
enum { RING = 52, QUARTER = RING / PLAYERS };
enum { YARD = 0, GATE = 51, LANE = 53, FINISH = 58, PLACES = 64 };

#define EACH_BYTE 0x01010101u
#define ALL_HOME (FINISH * EACH_BYTE)
#define BITS(count) (((uint64_t)1 << (count)) - 1)

struct game {
    uint64_t open[PLAYERS]; /* the open squares on which a colour has pieces */
    uint64_t blocks;        /* those with two pieces; there are never three */
    uint32_t pieces[PLAYERS];
    uint32_t sixes, captured; /* a byte for each colour */
    struct stream chance, choice;
    uint8_t seat, die, legal, over; /* die: 0 to 5; legal: a bit for each piece */
};

/* The square of a place as a bit, seen from the colour; none if nothing can happen on it. */
static uint64_t square_of[PLAYERS][PLACES];
/* Where a number leads, blocks aside: YARD if nowhere. */
static uint8_t target_of[2][FACES][PLACES];
/* A piece in the set `legal`: the one that has `index` before it. */
static uint8_t piece_of[1 << PIECES][PIECES];
static uint8_t count_of[1 << PIECES];
static uint32_t mask_of[1 << PIECES];

static void prepare(void)
{
    const uint64_t safe = 1ull << 0 | 1ull << 8 | 1ull << 13 | 1ull << 21 | 1ull << 26 | 1ull << 34
                          | 1ull << 39 | 1ull << 47;
    for (int colour = 0; colour < PLAYERS; colour++)
        for (int place = 1; place < LANE; place++)
            square_of[colour][place] =
                (uint64_t)1 << (colour * QUARTER + place - 1) % RING & ~safe;
    for (int home = 0; home < 2; home++)
        for (int die = 0; die < FACES; die++)
            for (int place = YARD; place < FINISH; place++) {
                int ahead = place + die + 1;
                if (place == YARD)
                    ahead = die == FACES - 1 ? 1 : YARD;
                else if (place < LANE && !home)
                    ahead = ahead < LANE ? ahead : ahead - RING;
                else if (place < LANE && ahead > GATE)
                    ahead++; /* the ring has one square behind the gate */
                target_of[home][die][place] = (uint8_t)(ahead < FINISH ? ahead : FINISH);
            }
    for (int legal = 0; legal < 1 << PIECES; legal++) {
        int count = 0;
        mask_of[legal] = 0;
        for (int piece = 0; piece < PIECES; piece++)
            if (legal >> piece & 1) {
                piece_of[legal][count++] = (uint8_t)piece;
                mask_of[legal] |= 1u << 8 * piece;
            }
        count_of[legal] = (uint8_t)count;
    }
}

static inline unsigned byte_of(uint32_t word, unsigned index)
{
    return word >> 8 * index & 255;
}

static inline uint32_t with_byte(uint32_t word, unsigned index, unsigned byte)
{
    return word ^ (byte_of(word, index) ^ byte) << 8 * index;
}

/* The pieces that a colour may move with this number. */
static inline unsigned find(const struct game *game, unsigned colour, unsigned die)
{
    unsigned home = byte_of(game->captured, colour), legal = 0;
    const uint8_t *target = target_of[home][die];
    /* The blocks as the colour meets them from its entry on, and round again; bit 0 is its place 2,
     * as the entry itself is safe. Who may go home meets none behind the gate. */
    unsigned entry = colour * QUARTER;
    uint64_t ahead = game->blocks >> entry | game->blocks << (RING - entry);
    ahead = (ahead & BITS(home ? GATE : RING + FACES)) >> 1;
    for (unsigned piece = 0; piece < PIECES; piece++) {
        unsigned place = byte_of(game->pieces[colour], piece);
        /* In the yard the shift is 63, and nothing is in the way. */
        uint64_t way = ahead >> ((place - 1) & 63) & BITS(die + 1);
        legal |= (unsigned)((target[place] != YARD) & (way == 0)) << piece;
    }
    return legal;
}

/* Rolls for a player; what he may move, which is nothing after a third six in a row. */
static inline unsigned roll(struct game *game, unsigned seat)
{
    unsigned die = (unsigned)draw(&game->chance, FACES);
    unsigned six = die == FACES - 1;
    unsigned sixes = (byte_of(game->sixes, seat) + 1) & -six;
    unsigned third = sixes == 3;
    game->sixes = with_byte(game->sixes, seat, sixes & (third - 1));
    game->die = (uint8_t)die;
    return find(game, seat, die) & (third - 1);
}

/* Rolls until somebody can move. */
static inline void settle(struct game *game, unsigned seat)
{
    unsigned legal;
    while ((legal = roll(game, seat)) == 0)
        seat = (seat + 1) % PLAYERS;
    game->seat = (uint8_t)seat;
    game->legal = (uint8_t)legal;
}

/* Takes the lone piece of somebody else on a square home. */
static void capture(struct game *game, unsigned colour, unsigned place, uint64_t square)
{
    unsigned victim = colour;
    do
        victim = (victim + 1) % PLAYERS;
    while (!(game->open[victim] & square));
    game->open[victim] ^= square;
    unsigned seen = (place - 1 + (PLAYERS + colour - victim) * QUARTER) % RING + 1;
    for (unsigned piece = 0; piece < PIECES; piece++)
        if (byte_of(game->pieces[victim], piece) == seen)
            game->pieces[victim] = with_byte(game->pieces[victim], piece, YARD);
    game->captured = with_byte(game->captured, colour, 1);
}

/* Moves a piece of the player to act; 1 if that earned another roll. */
static inline unsigned move(struct game *game, unsigned piece)
{
    unsigned seat = game->seat, again = game->die == FACES - 1;
    unsigned place = byte_of(game->pieces[seat], piece);
    unsigned target = target_of[byte_of(game->captured, seat)][game->die][place];
    game->pieces[seat] = with_byte(game->pieces[seat], piece, target);
    uint64_t from = square_of[seat][place], to = square_of[seat][target];
    uint64_t mine = game->open[seat], stays = game->blocks & from;
    mine &= ~(from ^ stays);
    game->blocks = (game->blocks ^ stays) | (mine & to);
    game->open[seat] = mine | to;
    uint64_t theirs = game->open[(seat + 1) % PLAYERS] | game->open[(seat + 2) % PLAYERS]
                      | game->open[(seat + 3) % PLAYERS];
    if (theirs & to) {
        capture(game, seat, target, to);
        again = 1;
    }
    return again;
}

static inline unsigned choices(const struct game *game)
{
    return count_of[game->legal];
}

/* Plays one of the choices; then it rolls until somebody must decide, or somebody has won. */
static inline void act(struct game *game, unsigned chosen)
{
    unsigned seat = game->seat;
    unsigned again = move(game, piece_of[game->legal][chosen]);
    if (game->pieces[seat] == ALL_HOME) {
        game->over = 1;
        game->legal = 0;
    } else {
        settle(game, (seat + !again) % PLAYERS);
    }
}

static void begin(struct game *game)
{
    memset(game->open, 0, sizeof game->open);
    memset(game->pieces, YARD, sizeof game->pieces);
    game->blocks = 0;
    game->sixes = game->captured = 0;
    game->over = 0;
    settle(game, 0);
}

/* What the player to act is to know. */
static inline void show(const struct game *game, int8_t *restrict row, int8_t *restrict mask)
{
    unsigned seat = game->seat, turn = 8 * seat;
    for (unsigned arm = 0; arm < PLAYERS; arm++)
        memcpy(row + PIECES * arm, &game->pieces[(seat + arm) % PLAYERS], PIECES);
    uint32_t sixes = game->sixes >> turn | game->sixes << (32 - turn) % 32;
    uint32_t captured = game->captured >> turn | game->captured << (32 - turn) % 32;
    row[16] = (int8_t)(game->over ? 0 : game->die + 1);
    memcpy(row + 17, &sixes, PLAYERS);
    memcpy(row + 21, &captured, PLAYERS);
    row[25] = 0; /* he who looks is to act */
    memcpy(mask, &mask_of[game->legal], PIECES);
    mask[PIECES] = 0; /* nobody is asked for a pass */
}

#include "ludo_rounds.h"
