/* The rules of default generals_v0, by hand.
 *
 * Ten by ten cells, numbered row by row from the top; a cell holds EMPTY or a unit, which is its role
 * plus one. The actions are numbered as in the library: 400 moves (cell * 4 + way), 100 units to
 * garrison, 100 targets, two roles.
 */

#ifndef GENERALS_H
#define GENERALS_H

#include "stream.h"

#include <string.h>

enum { PLAYERS = 2, SIZE = 10, CELLS = SIZE * SIZE, WAYS = 4, FACES = 6, HITS = 3, TURNS = 1000 };
enum { ATTACKER, DEFENDER };
enum { EMPTY, ATTACKING, DEFENDING };
enum { TOSS_STAGE, MOVE_STAGE, GARRISON_STAGE, CONVERT_STAGE };
enum { PLAYING, OVER, STOPPED };
enum { FIRST_SOURCE = CELLS * WAYS, FIRST_TARGET = FIRST_SOURCE + CELLS, FIRST_WORD = FIRST_TARGET + CELLS };
enum { ACTIONS = FIRST_WORD + 2, MOST_CHOICES = 128, NOBODY = -1, NOWHERE = -1 };

struct game {
    uint8_t board[CELLS];
    uint8_t units[2], may_garrison[2], shot, hits; /* by role */
    int8_t attacker, winner;                       /* players */
    int8_t source;                                 /* the first cell of a choice in two steps */
    uint8_t seat, stage, die, thrown, played, end;
    uint16_t turns;
    uint16_t choices; /* how many the player to act has, and which */
    uint16_t actions[MOST_CHOICES];
    struct stream chance, choice;
};

static const int8_t DOWN[WAYS] = {-1, 1, 0, 0}, RIGHT[WAYS] = {0, 0, -1, 1};

/* Of each cell: the General, the Moat, and the number of its garrison, from 1; 1 and 2 are the Attacker's. */
static uint8_t GENERAL[CELLS], MOAT[CELLS], GARRISON[CELLS];

static int owner(int garrison)
{
    return garrison == 0 ? EMPTY : garrison <= 2 ? ATTACKING : DEFENDING;
}

static void prepare(void)
{
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            int cell = SIZE * row + column, last = SIZE - 1;
            GENERAL[cell] = row >= 4 && row <= 5 && column >= 4 && column <= 5;
            MOAT[cell] = row >= 3 && row <= 6 && column >= 3 && column <= 6 && !GENERAL[cell];
            int top = row < 3, left = column < 3;
            if ((top ? row : last - row) + (left ? column : last - column) < 3)
                GARRISON[cell] = (uint8_t)(1 + 2 * !top + !left);
        }
}

static int role_of(const struct game *game, int player)
{
    return game->attacker == NOBODY || player == game->attacker ? ATTACKER : DEFENDER;
}

static void put(struct game *game, int cell, int unit)
{
    if (game->board[cell] != EMPTY)
        game->units[game->board[cell] - 1]--;
    game->board[cell] = (uint8_t)unit;
    if (unit != EMPTY)
        game->units[unit - 1]++;
}

/* Where a unit that goes exactly so many cells ends its move, or NOWHERE if it may not. */
static int landing(const struct game *game, int role, int cell, int way, int die)
{
    int row = cell / SIZE + DOWN[way] * die, column = cell % SIZE + RIGHT[way] * die;
    if (row < 0 || row >= SIZE || column < 0 || column >= SIZE)
        return NOWHERE;
    int target = SIZE * row + column, step = SIZE * DOWN[way] + RIGHT[way];
    if (game->board[target] == role + 1 || (GENERAL[target] && role == DEFENDER))
        return NOWHERE;
    for (int passed = cell + step; passed != target; passed += step)
        if (game->board[passed] != EMPTY || GENERAL[passed])
            return NOWHERE;
    return target;
}

static int may_garrison(const struct game *game, int role, int die)
{
    return die == FACES && game->may_garrison[role];
}

