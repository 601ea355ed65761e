/* Rounds of many games of default ludo_v0: what the two batch programs have in common.
 *
 * Game i rolls on stream i of the seed, as the library does, and draws its random actions from
 * stream i of a second seed, one in every round. After an action dice are rolled until somebody
 * must decide, forced passes are played at once, and what the player to act is to know is written
 * out: the "compact" row, the action mask, the seat; and the rewards and the ends. A game that has
 * ended ignores the next action and starts anew instead.
 *
 * A program that includes this has defined struct game, with `seat`, `over` and the streams `chance`
 * and `choice`, and the functions prepare, begin, choices, act and show.
 */

#include <stddef.h>
#include <stdlib.h>

enum { ROW = PLAYERS * PIECES + 1 + PLAYERS + PLAYERS + 1 };

typedef struct {
    long games;
    struct game *game;
    int8_t *row;       /* games x 26 */
    int8_t *mask;      /* games x 5 */
    int8_t *to_act;    /* games */
    float *reward;     /* games: of the seat that acted */
    float *rewards;    /* games x 4 */
    uint8_t *terminated, *truncated;
} Batch;

/* A round of one game: an action, or a new game. */
static inline void play(Batch *batch, long index, unsigned chosen)
{
    struct game *game = &batch->game[index];
    unsigned seat = game->seat;
    int won = 0;
    if (game->over) {
        begin(game);
    } else {
        act(game, chosen);
        won = game->over;
    }
    show(game, batch->row + ROW * index, batch->mask + ACTIONS * index);
    batch->to_act[index] = (int8_t)game->seat;
    float *rewards = batch->rewards + PLAYERS * index;
    for (unsigned player = 0; player < PLAYERS; player++)
        rewards[player] = 0;
    if (won) {
        for (unsigned player = 0; player < PLAYERS; player++)
            rewards[player] = player == seat ? 1 : -1;
    }
    batch->reward[index] = (float)won;
    batch->terminated[index] = (uint8_t)won;
    batch->truncated[index] = 0;
}

/* So many rounds of uniform random actions. */
void ludo_batch_steps(Batch *batch, long steps)
{
    for (long step = 0; step < steps; step++)
        for (long index = 0; index < batch->games; index++) {
            struct game *game = &batch->game[index];
            unsigned chosen = (unsigned)draw(&game->choice, game->over ? 1 : choices(game));
            play(batch, index, chosen);
        }
}

void ludo_batch_free(Batch *batch)
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

/* So many games, all begun and shown; NULL if there is no room for them. */
Batch *ludo_batch_new(long games, uint64_t seed, uint64_t action_seed)
{
    Batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL || games < 1) {
        free(batch);
        return NULL;
    }
    size_t count = (size_t)games;
    prepare();
    batch->games = games;
    batch->game = calloc(count, sizeof *batch->game);
    batch->row = calloc(count, ROW);
    batch->mask = calloc(count, ACTIONS);
    batch->to_act = calloc(count, 1);
    batch->reward = calloc(count, sizeof(float));
    batch->rewards = calloc(count, PLAYERS * sizeof(float));
    batch->terminated = calloc(count, 1);
    batch->truncated = calloc(count, 1);
    if (!batch->game || !batch->row || !batch->mask || !batch->to_act || !batch->reward
        || !batch->rewards || !batch->terminated || !batch->truncated) {
        ludo_batch_free(batch);
        return NULL;
    }
    for (long index = 0; index < games; index++) {
        struct game *game = &batch->game[index];
        game->chance = stream_of(seed, (uint64_t)index);
        game->choice = stream_of(action_seed, (uint64_t)index);
        begin(game);
        show(game, batch->row + ROW * index, batch->mask + ACTIONS * index);
        batch->to_act[index] = (int8_t)game->seat;
    }
    return batch;
}
