// Dice and cards from the host, handlers that the host answers, scripts and their reload.

#include "suite.h"

// A host with dice in its hand: gives what an error of EAGLES_NEEDS_DRAW asks for. Of cards it takes one that is called
// `wanted` where there is one.
static void supply(eagles_match *match, const eagles_error *need, const char *wanted, unsigned *chance) {
  eagles_error *err = NULL;
  const char *json = eagles_error_json(need);
  uint16_t values[16];
  uint64_t count = 0;
  if (strstr(json, "\"dice\":{") != NULL) {
    long long sides = number_in(json, "sides"), dice = number_in(json, "count") - number_in(json, "have");
    CHECK(dice >= 1 && dice <= 16 && sides >= 2);
    while ((long long)count < dice) {
      *chance = *chance * 1103515245u + 12345u;
      values[count++] = (uint16_t)(1 + (*chance >> 16) % (unsigned)sides);
    }
  } else {
    // The labels, and their names in the same order.
    const char *label = strstr(json, "\"options\":["), *name = strstr(json, "\"option_texts\":[");
    unsigned options = 0;
    CHECK(label != NULL && name != NULL);
    label += strlen("\"options\":[");
    name += strlen("\"option_texts\":[");
    while (1) {
      const char *end = strchr(name + 1, '"'), *found = wanted ? strstr(name, wanted) : NULL;
      options++;
      *chance = *chance * 1103515245u + 12345u;
      if (found != NULL && found < end) {
        values[0] = (uint16_t)strtol(label, NULL, 10);
        break;
      }
      // Each as likely as any other.
      if ((*chance >> 16) % options == 0) values[0] = (uint16_t)strtol(label, NULL, 10);
      CHECK(*name == '"' && end != NULL);
      if (end[1] != ',') break;
      name = end + 2;
      label = strchr(label, ',') + 1;
    }
    count = 1;
  }
  OK(eagles_match_supply(match, values, count, &err));
}

// An action with all draws it asks for; the last status, and its error, if it is none of these.
static eagles_status apply(eagles_match *match, uint8_t player, const eagles_bytes *word, const char *wanted,
                           unsigned *chance, eagles_error **err) {
  while (1) {
    eagles_error *need = NULL;
    eagles_status status = eagles_match_apply(match, player, (const char *)word->data, word->len, &need);
    if (status != EAGLES_NEEDS_DRAW) {
      *err = need;
      return status;
    }
    CHECK(strcmp(eagles_error_code(need), "draw-needed") == 0);
    supply(match, need, wanted, chance);
    eagles_error_free(need);
  }
}

void test_draws(void) {
  const char *games[2] = {"waterloo", "empire"}, *setups[2] = {WATERLOO, EMPIRE};
  int game;
  for (game = 0; game < 2; game++) {
    eagles_error *err = NULL;
    eagles_rules *rules = rules_of(games[game], "");
    eagles_match *match = match_of(rules, setups[game], "{\"draws\": \"host\"}");
    eagles_bytes word = {0};
    unsigned chance = 1815;
    uint16_t wrong[1] = {60000};
    int most = small ? 40 : 400, made, asked = 0;
    for (made = 0; made < most && next(match) != EAGLES_NOBODY; made++) {
      uint8_t player = next(match);
      uint64_t before = hash_of(match);
      OK(eagles_match_choose_word(match, player, EAGLES_TEXT(GREEDY), &word, &err));
      if (eagles_match_apply(match, player, (const char *)word.data, word.len, &err) == EAGLES_NEEDS_DRAW) {
        CHECK(hash_of(match) == before);
        eagles_error_free(err);
        err = NULL;
        if (!asked) {
          // What cannot fall is refused and forgotten.
          OK(eagles_match_supply(match, wrong, 1, &err));
          FAILS(EAGLES_E_DRAW, NULL, eagles_match_apply(match, player, (const char *)word.data, word.len, &err));
          CHECK(hash_of(match) == before);
        }
        asked++;
        EQUAL(apply(match, player, &word, NULL, &chance, &err), EAGLES_OK);
        CHECK(err == NULL);
      }
      CHECK(err == NULL);
      eagles_bytes_free(&word);
    }
    CHECK(asked > 0);
    eagles_match_free(match);
    match = match_of(rules, setups[game], SEED);
    FAILS(EAGLES_E_NOT_ALLOWED, NULL, eagles_match_supply(match, wrong, 1, &err));
    eagles_match_free(match);
    eagles_rules_free(rules);
  }
}

