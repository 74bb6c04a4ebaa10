// What the parts of the suite share.

#ifndef SUITE_H
#define SUITE_H

#include "check.h"

// Whether whole battles are cut short: a checker that runs the suite is fifty times slower than the machine.
extern int small;

#define WATERLOO "{\"battle\": \"QB\"}"
#define EMPIRE "{\"shipped\": \"tutorial\"}"
#define SEED "{\"seed\": 1815}"
#define GREEDY "{\"name\": \"greedy\"}"
#define RANDOM "{\"name\": \"random\", \"seed\": 7}"

// A mod with one card for the French deck of Quatre Bras, whose handler rolls a die and on a 5 or 6 draws a card. `%s` is the
// least face that will do.
extern const char TOSS[];

eagles_rules *rules_of(const char *game, const char *options);
// The rules of Waterloo with the card Toss.
eagles_rules *rules_with_toss(const char *least);
eagles_match *match_of(const eagles_rules *rules, const char *setup, const char *options);
// Lets a bot play for everybody, at most so many actions; how many were made.
long play(eagles_match *match, const char *bot, long most);
// Who is to be asked; EAGLES_NOBODY when it is over.
uint8_t next(const eagles_match *match);
uint64_t hash_of(const eagles_match *match);

void test_library(void);
void test_calculators(void);
void test_rules(void);
void test_playing(void);
void test_refusals(void);
void test_draws(void);
void test_handlers(void);
void test_reload(void);
void test_past(void);
void test_talking(void);
void test_lines(void);
void test_saves(void);
void test_seeing(void);
void test_numbers(void);
void test_batch(void);
void test_simulation(void);
void test_mistakes(void);

#endif