static int is_target_of_shot(const struct game *game, int cell)
{
    return MOAT[cell] && game->board[cell] == ATTACKING;
}

static int may_shoot(const struct game *game, int role, int die)
{
    if (role != DEFENDER || die != 1 || !game->shot || game->units[DEFENDER] >= 3)
        return 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (is_target_of_shot(game, cell))
            return 1;
    return 0;
}

/* Whether a role has an action with this die, at the beginning of its turn. */
static int can_act(const struct game *game, int role, int die)
{
    for (int cell = 0; cell < CELLS; cell++) {
        if (game->board[cell] != role + 1)
            continue;
        if (may_garrison(game, role, die) && owner(GARRISON[cell]) == role + 1)
            return 1;
        for (int way = 0; way < WAYS; way++)
            if (landing(game, role, cell, way, die) != NOWHERE)
                return 1;
    }
    return may_shoot(game, role, die);
}

static int is_dead(const struct game *game)
{
    int role = role_of(game, game->seat);
    for (int die = 1; die <= FACES; die++)
        if (can_act(game, role, die))
            return 0;
    return 1;
}

static void give_turn(struct game *game, int player)
{
    game->seat = (uint8_t)player;
    game->stage = MOVE_STAGE;
    game->source = NOWHERE;
    game->thrown = game->played = 0;
}

static void start_turn(struct game *game, int player)
{
    give_turn(game, player);
    if (!is_dead(game))
        return;
    give_turn(game, 1 - player);
    if (is_dead(game))
        game->end = OVER;
}

static void end_turn(struct game *game)
{
    if (++game->turns == TURNS)
        game->end = STOPPED;
    else
        start_turn(game, 1 - game->seat);
}

/* After an action: somebody may have won; else the turn ends, or the same player goes on. */
static void conclude(struct game *game, int goes_on)
{
    if (game->hits == HITS) {
        game->end = OVER;
        game->winner = game->attacker;
    } else if (game->attacker != NOBODY && game->units[ATTACKER] == 0) {
        game->end = OVER;
        game->winner = (int8_t)(1 - game->attacker);
    } else if (goes_on) {
        game->played = 1;
    } else {
        end_turn(game);
    }
}

static void add(struct game *game, int action)
{
    game->actions[game->choices++] = (uint16_t)action;
}

static int is_convertible(const struct game *game, int cell, int entered)
{
    return game->board[cell] == ATTACKING && GARRISON[cell] == GARRISON[entered];
}

/* Lists the actions of the player to act. */
static void find(struct game *game)
{
    int role = role_of(game, game->seat);
    game->choices = 0;
    if (game->stage == TOSS_STAGE) {
        add(game, FIRST_WORD);
        add(game, FIRST_WORD + 1);
    } else if (game->stage == GARRISON_STAGE) {
        for (int cell = 0; cell < CELLS; cell++)
            if (game->board[cell] == EMPTY && !GARRISON[cell] && !GENERAL[cell])
                add(game, FIRST_TARGET + cell);
    } else if (game->stage == CONVERT_STAGE) {
        for (int cell = 0; cell < CELLS; cell++)
            if (is_convertible(game, cell, game->source))
                add(game, FIRST_TARGET + cell);
    } else {
        for (int cell = 0, unseen = game->units[role]; unseen > 0; cell++)
            if (game->board[cell] == role + 1) {
                unseen--;
                for (int way = 0; way < WAYS; way++)
                    if (landing(game, role, cell, way, game->die) != NOWHERE)
                        add(game, WAYS * cell + way);
            }
        if (may_garrison(game, role, game->die))
            for (int cell = 0; cell < CELLS; cell++)
                if (game->board[cell] == role + 1 && owner(GARRISON[cell]) == role + 1)
                    add(game, FIRST_SOURCE + cell);
        if (may_shoot(game, role, game->die))
            for (int cell = 0; cell < CELLS; cell++)
                if (is_target_of_shot(game, cell))
                    add(game, FIRST_TARGET + cell);
    }
}

