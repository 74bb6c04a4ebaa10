// Taking back, consent, offers, forks, samples, saved games.

#include "suite.h"

void test_past(void) {
  eagles_error *err = NULL;
  eagles_rules *rules = rules_of("waterloo", "");
  eagles_match *match = match_of(rules, WATERLOO, SEED);
  uint64_t before, after;
  uint8_t player;
  // In the deployment, where nobody has been told anything: after the deal.
  play(match, GREEDY, 1);
  before = hash_of(match);
  player = next(match);
  FAILS(EAGLES_E_NOT_ALLOWED, "nothing-to-redo", eagles_match_redo(match, player, &err));
  play(match, GREEDY, 1);
  after = hash_of(match);
  CHECK(before != after);
  OK(eagles_match_undo(match, player, 1, &err));
  CHECK(hash_of(match) == before);
  OK(eagles_match_redo(match, player, &err));
  CHECK(hash_of(match) == after);
  FAILS(EAGLES_E_NOT_ALLOWED, "too-few", eagles_match_undo(match, player, 1000, &err));
  FAILS(EAGLES_E_UNKNOWN, NULL, eagles_match_undo(match, 7, 1, &err));
  // The deal has told both what they hold: only together.
  OK(eagles_match_undo(match, player, 1, &err));
  FAILS(EAGLES_E_NOT_ALLOWED, "barrier", eagles_match_undo(match, 0, 1, &err));
  eagles_match_free(match);

  // Analysis takes back anything.
  match = match_of(rules, WATERLOO, "{\"seed\": 1815, \"analysis\": true}");
  before = hash_of(match);
  EQUAL(play(match, GREEDY, 40), 40);
  after = hash_of(match);
  OK(eagles_match_undo(match, 0, 40, &err));
  CHECK(hash_of(match) == before);
  while (eagles_match_redo(match, 1, NULL) == EAGLES_OK) {
  }
  CHECK(hash_of(match) == after);
  eagles_match_free(match);
  eagles_rules_free(rules);
}

void test_talking(void) {
  eagles_error *err = NULL;
  eagles_rules *rules = rules_of("empire", "");
  eagles_match *match = match_of(rules, EMPIRE, SEED);
  eagles_bytes out = {0};
  uint64_t before, after;
  uint8_t over = 0, winner = 0, player;
  FAILS(EAGLES_E_NOT_ALLOWED, "nothing-asked", eagles_match_consent(match, 0, &err));
  FAILS(EAGLES_E_NOT_ALLOWED, "nothing-asked", eagles_match_decline(match, 0, &err));
  play(match, GREEDY, 11);
  before = hash_of(match);
  player = next(match);
  play(match, GREEDY, 1);
  after = hash_of(match);
  OK(eagles_match_ask_undo(match, player, 1, &err));
  OK(eagles_match_standing(match, &out, &err));
  CHECK(!has(&out, "\"undo_asked\":null"));
  eagles_bytes_free(&out);
  FAILS(EAGLES_E_NOT_ALLOWED, "already-asked", eagles_match_ask_undo(match, player, 1, &err));
  OK(eagles_match_decline(match, (uint8_t)(1 - player), &err));
  CHECK(hash_of(match) == after);
  OK(eagles_match_ask_undo(match, player, 1, &err));
  OK(eagles_match_consent(match, (uint8_t)(1 - player), &err));
  CHECK(hash_of(match) == before);

  FAILS(EAGLES_E_NOT_ALLOWED, "nothing-asked", eagles_match_accept_draw(match, 0, &err));
  OK(eagles_match_offer_draw(match, 0, &err));
  OK(eagles_match_decline_draw(match, 1, &err));
  OK(eagles_match_offer_draw(match, 1, &err));
  OK(eagles_match_accept_draw(match, 0, &err));
  OK(eagles_match_over(match, &over, &winner, &err));
  EQUAL(over, 1);
  EQUAL(winner, EAGLES_NOBODY);
  FAILS(EAGLES_E_OVER, NULL, eagles_match_offer_draw(match, 0, &err));
  eagles_match_free(match);

  match = match_of(rules, EMPIRE, SEED);
  OK(eagles_match_resign(match, 0, &err));
  OK(eagles_match_over(match, &over, &winner, &err));
  EQUAL(over, 1);
  EQUAL(winner, 1);
  eagles_match_free(match);
  eagles_rules_free(rules);
}