// A match with dice of the host in which the French have drawn Toss and may play it; the word of that is written to `word`.
static eagles_match *with_toss(const eagles_rules *rules, const char *options, eagles_bytes *word, unsigned *chance) {
  eagles_error *err = NULL;
  eagles_match *match = match_of(rules, WATERLOO, options);
  while (1) {
    uint8_t player = next(match);
    uint64_t count = 0, at;
    CHECK(player != EAGLES_NOBODY);
    OK(eagles_match_legal_count(match, player, &count, &err));
    for (at = 0; at < count; at++) {
      eagles_bytes text = {0};
      int found;
      OK(eagles_match_text_at(match, player, at, &text, &err));
      found = has(&text, "Toss of a Coin") && player == 0;
      eagles_bytes_free(&text);
      if (found) {
        OK(eagles_match_word_at(match, player, at, word, &err));
        if (memcmp(word->data, "play", 4) == 0) return match;
        eagles_bytes_free(word);
      }
    }
    OK(eagles_match_choose_word(match, player, EAGLES_TEXT(GREEDY), word, &err));
    EQUAL(apply(match, player, word, "Toss of a Coin", chance, &err), EAGLES_OK);
    eagles_bytes_free(word);
  }
}

void test_handlers(void) {
  eagles_error *err = NULL;
  eagles_rules *rules = rules_with_toss("5");
  eagles_bytes word = {0}, out = {0}, save = {0};
  unsigned chance = 7;
  uint16_t six = 6;
  uint64_t before;
  // By its script: it asks for a die, which the host throws.
  eagles_match *match = with_toss(rules, "{\"draws\": \"host\"}", &word, &chance), *taken = NULL;
  EQUAL(apply(match, 0, &word, NULL, &chance, &err), EAGLES_OK);
  OK(eagles_rules_log(rules, &out, &err));
  CHECK(has(&out, "tossed"));
  eagles_bytes_free(&out);
  FAILS(EAGLES_E_NOT_ALLOWED, NULL, eagles_match_answer(match, EAGLES_TEXT("{\"run\": []}"), &err));
  eagles_match_free(match);
  eagles_bytes_free(&word);

  // By the host: a question, a die, a question again, and what is to run.
  chance = 7;
  match = with_toss(rules, "{\"draws\": \"host\", \"answers\": true}", &word, &chance);
  before = hash_of(match);
  FAILS(EAGLES_E_NOT_ALLOWED, NULL, eagles_match_answer(match, EAGLES_TEXT("{\"run\": []}"), &err));
  EQUAL(eagles_match_apply(match, 0, (const char *)word.data, word.len, &err), EAGLES_NEEDS_ANSWER);
  CHECK(strstr(eagles_error_json(err), "\"question\":{") && strstr(eagles_error_json(err), "toss-toss"));
  eagles_error_free(err);
  err = NULL;
  FAILS(EAGLES_E_FORM, NULL, eagles_match_answer(match, EAGLES_TEXT("{\"fly\": 1}"), &err));
  OK(eagles_match_answer(match, EAGLES_TEXT("{\"roll\": 1}"), &err));
  FAILS(EAGLES_E_NOT_ALLOWED, NULL, eagles_match_answer(match, EAGLES_TEXT("{\"roll\": 1}"), &err));
  FAILS(EAGLES_NEEDS_DRAW, "draw-needed", eagles_match_apply(match, 0, (const char *)word.data, word.len, &err));
  OK(eagles_match_supply(match, &six, 1, &err));
  // An answer that does not fit the card is forgotten, and the question comes again.
  FAILS(EAGLES_NEEDS_ANSWER, NULL, eagles_match_apply(match, 0, (const char *)word.data, word.len, &err));
  OK(eagles_match_answer(match, EAGLES_TEXT("{\"run\": [{\"part\": \"glory\"}]}"), &err));
  FAILS(EAGLES_E_SCRIPT, NULL, eagles_match_apply(match, 0, (const char *)word.data, word.len, &err));
  FAILS(EAGLES_NEEDS_ANSWER, NULL, eagles_match_apply(match, 0, (const char *)word.data, word.len, &err));
  CHECK(hash_of(match) == before);
  OK(eagles_match_answer(match, EAGLES_TEXT("{\"run\": [{\"part\": \"luck\"}]}"), &err));
  EQUAL(apply(match, 0, &word, NULL, &chance, &err), EAGLES_OK);
  CHECK(hash_of(match) != before);

  // A saved game needs the answers again.
  OK(eagles_match_answers(match, &out, &err));
  CHECK(has(&out, "\"luck\"") && has(&out, "\"roll\""));
  OK(eagles_match_save(match, EAGLES_TEXT(""), &save, &err));
  FAILS(EAGLES_NEEDS_ANSWER, NULL,
        eagles_match_load(rules, save.data, save.len, EAGLES_TEXT("{\"host-answers\": true}"), &taken, &err));
  {
    char *answers = text_of(&out);
    size_t room = strlen(answers) + 64;
    char *options = (char *)malloc(room);
    CHECK(options != NULL);
    snprintf(options, room, "{\"host-answers\": true, \"answers\": %s}", answers);
    OK(eagles_match_load(rules, save.data, save.len, EAGLES_TEXT(options), &taken, &err));
    CHECK(hash_of(taken) == hash_of(match));
    OK(eagles_save_verify(rules, save.data, save.len, EAGLES_TEXT(options), &err));
    free(options);
    free(answers);
  }
  eagles_bytes_free(&out);
  eagles_bytes_free(&save);
  eagles_bytes_free(&word);
  eagles_match_free(taken);
  eagles_match_free(match);
  eagles_rules_free(rules);
}

