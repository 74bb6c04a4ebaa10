// For machine players: ids, masks, observations, batches, simulations.

#include "suite.h"
#include <pthread.h>

void test_numbers(void) {
  const char *games[2] = {"waterloo", "empire"}, *setups[2] = {WATERLOO, EMPIRE};
  int game;
  for (game = 0; game < 2; game++) {
    eagles_error *err = NULL;
    eagles_rules *rules = rules_of(games[game], "");
    eagles_match *match = match_of(rules, setups[game], SEED);
    eagles_bytes out = {0};
    uint64_t ids = 0, numbers = 0, count = 0, at, ones;
    uint16_t *list;
    uint8_t *mask, player;
    float *seen;
    int moves;
    OK(eagles_match_encoding(match, &out, &err));
    CHECK(has(&out, "\"action_ids\"") && has(&out, "\"offset\""));
    eagles_bytes_free(&out);
    OK(eagles_match_sizes(match, &ids, &numbers, &err));
    CHECK(ids > 10 && ids < 65535 && numbers > 10);
    list = (uint16_t *)malloc((size_t)ids * sizeof *list);
    mask = (uint8_t *)malloc((size_t)ids);
    seen = (float *)malloc((size_t)numbers * sizeof *seen);
    CHECK(list && mask && seen);
    for (moves = 0; moves < 25 && next(match) != EAGLES_NOBODY; moves++) {
      uint64_t legal = 0;
      player = next(match);
      OK(eagles_match_ids(match, player, list, ids, &count, &err));
      OK(eagles_match_legal_count(match, player, &legal, &err));
      CHECK(count == legal && count > 0 && count <= ids);
      OK(eagles_match_mask(match, player, mask, ids, &err));
      for (at = ones = 0; at < ids; at++) ones += mask[at];
      CHECK(ones > 0 && ones <= count);
      for (at = 0; at < count; at++) CHECK(list[at] == 65535 || mask[list[at]] == 1);
      OK(eagles_match_observe(match, player, seen, numbers, &err));
      for (at = 0; at < numbers; at++) CHECK(seen[at] == seen[at]);
      for (at = 0; at + 1 < count && list[at] == 65535; at++) {
      }
      if (list[at] == 65535) {
        OK(eagles_match_apply_place(match, player, at, &err));
      } else {
        OK(eagles_match_apply_id(match, player, list[at], &err));
      }
    }
    player = next(match);
    OK(eagles_match_observe(match, EAGLES_PUBLIC, seen, numbers, &err));
    FAILS(EAGLES_E_RANGE, NULL, eagles_match_observe(match, player, seen, numbers - 1, &err));
    FAILS(EAGLES_E_RANGE, NULL, eagles_match_mask(match, player, mask, ids - 1, &err));
    FAILS(EAGLES_E_INVALID_ACTION, NULL, eagles_match_apply_id(match, player, 65535, &err));
    // How many there are is told even where none fits.
    OK(eagles_match_ids(match, player, NULL, 0, &count, &err));
    CHECK(count > 0);
    free(list);
    free(mask);
    free(seen);
    eagles_match_free(match);
    eagles_rules_free(rules);
  }
}

#define POSITIONS 6