void test_lines(void) {
  const char *games[2] = {"waterloo", "empire"}, *setups[2] = {WATERLOO, EMPIRE};
  int game;
  for (game = 0; game < 2; game++) {
    eagles_error *err = NULL;
    eagles_rules *rules = rules_of(games[game], "");
    eagles_match *match = match_of(rules, setups[game], SEED), *same_draws = NULL, *other = NULL, *hosted = NULL;
    eagles_match *sample = NULL, *twin = NULL, *from = NULL;
    eagles_bytes view = {0}, sampled = {0}, position = {0};
    uint64_t before;
    play(match, GREEDY, 22);
    before = hash_of(match);
    OK(eagles_match_fork(match, EAGLES_TEXT(""), &same_draws, &err));
    OK(eagles_match_fork(match, EAGLES_TEXT("{\"seed\": 2}"), &other, &err));
    OK(eagles_match_fork(match, EAGLES_TEXT("{\"host\": true}"), &hosted, &err));
    FAILS(EAGLES_E_FORM, NULL, eagles_match_fork(match, EAGLES_TEXT("{\"host\": 1}"), &sample, &err));
    CHECK(hash_of(same_draws) == before && hash_of(other) == before && hash_of(hosted) == before);
    play(match, GREEDY, 30);
    play(same_draws, GREEDY, 30);
    play(other, GREEDY, 30);
    CHECK(hash_of(match) == hash_of(same_draws) && hash_of(match) != hash_of(other));
    CHECK(hash_of(hosted) == before);

    // A sample looks the same to its player, and the same seed gives the same one.
    OK(eagles_match_sample(hosted, 0, EAGLES_TEXT("12"), &sample, &err));
    OK(eagles_match_sample(hosted, 0, EAGLES_TEXT("12"), &twin, &err));
    CHECK(hash_of(sample) == hash_of(twin));
    OK(eagles_match_view_json(hosted, 0, &view, &err));
    OK(eagles_match_view_json(sample, 0, &sampled, &err));
    CHECK(same(&view, &sampled));
    eagles_match_free(twin);
    OK(eagles_match_sample(hosted, 1, NULL, 0, &twin, &err));
    FAILS(EAGLES_E_FORM, NULL, eagles_match_sample(hosted, 0, EAGLES_TEXT("twelve"), &from, &err));
    FAILS(EAGLES_E_UNKNOWN, NULL, eagles_match_sample(hosted, 5, EAGLES_TEXT("12"), &from, &err));

    // A match from the line of a position.
    OK(eagles_match_position(match, &position, &err));
    {
      char *line = text_of(&position);
      size_t room = strlen(line) + 64;
      char *options = (char *)malloc(room);
      CHECK(options != NULL && strchr(line, '"') == NULL);
      snprintf(options, room, "{\"seed\": 3, \"position\": \"%s\"}", line);
      from = match_of(rules, setups[game], options);
      CHECK(hash_of(from) == hash_of(match));
      eagles_match_free(from);
      from = NULL;
      free(options);
      free(line);
    }
    FAILS(EAGLES_E_INVALID_POSITION, NULL,
          eagles_match_open(rules, EAGLES_TEXT(setups[game]), EAGLES_TEXT("{\"position\": \"on the moon\"}"), &from, &err));
    CHECK(from == NULL);
    eagles_bytes_free(&view);
    eagles_bytes_free(&sampled);
    eagles_bytes_free(&position);
    eagles_match_free(match);
    eagles_match_free(same_draws);
    eagles_match_free(other);
    eagles_match_free(hosted);
    eagles_match_free(sample);
    eagles_match_free(twin);
    eagles_rules_free(rules);
  }
}

