// Matches: opening, listing, explaining, applying, whole battles.

#include "suite.h"

static void one_game(const char *game, const char *setup, const char *id) {
  eagles_error *err = NULL;
  eagles_rules *rules = rules_of(game, "");
  eagles_match *match = match_of(rules, setup, SEED), *again;
  eagles_bytes out = {0}, word = {0};
  uint8_t players = 0, player, over = 1, winner = 0;
  uint64_t count = 0, at;
  long made;
  // The match keeps what it needs.
  eagles_rules_free(rules);
  OK(eagles_match_standing(match, &out, &err));
  CHECK(has(&out, game) && has(&out, "\"ending\":null"));
  eagles_bytes_free(&out);
  OK(eagles_match_catalogue(match, &out, &err));
  CHECK(has(&out, id));
  eagles_bytes_free(&out);
  OK(eagles_match_setup(match, &out, &err));
  CHECK(out.len > 10);
  eagles_bytes_free(&out);

  for (made = 0; made < 12; made++) {
    OK(eagles_match_to_act(match, &players, &err));
    player = next(match);
    CHECK(players >> player & 1);
    OK(eagles_match_over(match, &over, &winner, &err));
    EQUAL(over, 0);
    EQUAL(winner, EAGLES_NOBODY);
    OK(eagles_match_legal_count(match, player, &count, &err));
    CHECK(count > 0);
    OK(eagles_match_legal(match, player, &out, &err));
    CHECK(out.data[0] == '[' && out.data[out.len - 1] == ']');
    for (at = 0; at < count; at += 5) {
      eagles_bytes text = {0}, entry = {0};
      OK(eagles_match_word_at(match, player, at, &word, &err));
      OK(eagles_match_text_at(match, player, at, &text, &err));
      CHECK(word.len > 0 && text.len > 0);
      OK(eagles_match_describe(match, player, (const char *)word.data, word.len, &entry, &err));
      CHECK(has(&entry, "\"word\":") && has(&entry, "\"text\":"));
      eagles_bytes_free(&entry);
      OK(eagles_match_explain(match, player, (const char *)word.data, word.len, &entry, &err));
      eagles_bytes_free(&entry);
      OK(eagles_match_explain_text(match, player, (const char *)word.data, word.len, &entry, &err));
      eagles_bytes_free(&entry);
      OK(eagles_match_odds(match, player, (const char *)word.data, word.len, &entry, &err));
      CHECK(has(&entry, "\"throws\":"));
      eagles_bytes_free(&entry);
      OK(eagles_match_odds_text(match, player, (const char *)word.data, word.len, &entry, &err));
      eagles_bytes_free(&entry);
      eagles_bytes_free(&text);
      eagles_bytes_free(&word);
    }
    FAILS(EAGLES_E_RANGE, NULL, eagles_match_word_at(match, player, count, &word, &err));
    FAILS(EAGLES_E_RANGE, NULL, eagles_match_text_at(match, player, UINT64_MAX, &word, &err));
    FAILS(EAGLES_E_RANGE, NULL, eagles_match_apply_place(match, player, count, &err));
    eagles_bytes_free(&out);
    OK(eagles_match_choose(match, player, EAGLES_TEXT(GREEDY), &out, &err));
    OK(eagles_match_choose_word(match, player, EAGLES_TEXT(GREEDY), &word, &err));
    CHECK(word.len > 0);
    {
      char *chosen = text_of(&out);
      long long place = number_in(chosen, "place");
      free(chosen);
      OK(eagles_match_apply_place(match, player, (uint64_t)place, &err));
    }
    eagles_bytes_free(&word);
    eagles_bytes_free(&out);
  }

  // The same seed and bot play the same battle, and it ends.
  rules = rules_of(game, "");
  again = match_of(rules, setup, SEED);
  EQUAL(play(again, GREEDY, made), made);
  CHECK(hash_of(again) == hash_of(match));
  made = play(match, GREEDY, small ? 30 : 20000);
  EQUAL(play(again, GREEDY, made), made);
  CHECK(hash_of(again) == hash_of(match));
  if (!small) {
    OK(eagles_match_over(match, &over, &winner, &err));
    EQUAL(over, 1);
    EQUAL(next(match), EAGLES_NOBODY);
    OK(eagles_match_to_act(match, &players, &err));
    EQUAL(players, 0);
    FAILS(EAGLES_E_OVER, NULL, eagles_match_apply(match, 0, EAGLES_TEXT("end"), &err));
    FAILS(EAGLES_E_OVER, NULL, eagles_match_resign(match, 0, &err));
    FAILS(EAGLES_E_NOT_ALLOWED, NULL, eagles_match_choose(match, 0, EAGLES_TEXT(GREEDY), &out, &err));
  }
  eagles_match_free(again);
  eagles_match_free(match);
  eagles_rules_free(rules);
}

