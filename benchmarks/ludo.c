/* Ludo by hand: the yardstick for the compiled kernel.
 *
 * Plays whole games of uniform random actions of default ludo_v0 (four players, each for himself)
 * on the library's random stream, with the same draws in the same order: from the same seed it
 * plays the very same games. Nothing in here is shared with the library.
 *
 * A piece's place is its progress: -1 yard, 0..51 ring, 52..56 lane, 57 finished.
 */

#include "stream.h"

#include <stdint.h>
#include <string.h>

enum { PLAYERS = 4, PIECES = 4, RING = 52, GATE = 50, FINISH = 57, YARD = -1, FACES = 6 };

struct game {
    int8_t progress[PLAYERS][PIECES];
    /* Pieces on each open square; on a safe one nothing happens, so those stay zero. */
    uint8_t count[RING];
    uint8_t owner[RING]; /* whose they are, where count is not zero */
    uint8_t sixes[PLAYERS];
    uint8_t captured[PLAYERS];
    uint8_t finished[PLAYERS];
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

/* One game; how many decisions there were, forced passes among them. */
static long long play(struct stream *stream)
{
    struct game game;
    memset(&game, 0, sizeof game);
    memset(game.progress, YARD, sizeof game.progress);
    long long decisions = 0;
    int seat = 0;
    for (;;) {
        int die = draw(stream, FACES) + 1;
        if (die != FACES) {
            game.sixes[seat] = 0;
        } else if (++game.sixes[seat] == 3) {
            game.sixes[seat] = 0;
            seat = (seat + 1) % PLAYERS;
            continue;
        }
        int movable[PIECES], targets[PIECES], moves = 0;
        for (int piece = 0; piece < PIECES; piece++) {
            int target = landing(&game, seat, game.progress[seat][piece], die);
            if (target != YARD) {
                movable[moves] = piece;
                targets[moves] = target;
                moves++;
            }
        }
        decisions++;
        int again = 0;
        if (moves > 0) {
            int chosen = moves > 1 ? draw(stream, moves) : 0;
            again = move(&game, seat, movable[chosen], targets[chosen]) || die == FACES;
            if (game.finished[seat] == PIECES)
                return decisions;
        }
        if (!again)
            seat = (seat + 1) % PLAYERS;
    }
}

long long ludo_playout(struct stream *stream, int games)
{
    long long decisions = 0;
    for (int game = 0; game < games; game++)
        decisions += play(stream);
    return decisions;
}