void test_batch(void) {
  const char *games[2] = {"waterloo", "empire"}, *setups[2] = {WATERLOO, EMPIRE};
  int game;
  for (game = 0; game < 2; game++) {
    eagles_error *err = NULL;
    eagles_rules *rules = rules_of(games[game], "");
    eagles_batch *batch = NULL;
    eagles_step steps[POSITIONS], step;
    eagles_bytes out = {0}, other = {0};
    uint64_t count = 0, ids = 0, numbers = 0, legal = 0, at, hash = 0, again = 1, places[POSITIONS];
    uint16_t *list, picked[POSITIONS];
    uint8_t *mask;
    float *seen;
    int round, rounds = small ? 20 : 200;
    FAILS(EAGLES_E_RANGE, NULL,
          eagles_batch_new(rules, EAGLES_TEXT(setups[game]), 0, EAGLES_TEXT("1"), &batch, &err));
    FAILS(EAGLES_E_FORM, NULL,
          eagles_batch_new(rules, EAGLES_TEXT(setups[game]), 1, EAGLES_TEXT("one"), &batch, &err));
    CHECK(batch == NULL);
    OK(eagles_batch_new(rules, EAGLES_TEXT(setups[game]), POSITIONS, EAGLES_TEXT("1815"), &batch, &err));
    eagles_rules_free(rules);
    OK(eagles_batch_sizes(batch, &count, &ids, &numbers, &err));
    EQUAL(count, POSITIONS);
    OK(eagles_batch_encoding(batch, &out, &err));
    CHECK(has(&out, "offset"));
    eagles_bytes_free(&out);
    list = (uint16_t *)malloc((size_t)ids * sizeof *list);
    mask = (uint8_t *)malloc((size_t)ids);
    seen = (float *)malloc((size_t)numbers * sizeof *seen);
    CHECK(list && mask && seen);
    for (round = 0; round < rounds; round++) {
      for (at = 0; at < POSITIONS; at++) {
        OK(eagles_batch_step(batch, at, &step, &err));
        CHECK(step.over || (step.legal > 0 && step.player < 2));
        places[at] = step.over ? 0 : (uint64_t)(round + at) % step.legal;
        picked[at] = 65535;
        if (step.over) continue;
        OK(eagles_batch_ids(batch, at, list, ids, &legal, &err));
        EQUAL(legal, step.legal);
        picked[at] = list[places[at]];
        OK(eagles_batch_mask(batch, at, mask, ids, &err));
        CHECK(picked[at] == 65535 || mask[picked[at]] == 1);
      }
      for (at = 0; at < POSITIONS && picked[at] != 65535; at++) {
      }
      // All at once by ids where every position has one, else by places.
      if (at == POSITIONS && round % 2) {
        OK(eagles_batch_apply_ids(batch, picked, steps, POSITIONS, &err));
      } else {
        OK(eagles_batch_apply_places(batch, places, steps, POSITIONS, &err));
      }
    }
    for (at = 0; at < POSITIONS; at++) {
      OK(eagles_batch_step(batch, at, &step, &err));
      CHECK(memcmp(&step, &steps[at], sizeof step) == 0);
    }
    OK(eagles_batch_observe(batch, 0, EAGLES_PUBLIC, seen, numbers, &err));
    OK(eagles_batch_state_hash(batch, 0, &hash, &err));
    OK(eagles_batch_copy(batch, 1, 0, &err));
    OK(eagles_batch_state_hash(batch, 1, &again, &err));
    CHECK(hash == again);
    OK(eagles_batch_position(batch, 0, &out, &err));
    OK(eagles_batch_position(batch, 1, &other, &err));
    CHECK(out.len > 0 && same(&out, &other));
    eagles_bytes_free(&out);
    eagles_bytes_free(&other);
    // From the beginning, and one at a time.
    OK(eagles_batch_reset(batch, 0, EAGLES_TEXT("77"), &step, &err));
    OK(eagles_batch_reset(batch, 1, EAGLES_TEXT("77"), NULL, &err));
    for (round = 0; round < 15; round++) {
      OK(eagles_batch_apply_place(batch, 0, 0, &step, &err));
      OK(eagles_batch_ids(batch, 1, list, ids, &legal, &err));
      if (list[0] == 65535) {
        OK(eagles_batch_apply_place(batch, 1, 0, NULL, &err));
      } else {
        OK(eagles_batch_apply_id(batch, 1, list[0], NULL, &err));
      }
    }
    OK(eagles_batch_state_hash(batch, 0, &hash, &err));
    OK(eagles_batch_state_hash(batch, 1, &again, &err));
    CHECK(hash == again);
    FAILS(EAGLES_E_RANGE, NULL, eagles_batch_step(batch, POSITIONS, &step, &err));
    FAILS(EAGLES_E_RANGE, NULL, eagles_batch_copy(batch, 0, UINT64_MAX, &err));
    FAILS(EAGLES_E_RANGE, NULL, eagles_batch_apply_place(batch, 0, UINT64_MAX, NULL, &err));
    FAILS(EAGLES_E_RANGE, NULL, eagles_batch_apply_places(batch, places, steps, POSITIONS - 1, &err));
    FAILS(EAGLES_E_INVALID_ACTION, NULL, eagles_batch_apply_id(batch, 0, 65535, NULL, &err));
    FAILS(EAGLES_E_UNKNOWN, NULL, eagles_batch_observe(batch, 0, 3, seen, numbers, &err));
    free(list);
    free(mask);
    free(seen);
    eagles_batch_free(batch);
  }
}

