// The library itself, errors, calculators, rules.

#include "suite.h"

static eagles_status ask(const char *name, const char *facts, eagles_bytes *out, eagles_error **err) {
  return eagles_calculate(EAGLES_TEXT(name), EAGLES_TEXT(facts), out, err);
}

void test_library(void) {
  eagles_error *err = NULL;
  eagles_bytes info = {0};
  char version[32];
  EQUAL(eagles_abi_version(), EAGLES_ABI_VERSION);
  EQUAL(eagles_abi_compatible(), EAGLES_ABI_COMPATIBLE);
  snprintf(version, sizeof version, "%d.%d.%d", EAGLES_VERSION_MAJOR, EAGLES_VERSION_MINOR, EAGLES_VERSION_PATCH);
  CHECK(strcmp(eagles_version_string(), version) == 0);
  OK(eagles_build_info(&info, &err));
  CHECK(has(&info, version) && has(&info, "\"rules\"") && has(&info, "luau"));
  eagles_bytes_free(&info);
  CHECK(info.data == NULL && info.len == 0 && info.capacity == 0);
  eagles_bytes_free(&info);

  CHECK(strcmp(eagles_status_name(EAGLES_OK), "EAGLES_OK") == 0);
  CHECK(strcmp(eagles_status_name(EAGLES_E_REFUSED), "EAGLES_E_REFUSED") == 0);
  CHECK(strcmp(eagles_status_name(-1), "EAGLES_E_UNKNOWN_STATUS") == 0);

  // Nothing is freed where there is nothing.
  eagles_bytes_free(NULL);
  eagles_error_free(NULL);
  eagles_rules_free(NULL);
  eagles_match_free(NULL);
  eagles_view_free(NULL);
  eagles_batch_free(NULL);
  eagles_simulation_free(NULL);
  EQUAL(eagles_error_status(NULL), EAGLES_OK);
  CHECK(eagles_error_code(NULL)[0] == 0 && eagles_error_message(NULL)[0] == 0 && eagles_error_json(NULL)[0] == 0);
  CHECK(eagles_error_cites(NULL)[0] == 0);
}

void test_calculators(void) {
  eagles_error *err = NULL;
  eagles_bytes out = {0};
  OK(eagles_calculators(&out, &err));
  CHECK(has(&out, "waterloo.attack") && has(&out, "empire.assault"));
  eagles_bytes_free(&out);
  OK(ask("waterloo.attack", "{\"cv\": 5, \"power\": 4}", &out, &err));
  CHECK(out.len > 2 && out.data[0] == '{');
  eagles_bytes_free(&out);
  OK(ask("empire.initiative", "{}", &out, &err));
  eagles_bytes_free(&out);
  FAILS(EAGLES_E_UNKNOWN, NULL, ask("waterloo.weather", "{}", &out, &err));
  FAILS(EAGLES_E_FORM, NULL, ask("waterloo.attack", "{\"colour\": 3}", &out, &err));
  FAILS(EAGLES_E_INVALID_FACTS, NULL, ask("waterloo.attack", "{\"cv\": 99, \"power\": 4}", &out, &err));
  CHECK(out.data == NULL);
}