/* Throws dice until somebody must decide, or the game has ended. */
static void settle(struct game *game)
{
    while (game->end == PLAYING) {
        if (game->stage == MOVE_STAGE && !game->thrown) {
            game->die = (uint8_t)(draw(&game->chance, FACES) + 1);
            game->thrown = 1;
        }
        find(game);
        if (game->choices > 0)
            return;
        if (game->played)
            end_turn(game); /* the shot has used the die */
        else
            game->thrown = 0;
    }
    game->choices = 0;
}

static void begin(struct game *game)
{
    struct stream chance = game->chance, choice = game->choice;
    memset(game, 0, sizeof *game);
    game->chance = chance;
    game->choice = choice;
    for (int cell = 0; cell < CELLS; cell++)
        put(game, cell, owner(GARRISON[cell]));
    game->may_garrison[ATTACKER] = game->may_garrison[DEFENDER] = game->shot = 1;
    game->attacker = game->winner = NOBODY;
    game->source = NOWHERE;
    game->seat = (uint8_t)draw(&game->chance, PLAYERS);
    settle(game);
}

/* One of the Defenders in the Moat falls, drawn by lot; 0 if there is none. */
static int intercept(struct game *game)
{
    int guards[CELLS], count = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (MOAT[cell] && game->board[cell] == DEFENDING)
            guards[count++] = cell;
    if (count > 0)
        put(game, guards[draw(&game->chance, count)], EMPTY);
    return count > 0;
}

/* A Defender who enters an Attacker's garrison converts a unit; 1 if there is a choice of units. */
static int convert(struct game *game, int source, int cell)
{
    if (owner(GARRISON[cell]) != ATTACKING || GARRISON[source] == GARRISON[cell])
        return 0;
    int count = 0, last = 0;
    for (int place = 0; place < CELLS; place++)
        if (is_convertible(game, place, cell)) {
            count++;
            last = place;
        }
    if (count == 1)
        put(game, last, DEFENDING);
    if (count <= 1)
        return 0;
    game->stage = CONVERT_STAGE;
    game->source = (int8_t)cell;
    return 1;
}

/* Moves a unit as far as the die says; 1 if the same player goes on. */
static int move(struct game *game, int source, int way)
{
    int role = role_of(game, game->seat);
    int target = source + game->die * (SIZE * DOWN[way] + RIGHT[way]);
    put(game, source, EMPTY);
    if (GENERAL[target]) {
        if (!intercept(game))
            game->hits++;
        return 0;
    }
    put(game, target, role + 1);
    return role == DEFENDER && convert(game, source, target);
}

/* Chooses a target: the end of a garrisoning, a unit to convert or one to shoot; 1 if it goes on. */
static int aim(struct game *game, int cell)
{
    int role = role_of(game, game->seat);
    if (game->stage == GARRISON_STAGE) {
        put(game, game->source, EMPTY);
        put(game, cell, role + 1);
        game->may_garrison[role] = 0;
        return 0;
    }
    if (game->stage == CONVERT_STAGE) {
        put(game, cell, DEFENDING);
        return 0;
    }
    put(game, cell, EMPTY);
    game->shot = 0;
    return 1;
}

/* Plays one of the choices; then dice are thrown until somebody must decide, or the game has ended. */
static void act(struct game *game, unsigned chosen)
{
    int action = game->actions[chosen];
    if (action < FIRST_SOURCE) {
        conclude(game, move(game, action / WAYS, action % WAYS));
    } else if (action < FIRST_TARGET) {
        game->stage = GARRISON_STAGE;
        game->source = (int8_t)(action - FIRST_SOURCE);
        conclude(game, 1);
    } else if (action < FIRST_WORD) {
        conclude(game, aim(game, action - FIRST_TARGET));
    } else {
        game->attacker = (int8_t)(action == FIRST_WORD ? game->seat : 1 - game->seat);
        start_turn(game, game->attacker);
    }
    settle(game);
}

#endif