void test_reload(void) {
  eagles_error *err = NULL;
  eagles_rules *rules = rules_with_toss("5"), *changed = rules_with_toss("2"), *bare = rules_of("waterloo", "");
  eagles_bytes word = {0};
  unsigned chance = 7;
  uint16_t three = 3, four = 4;
  eagles_match *match = with_toss(rules, "{\"draws\": \"host\"}", &word, &chance), *old = NULL;
  eagles_status status;
  OK(eagles_match_fork(match, EAGLES_TEXT(""), &old, &err));
  FAILS(EAGLES_E_VERSION, NULL, eagles_match_reload(match, bare, &err));
  OK(eagles_match_reload(match, changed, &err));
  CHECK(hash_of(match) == hash_of(old));
  // A 3 is not enough under the old script, and wins a card under the new one.
  FAILS(EAGLES_NEEDS_DRAW, NULL, eagles_match_apply(match, 0, (const char *)word.data, word.len, &err));
  OK(eagles_match_supply(match, &three, 1, &err));
  status = eagles_match_apply(match, 0, (const char *)word.data, word.len, &err);
  EQUAL(status, EAGLES_NEEDS_DRAW);
  CHECK(strstr(eagles_error_json(err), "\"pick\"") != NULL);
  eagles_error_free(err);
  err = NULL;
  FAILS(EAGLES_E_UNFINISHED, NULL, eagles_match_reload(match, rules, &err));
  EQUAL(apply(match, 0, &word, NULL, &chance, &err), EAGLES_OK);
  FAILS(EAGLES_NEEDS_DRAW, NULL, eagles_match_apply(old, 0, (const char *)word.data, word.len, &err));
  OK(eagles_match_supply(old, &four, 1, &err));
  OK(eagles_match_apply(old, 0, (const char *)word.data, word.len, &err));
  CHECK(hash_of(match) != hash_of(old));
  eagles_bytes_free(&word);
  eagles_match_free(match);
  eagles_match_free(old);
  eagles_rules_free(rules);
  eagles_rules_free(changed);
  eagles_rules_free(bare);
}