void test_playing(void) {
  one_game("waterloo", WATERLOO, "Marshal Ney");
  one_game("empire", EMPIRE, "line-61-1");
}

void test_refusals(void) {
  eagles_error *err = NULL;
  eagles_rules *rules = rules_of("waterloo", "");
  eagles_match *match = match_of(rules, WATERLOO, SEED);
  eagles_bytes out = {0};
  uint64_t before;
  uint8_t player;
  play(match, GREEDY, 26);
  before = hash_of(match);
  player = next(match);
  // The wrong player, and what the phase does not allow.
  FAILS(EAGLES_E_REFUSED, NULL, eagles_match_apply(match, (uint8_t)(1 - player), EAGLES_TEXT("end"), &err));
  EQUAL(eagles_match_apply(match, player, EAGLES_TEXT("deal"), &err), EAGLES_E_REFUSED);
  CHECK(strstr(eagles_error_json(err), "\"cites\":[\"W ") != NULL);
  CHECK(strncmp(eagles_error_cites(err), "W ", 2) == 0);
  eagles_error_free(err);
  err = NULL;
  FAILS(EAGLES_E_REFUSED, NULL, eagles_match_explain(match, player, EAGLES_TEXT("deal"), &out, &err));
  FAILS(EAGLES_E_REFUSED, NULL, eagles_match_explain_text(match, player, EAGLES_TEXT("deal"), &out, &err));
  FAILS(EAGLES_E_REFUSED, NULL, eagles_match_odds(match, player, EAGLES_TEXT("deal"), &out, &err));
  FAILS(EAGLES_E_REFUSED, NULL, eagles_match_odds_text(match, player, EAGLES_TEXT("deal"), &out, &err));
  FAILS(EAGLES_E_REFUSED, NULL, eagles_match_outcomes(match, player, EAGLES_TEXT("deal"), 100, &out, &err));
  FAILS(EAGLES_E_INVALID_ACTION, NULL, eagles_match_apply(match, player, EAGLES_TEXT("fly to the moon"), &err));
  FAILS(EAGLES_E_INVALID_ACTION, NULL, eagles_match_apply(match, player, EAGLES_TEXT("{\"fly\": 1}"), &err));
  FAILS(EAGLES_E_UNKNOWN, NULL, eagles_match_choose_word(match, player, EAGLES_TEXT("{\"name\": \"ghost\"}"), &out, &err));
  CHECK(hash_of(match) == before);
  // Everything that can come of the first action of the bot that throws dice.
  while (next(match) != EAGLES_NOBODY) {
    eagles_bytes word = {0};
    int dice;
    player = next(match);
    OK(eagles_match_choose_word(match, player, EAGLES_TEXT(GREEDY), &word, &err));
    dice = has(&word, "roll");
    if (dice) {
      OK(eagles_match_outcomes(match, player, (const char *)word.data, word.len, 100000, &out, &err));
      CHECK(has(&out, "\"ways\"") || has(&out, "chance"));
      eagles_bytes_free(&out);
      FAILS(EAGLES_E_TOO_MANY, NULL,
            eagles_match_outcomes(match, player, (const char *)word.data, word.len, 1, &out, &err));
    } else {
      OK(eagles_match_apply(match, player, (const char *)word.data, word.len, &err));
    }
    eagles_bytes_free(&word);
    if (dice) break;
  }
  CHECK(next(match) != EAGLES_NOBODY);
  eagles_match_free(match);
  eagles_rules_free(rules);
}
