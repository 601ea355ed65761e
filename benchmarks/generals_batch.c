/* A batch of generals by hand: the yardstick for the batch environment.
 *
 * Rounds of many games of default generals_v0 (generals.h). Game i throws on stream i of the seed, as
 * the library does, and draws its random actions from stream i of a second seed, one in every round.
 * After an action dice are thrown until somebody must decide, and what the player to act is to know
 * is written out: the row, the action mask, the seat; and the rewards and the ends. A game that has
 * ended ignores the next action and starts anew instead.
 */

#include "generals.h"

#include <stddef.h>
#include <stdlib.h>

enum { COMPACT_ROW = CELLS + 11, BOARD_PLANES = 7, NUMBERS = 20, PLANES_ROW = (BOARD_PLANES + NUMBERS) * CELLS };

typedef struct {
    long games;
    struct game *game;
    void *row;         /* games x 111 of int8, or games x 27 x 100 of float */
    int8_t *mask;      /* games x 602 */
    int8_t *to_act;    /* games */
    float *reward;     /* games: of the seat that acted */
    float *rewards;    /* games x 2 */
    uint8_t *terminated, *truncated;
    int planes;
} Batch;

/* The smallest row: each cell 0 empty, 1 own, 2 enemy; then the numbers. */
static void show_compact(const struct game *game, int8_t *row)
{
    int role = role_of(game, game->seat), own = role + 1, enemy = 2 - role;
    for (int cell = 0; cell < CELLS; cell++)
        row[cell] = (int8_t)((game->board[cell] == own) + 2 * (game->board[cell] == enemy));
    int8_t *number = row + CELLS;
    *number++ = game->attacker == game->seat;
    *number++ = game->end == PLAYING;
    *number++ = (int8_t)game->die;
    *number++ = (int8_t)game->stage;
    *number++ = (int8_t)(game->hits < HITS ? game->hits : HITS - 1);
    *number++ = (int8_t)game->may_garrison[role];
    *number++ = (int8_t)game->may_garrison[1 - role];
    *number++ = (int8_t)game->shot;
    *number++ = (int8_t)game->units[role];
    *number++ = (int8_t)game->units[1 - role];
    *number++ = (int8_t)(game->source + 1);
}

static void fill(float *plane, float value)
{
    for (int cell = 0; cell < CELLS; cell++)
        plane[cell] = value;
}

/* Planes for a convolutional network: seven of the board, then one for each number. */
static void show_planes(const struct game *game, float *row)
{
    int role = role_of(game, game->seat), own = role + 1, enemy = 2 - role;
    memset(row, 0, PLANES_ROW * sizeof *row);
    for (int cell = 0; cell < CELLS; cell++) {
        row[cell] = game->board[cell] == own;
        row[CELLS + cell] = game->board[cell] == enemy;
        row[2 * CELLS + cell] = GENERAL[cell];
        row[3 * CELLS + cell] = MOAT[cell];
        row[4 * CELLS + cell] = owner(GARRISON[cell]) == own;
        row[5 * CELLS + cell] = owner(GARRISON[cell]) == enemy;
    }
    if (game->source != NOWHERE)
        for (int cell = 0; cell < CELLS; cell++)
            row[6 * CELLS + cell] = game->stage == CONVERT_STAGE ? is_convertible(game, cell, game->source)
                                                                 : cell == game->source;
    float *number = row + BOARD_PLANES * CELLS;
    if (game->attacker == game->seat)
        fill(number, 1);
    if (game->end == PLAYING)
        fill(number + CELLS, 1);
    if (game->die > 0)
        fill(number + (1 + game->die) * CELLS, 1);
    fill(number + (8 + game->stage) * CELLS, 1);
    fill(number + (12 + (game->hits < HITS ? game->hits : HITS - 1)) * CELLS, 1);
    if (game->may_garrison[role])
        fill(number + 15 * CELLS, 1);
    if (game->may_garrison[1 - role])
        fill(number + 16 * CELLS, 1);
    if (game->shot)
        fill(number + 17 * CELLS, 1);
    fill(number + 18 * CELLS, (float)(game->units[role] / 12.0));
    fill(number + 19 * CELLS, (float)(game->units[1 - role] / 12.0));
}

/* What the player to act is to know. */
static void show(Batch *batch, long index)
{
    const struct game *game = &batch->game[index];
    if (batch->planes)
        show_planes(game, (float *)batch->row + PLANES_ROW * index);
    else
        show_compact(game, (int8_t *)batch->row + COMPACT_ROW * index);
    int8_t *mask = batch->mask + ACTIONS * index;
    memset(mask, 0, ACTIONS);
    for (int choice = 0; choice < game->choices; choice++)
        mask[game->actions[choice]] = 1;
    batch->to_act[index] = (int8_t)game->seat;
}

/* A round of one game: an action, or a new game. */
static void play(Batch *batch, long index, unsigned chosen)
{
    struct game *game = &batch->game[index];
    unsigned seat = game->seat, ended = 0;
    if (game->end != PLAYING) {
        begin(game);
    } else {
        act(game, chosen);
        ended = game->end;
    }
    show(batch, index);
    float *rewards = batch->rewards + PLAYERS * index;
    for (int player = 0; player < PLAYERS; player++)
        rewards[player] = ended != OVER || game->winner == NOBODY ? 0 : game->winner == player ? 1 : -1;
    batch->reward[index] = rewards[seat];
    batch->terminated[index] = ended == OVER;
    batch->truncated[index] = ended == STOPPED;
}

/* So many rounds of uniform random actions. */
void generals_batch_steps(Batch *batch, long steps)
{
    for (long step = 0; step < steps; step++)
        for (long index = 0; index < batch->games; index++) {
            struct game *game = &batch->game[index];
            play(batch, index, (unsigned)draw(&game->choice, game->choices ? game->choices : 1));
        }
}

void generals_batch_free(Batch *batch)
{
    if (batch == NULL)
        return;
    free(batch->game);
    free(batch->row);
    free(batch->mask);
    free(batch->to_act);
    free(batch->reward);
    free(batch->rewards);
    free(batch->terminated);
    free(batch->truncated);
    free(batch);
}

/* So many games, all begun and shown as planes or compact; NULL if there is no room for them. */
Batch *generals_batch_new(long games, uint64_t seed, uint64_t action_seed, int planes)
{
    Batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL || games < 1) {
        free(batch);
        return NULL;
    }
    size_t count = (size_t)games;
    prepare();
    batch->games = games;
    batch->planes = planes;
    batch->game = calloc(count, sizeof *batch->game);
    batch->row = calloc(count, planes ? PLANES_ROW * sizeof(float) : COMPACT_ROW);
    batch->mask = calloc(count, ACTIONS);
    batch->to_act = calloc(count, 1);
    batch->reward = calloc(count, sizeof(float));
    batch->rewards = calloc(count, PLAYERS * sizeof(float));
    batch->terminated = calloc(count, 1);
    batch->truncated = calloc(count, 1);
    if (!batch->game || !batch->row || !batch->mask || !batch->to_act || !batch->reward
        || !batch->rewards || !batch->terminated || !batch->truncated) {
        generals_batch_free(batch);
        return NULL;
    }
    for (long index = 0; index < games; index++) {
        struct game *game = &batch->game[index];
        game->chance = stream_of(seed, (uint64_t)index);
        game->choice = stream_of(action_seed, (uint64_t)index);
        begin(game);
        show(batch, index);
    }
    return batch;
}