void test_rules(void) {
  eagles_error *err = NULL;
  eagles_rules *rules, *other = NULL;
  eagles_bytes out = {0};
  const char *broken = "{\"mods\": [{\"manifest\": \"id = 'x'\", \"cards\": \"\", \"files\": {}}]}";
  rules = rules_of("waterloo", "");
  OK(eagles_rules_clone(rules, &other, &err));
  eagles_rules_free(rules);
  OK(eagles_rules_catalogue(other, &out, &err));
  CHECK(has(&out, "Marshal Ney") && has(&out, "\"QB\""));
  eagles_bytes_free(&out);
  OK(eagles_rules_log(other, &out, &err));
  CHECK(has(&out, "\"lines\":[]"));
  eagles_bytes_free(&out);
  OK(eagles_rules_check(other, EAGLES_TEXT(WATERLOO), &err));
  FAILS(EAGLES_E_INVALID_SETUP, NULL, eagles_rules_check(other, EAGLES_TEXT("{\"battle\": \"XX\"}"), &err));
  FAILS(EAGLES_E_FORM, NULL, eagles_rules_check(other, EAGLES_TEXT("{\"battle\": 3}"), &err));
  FAILS(EAGLES_E_FORM, NULL, eagles_rules_check(other, EAGLES_TEXT("["), &err));
  eagles_rules_free(other);

  // All faults at once.
  other = NULL;
  EQUAL(eagles_rules_new(EAGLES_TEXT("waterloo"), EAGLES_TEXT(broken), &other, &err), EAGLES_E_INVALID_CARDS);
  CHECK(other == NULL && strstr(eagles_error_json(err), "\"faults\":[") != NULL);
  eagles_error_free(err);
  err = NULL;
  FAILS(EAGLES_E_UNKNOWN, NULL, eagles_rules_new(EAGLES_TEXT("chess"), EAGLES_TEXT(""), &other, &err));
  FAILS(EAGLES_E_FORM, NULL, eagles_rules_new(EAGLES_TEXT("waterloo"), EAGLES_TEXT("{\"moods\": []}"), &other, &err));

  rules = rules_with_toss("5");
  OK(eagles_rules_catalogue(rules, &out, &err));
  CHECK(has(&out, "Toss of a Coin"));
  eagles_bytes_free(&out);
  eagles_rules_free(rules);

  rules = rules_of("empire", "");
  OK(eagles_rules_catalogue(rules, &out, &err));
  CHECK(has(&out, "tutorial"));
  eagles_bytes_free(&out);
  OK(eagles_rules_check(rules, EAGLES_TEXT(EMPIRE), &err));
  OK(eagles_rules_check(rules, EAGLES_TEXT("{\"meeting\": {\"units\": 8, \"seed\": 3}}"), &err));
  FAILS(EAGLES_E_UNKNOWN, NULL, eagles_rules_check(rules, EAGLES_TEXT("{\"shipped\": \"moon\"}"), &err));
  eagles_rules_free(rules);
}

// Handles that are none, texts that are none, buffers that are too small.
void test_mistakes(void) {
  eagles_error *err = NULL;
  eagles_rules *rules = rules_of("waterloo", "");
  eagles_match *match = match_of(rules, WATERLOO, SEED), *none = NULL;
  eagles_view *view = NULL;
  eagles_bytes out = {0};
  uint8_t player = 0;
  uint64_t count = 0;
  FAILS(EAGLES_E_NULL, NULL, eagles_match_next_to_ask(NULL, &player, &err));
  FAILS(EAGLES_E_NULL, NULL, eagles_match_next_to_ask(match, NULL, &err));
  FAILS(EAGLES_E_NULL, NULL, eagles_match_standing(match, NULL, &err));
  FAILS(EAGLES_E_HANDLE, NULL, eagles_match_standing((const eagles_match *)rules, &out, &err));
  FAILS(EAGLES_E_HANDLE, NULL, eagles_rules_catalogue((const eagles_rules *)match, &out, &err));
  FAILS(EAGLES_E_UTF8, NULL, eagles_match_apply(match, 0, "\xff\xfe", 2, &err));
  FAILS(EAGLES_E_RANGE, NULL, eagles_match_apply(match, 0, "end", UINT64_MAX / 2, &err));
  FAILS(EAGLES_E_UNKNOWN, NULL, eagles_match_legal_count(match, 9, &count, &err));
  FAILS(EAGLES_E_UNKNOWN, NULL, eagles_match_view(match, 9, &view, &err));
  FAILS(EAGLES_E_FORM, NULL, eagles_match_open(rules, EAGLES_TEXT(WATERLOO), EAGLES_TEXT("{\"sead\": 1}"), &none, &err));
  CHECK(none == NULL && view == NULL);
  // Whoever does not ask for the error gets the status all the same.
  EQUAL(eagles_match_next_to_ask(match, NULL, NULL), EAGLES_E_NULL);
  EQUAL(eagles_match_next_to_ask(match, &player, NULL), EAGLES_OK);
  // A handle of another kind is not freed.
  eagles_view_free((eagles_view *)match);
  EQUAL(eagles_match_next_to_ask(match, &player, NULL), EAGLES_OK);
  eagles_match_free(match);
  eagles_rules_free(rules);
}
