/* A batch of ludo by hand: the yardstick for the batch environment.
 *
 * The same game as in ludo.c, written in the same plain way, played in rounds by ludo_rounds.h.
 * Nothing in here is shared with the library but stream.h.
 *
 * A piece's place is its progress: -1 yard, 0..51 ring, 52..56 lane, 57 finished.
 */

#include "stream.h"

#include <stdint.h>
#include <string.h>

enum { PLAYERS = 4, PIECES = 4, RING = 52, GATE = 50, FINISH = 57, YARD = -1, FACES = 6, ACTIONS = PIECES + 1 };

struct game {
    int8_t progress[PLAYERS][PIECES];
    /* Pieces on each open square; on a safe one nothing happens, so those stay zero. */
    uint8_t count[RING];
    uint8_t owner[RING]; /* whose they are, where count is not zero */
    uint8_t sixes[PLAYERS];
    uint8_t captured[PLAYERS];
    uint8_t finished[PLAYERS];
    uint8_t seat, die, over;
    uint8_t moves; /* how many the player to act has, and which */
    int8_t movable[PIECES], targets[PIECES];
    struct stream chance, choice;
};

static const uint8_t SAFE[RING] = {
    [0] = 1, [8] = 1, [13] = 1, [21] = 1, [26] = 1, [34] = 1, [39] = 1, [47] = 1,
};

/* The square `progress` steps from a colour's entry; going round, progress may exceed the ring. */
static int square(int colour, int progress)
{
    int cell = colour * (RING / PLAYERS) + progress;
    if (cell >= RING)
        cell -= RING;
    return cell;
}

/* Where a piece lands, or YARD if it may not move. */
static int landing(const struct game *game, int colour, int here, int die)
{
    if (here == YARD)
        return die == FACES ? 0 : YARD;
    if (here == FINISH)
        return YARD;
    int ahead = here + die;
    if (here >= RING)
        return ahead < FINISH ? ahead : FINISH;
    int home = game->captured[colour];
    int last = home && ahead > GATE ? GATE : ahead;
    for (int step = here + 1; step <= last; step++)
        if (game->count[square(colour, step)] >= 2)
            return YARD;
    if (!home)
        return ahead < RING ? ahead : ahead - RING;
    if (ahead <= GATE)
        return ahead;
    /* The ring has one square behind the gate, so the first lane square is two after it. */
    return ahead + 1 < FINISH ? ahead + 1 : FINISH;
}

/* Takes the lone piece on a square home. */
static void capture(struct game *game, int cell)
{
    int victim = game->owner[cell];
    for (int piece = 0; piece < PIECES; piece++) {
        int progress = game->progress[victim][piece];
        if (progress >= 0 && progress < RING && square(victim, progress) == cell) {
            game->progress[victim][piece] = YARD;
            return;
        }
    }
}

/* Moves a piece; 1 if it captured. */
static int move(struct game *game, int colour, int piece, int target)
{
    int here = game->progress[colour][piece];
    game->progress[colour][piece] = (int8_t)target;
    if (here >= 0 && here < RING) {
        int cell = square(colour, here);
        if (!SAFE[cell])
            game->count[cell]--;
    }
    if (target >= RING) {
        game->finished[colour] += target == FINISH;
        return 0;
    }
    int cell = square(colour, target);
    if (SAFE[cell])
        return 0;
    if (game->count[cell] == 1 && game->owner[cell] != colour) {
        capture(game, cell);
        game->owner[cell] = (uint8_t)colour;
        game->captured[colour] = 1;
        return 1;
    }
    game->count[cell]++;
    game->owner[cell] = (uint8_t)colour;
    return 0;
}

static void prepare(void) {}

static unsigned choices(const struct game *game)
{
    return game->moves;
}

/* Rolls until somebody can move. */
static void settle(struct game *game, int seat)
{
    for (;;) {
        int die = draw(&game->chance, FACES) + 1;
        if (die != FACES) {
            game->sixes[seat] = 0;
        } else if (++game->sixes[seat] == 3) {
            game->sixes[seat] = 0;
            seat = (seat + 1) % PLAYERS;
            continue;
        }
        int moves = 0;
        for (int piece = 0; piece < PIECES; piece++) {
            int target = landing(game, seat, game->progress[seat][piece], die);
            if (target != YARD) {
                game->movable[moves] = (int8_t)piece;
                game->targets[moves] = (int8_t)target;
                moves++;
            }
        }
        if (moves > 0) {
            game->seat = (uint8_t)seat;
            game->die = (uint8_t)die;
            game->moves = (uint8_t)moves;
            return;
        }
        seat = (seat + 1) % PLAYERS; /* a six that cannot be played earns nothing */
    }
}

static void begin(struct game *game)
{
    struct stream chance = game->chance, choice = game->choice;
    memset(game, 0, sizeof *game);
    memset(game->progress, YARD, sizeof game->progress);
    game->chance = chance;
    game->choice = choice;
    settle(game, 0);
}

/* Plays one of the choices; then it rolls until somebody must decide, or somebody has won. */
static void act(struct game *game, unsigned chosen)
{
    int seat = game->seat;
    int hit = move(game, seat, game->movable[chosen], game->targets[chosen]);
    if (game->finished[seat] == PIECES) {
        game->over = 1;
        game->moves = 0;
        return;
    }
    settle(game, hit || game->die == FACES ? seat : (seat + 1) % PLAYERS);
}

/* What the player to act is to know. */
static void show(const struct game *game, int8_t *row, int8_t *mask)
{
    for (int arm = 0; arm < PLAYERS; arm++) {
        int colour = (game->seat + arm) % PLAYERS;
        for (int piece = 0; piece < PIECES; piece++)
            row[PIECES * arm + piece] = (int8_t)(game->progress[colour][piece] + 1);
        row[PLAYERS * PIECES + 1 + arm] = (int8_t)game->sixes[colour];
        row[PLAYERS * PIECES + 1 + PLAYERS + arm] = (int8_t)game->captured[colour];
    }
    row[PLAYERS * PIECES] = (int8_t)(game->over ? 0 : game->die);
    row[PLAYERS * PIECES + 1 + PLAYERS + PLAYERS] = 0; /* he who looks is to act */
    for (int action = 0; action <= PIECES; action++)
        mask[action] = 0;
    for (int index = 0; index < game->moves; index++)
        mask[game->movable[index]] = 1;
}

#include "ludo_rounds.h"