void test_saves(void) {
  const char *games[2] = {"waterloo", "empire"}, *setups[2] = {WATERLOO, EMPIRE};
  int game, form;
  for (game = 0; game < 2; game++) {
    eagles_error *err = NULL;
    eagles_rules *rules = rules_of(games[game], ""), *others = rules_of(games[1 - game], "");
    eagles_match *match = match_of(rules, setups[game], SEED), *taken = NULL;
    eagles_bytes out = {0};
    play(match, GREEDY, small ? 25 : 120);
    OK(eagles_match_journal(match, &out, &err));
    CHECK(out.data[0] == '[' && out.len > 100);
    eagles_bytes_free(&out);
    for (form = 0; form < 2; form++) {
      const char *options = form ? "{\"form\": \"binary\"}" : "{\"form\": \"json\", \"notes\": {\"table\": \"green\"}}";
      eagles_bytes save = {0};
      uint64_t at;
      OK(eagles_match_save(match, EAGLES_TEXT(options), &save, &err));
      OK(eagles_save_about(save.data, save.len, &out, &err));
      CHECK(has(&out, games[game]) && (form || has(&out, "green")) && !has(&out, "\"seed\""));
      eagles_bytes_free(&out);
      OK(eagles_save_verify(rules, save.data, save.len, EAGLES_TEXT(""), &err));
      OK(eagles_save_rerun(rules, save.data, save.len, EAGLES_TEXT(""), &out, &err));
      CHECK(has(&out, "\"first\":null") && has(&out, "\"stopped\":null"));
      eagles_bytes_free(&out);
      OK(eagles_match_load(rules, save.data, save.len, EAGLES_TEXT(""), &taken, &err));
      CHECK(hash_of(taken) == hash_of(match));
      // They go on alike.
      {
        eagles_match *fork = NULL;
        OK(eagles_match_fork(match, EAGLES_TEXT(""), &fork, &err));
        play(fork, GREEDY, 10);
        play(taken, GREEDY, 10);
        CHECK(hash_of(taken) == hash_of(fork));
        eagles_match_free(fork);
      }
      eagles_match_free(taken);
      OK(eagles_match_load(rules, save.data, save.len, EAGLES_TEXT("{\"from-position\": true}"), &taken, &err));
      CHECK(hash_of(taken) == hash_of(match));
      eagles_match_free(taken);
      taken = NULL;
      FAILS(EAGLES_E_UNSUPPORTED, "other-game",
            eagles_match_load(others, save.data, save.len, EAGLES_TEXT(""), &taken, &err));
      FAILS(EAGLES_E_INVALID_SAVE, NULL, eagles_save_about(save.data, save.len / 2, &out, &err));
      FAILS(EAGLES_E_INVALID_SAVE, NULL, eagles_match_load(rules, NULL, 0, EAGLES_TEXT(""), &taken, &err));
      // Any byte may be another: it is found out or means the same, and nothing else happens.
      for (at = 0; at < save.len; at += save.len / 23 + 1) {
        uint8_t kept = save.data[at];
        save.data[at] ^= 0x11;
        if (eagles_match_load(rules, save.data, save.len, EAGLES_TEXT(""), &taken, NULL) == EAGLES_OK) {
          eagles_match_free(taken);
        }
        taken = NULL;
        save.data[at] = kept;
      }
      eagles_bytes_free(&save);
    }
    OK(eagles_match_save_for(match, 1, &out, &err));
    CHECK(out.data[0] == '{' && !has(&out, "\"seed\""));
    eagles_bytes_free(&out);
    FAILS(EAGLES_E_UNKNOWN, NULL, eagles_match_save_for(match, 4, &out, &err));
    FAILS(EAGLES_E_FORM, NULL, eagles_match_save(match, EAGLES_TEXT("{\"form\": \"clay\"}"), &out, &err));
    eagles_match_free(match);
    eagles_rules_free(rules);
    eagles_rules_free(others);
  }
}