// Watches a slice from another thread and stops it.
static void *stop(void *of) {
  const eagles_simulation *series = (const eagles_simulation *)of;
  eagles_progress progress = {0, 0, 0, 0};
  eagles_bytes out = {0};
  do {
    if (eagles_simulation_progress(series, &progress, NULL) != EAGLES_OK) return NULL;
  } while (progress.played == 0);
  // The slice has the series for itself.
  EQUAL(eagles_simulation_report(series, &out, NULL), EAGLES_E_BUSY);
  CHECK(out.data == NULL);
  EQUAL(eagles_simulation_cancel(series, NULL), EAGLES_OK);
  return of;
}

static eagles_simulation *series_of(const eagles_rules *rules, const char *setup, const char *options) {
  eagles_error *err = NULL;
  eagles_simulation *series = NULL;
  OK(eagles_simulation_new(rules, EAGLES_TEXT(setup), EAGLES_TEXT(options), &series, &err));
  return series;
}

void test_simulation(void) {
  eagles_error *err = NULL;
  eagles_rules *rules = rules_of("waterloo", "");
  const char *few = "{\"games\": 40, \"players\": [\"random\", \"random\"], \"seed\": 4}";
  const char *many = "{\"games\": 100000000, \"players\": [\"random\", \"random\"], \"seed\": 4}";
  const uint64_t games = small ? 20 : 40;
  eagles_simulation *one = series_of(rules, WATERLOO, few), *two = series_of(rules, WATERLOO, few), *none = NULL;
  eagles_row alone[40], shared[40];
  eagles_progress progress;
  eagles_bytes out = {0}, other = {0};
  uint64_t written = 0, at;
  pthread_t watcher;
  void *watched = NULL;
  memset(alone, 0, sizeof alone);
  memset(shared, 0, sizeof shared);
  // Neither slices nor workers change what comes out.
  OK(eagles_simulation_run(one, UINT64_MAX, 1, alone, games, &written, &progress, &err));
  EQUAL(written, games);
  EQUAL(progress.played, games);
  for (at = 0; at < games; at += 10) {
    OK(eagles_simulation_run(two, UINT64_MAX, 3, shared + at, 10, &written, NULL, &err));
    EQUAL(written, 10);
  }
  CHECK(memcmp(alone, shared, sizeof alone) == 0);
  for (at = 0; at < games; at++) CHECK(alone[at].game == at && alone[at].actions > 0);
  OK(eagles_simulation_report(one, &out, &err));
  OK(eagles_simulation_report(two, &other, &err));
  CHECK(has(&out, "\"played\":") && same(&out, &other));
  eagles_bytes_free(&out);
  eagles_bytes_free(&other);
  if (!small) {
    OK(eagles_simulation_progress(one, &progress, &err));
    EQUAL(progress.done, 1);
  }
  OK(eagles_simulation_run(one, 0, 0, NULL, 0, NULL, &progress, &err));
  FAILS(EAGLES_E_RANGE, NULL, eagles_simulation_run(one, 1, 1000000, NULL, 0, NULL, NULL, &err));
  eagles_simulation_free(one);
  eagles_simulation_free(two);

  FAILS(EAGLES_E_UNKNOWN, NULL,
        eagles_simulation_new(rules, EAGLES_TEXT(WATERLOO),
                              EAGLES_TEXT("{\"games\": 1, \"players\": [\"ghost\", \"random\"]}"), &none, &err));
  FAILS(EAGLES_E_FORM, NULL, eagles_simulation_new(rules, EAGLES_TEXT(WATERLOO), EAGLES_TEXT("{}"), &none, &err));
  CHECK(none == NULL);

  one = series_of(rules, WATERLOO, many);
  EQUAL(pthread_create(&watcher, NULL, stop, one), 0);
  OK(eagles_simulation_run(one, UINT64_MAX, 2, NULL, 0, NULL, &progress, &err));
  EQUAL(pthread_join(watcher, &watched), 0);
  CHECK(watched == one);
  CHECK(progress.cancelled == 1 && progress.done == 0 && progress.played < 100000000);
  eagles_simulation_free(one);
  eagles_rules_free(rules);

  rules = rules_of("empire", "");
  one = series_of(rules, EMPIRE, "{\"games\": 3, \"max-actions\": 50}");
  OK(eagles_simulation_run(one, 3, 2, alone, 3, &written, &progress, &err));
  EQUAL(written, 3);
  OK(eagles_simulation_report(one, &out, &err));
  CHECK(has(&out, "\"game\":\"empire\""));
  eagles_bytes_free(&out);
  eagles_simulation_free(one);
  eagles_rules_free(rules);
}
