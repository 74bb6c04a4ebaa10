// The suite: every function of the interface from C. Arguments: `small` cuts battles short; names run those tests alone.

#include "suite.h"

int small = 0;

static const struct {
  const char *name;
  void (*run)(void);
} TESTS[] = {
    {"library", test_library},   {"calculators", test_calculators}, {"rules", test_rules},
    {"playing", test_playing},   {"refusals", test_refusals},       {"draws", test_draws},
    {"handlers", test_handlers}, {"reload", test_reload},           {"past", test_past},
    {"talking", test_talking},   {"lines", test_lines},             {"saves", test_saves},
    {"seeing", test_seeing},     {"numbers", test_numbers},         {"batch", test_batch},
    {"simulation", test_simulation}, {"mistakes", test_mistakes},
};

const char TOSS[] =
    "{\"mods\": [{"
    "\"manifest\": \"id = \\\"toss\\\"\\nversion = \\\"1.0.0\\\"\\napi = 1\\n\","
    "\"cards\": \"number,id,side,type,name,bp,battles\\nauto,toss-toss,french,special,Toss of a Coin,3,QB\\n\","
    "\"files\": {\"cards/toss.lua\": \""
    "return special {\\n"
    "  id = 'toss-toss',\\n"
    "  text = { effect = 'Roll a die.', duration = 'immediate', limits = 'None.' },\\n"
    "  rules = { 'W 7.23' },\\n"
    "  windows = 'own_combat',\\n"
    "  aim = position('any'),\\n"
    "  effect = { ask_handler('toss') },\\n"
    "  parts = { luck = { draw { count = 1 } } },\\n"
    "  handler = { toss = function() local face = dice(1)[1] print('tossed', face) "
    "return if face >= %s then run('luck') else nil end },\\n"
    "}\\n\"}}]}";

eagles_rules *rules_of(const char *game, const char *options) {
  eagles_error *err = NULL;
  eagles_rules *rules = NULL;
  OK(eagles_rules_new(EAGLES_TEXT(game), EAGLES_TEXT(options), &rules, &err));
  CHECK(rules != NULL);
  return rules;
}

eagles_rules *rules_with_toss(const char *least) {
  char options[sizeof TOSS + 16];
  snprintf(options, sizeof options, TOSS, least);
  return rules_of("waterloo", options);
}

eagles_match *match_of(const eagles_rules *rules, const char *setup, const char *options) {
  eagles_error *err = NULL;
  eagles_match *match = NULL;
  OK(eagles_match_open(rules, EAGLES_TEXT(setup), EAGLES_TEXT(options), &match, &err));
  CHECK(match != NULL);
  return match;
}

uint8_t next(const eagles_match *match) {
  eagles_error *err = NULL;
  uint8_t player = 0;
  OK(eagles_match_next_to_ask(match, &player, &err));
  return player;
}

uint64_t hash_of(const eagles_match *match) {
  eagles_error *err = NULL;
  uint64_t hash = 0;
  OK(eagles_match_state_hash(match, &hash, &err));
  return hash;
}

long play(eagles_match *match, const char *bot, long most) {
  eagles_error *err = NULL;
  long made;
  for (made = 0; made < most; made++) {
    eagles_bytes word = {0};
    uint8_t player = next(match);
    if (player == EAGLES_NOBODY) break;
    OK(eagles_match_choose_word(match, player, EAGLES_TEXT(bot), &word, &err));
    OK(eagles_match_apply(match, player, (const char *)word.data, word.len, &err));
    eagles_bytes_free(&word);
  }
  return made;
}

int main(int argc, char **argv) {
  int named = 0, at, ran = 0;
  size_t test;
  for (at = 1; at < argc; at++) {
    if (strcmp(argv[at], "small") == 0) small = 1;
    else named = 1;
  }
  for (test = 0; test < sizeof TESTS / sizeof TESTS[0]; test++) {
    int wanted = !named;
    for (at = 1; at < argc; at++) wanted |= strcmp(argv[at], TESTS[test].name) == 0;
    if (wanted) {
      fprintf(stderr, "%s\n", TESTS[test].name);
      TESTS[test].run();
      ran++;
    }
  }
  printf("%d tests\n", ran);
  return ran > 0 ? 0 : 1;
}
