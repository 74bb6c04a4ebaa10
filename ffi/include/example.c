#include <eagles.h>
#include <stdio.h>
#include <string.h>

// Prints what went wrong and gives the status on. It takes the place of the error: which of two arguments is worked out first
// is not said in C.
static eagles_status check(eagles_status status, eagles_error **err) {
  if (status != EAGLES_OK) {
    fprintf(stderr, "%s: %s\n", eagles_status_name(status), eagles_error_message(*err));
  }
  eagles_error_free(*err);
  *err = NULL;
  return status;
}

int main(void) {
  eagles_error *err = NULL;
  eagles_rules *rules = NULL;
  eagles_match *match = NULL;
  uint8_t player = 0, over = 0, winner = 0;
  uint64_t cursor = 0;

  if (check(eagles_rules_new(EAGLES_TEXT("waterloo"), EAGLES_TEXT(""), &rules, &err), &err)) return 1;
  if (check(eagles_match_open(rules, EAGLES_TEXT("{\"battle\": \"QB\"}"), EAGLES_TEXT("{\"seed\": 1815}"), &match, &err), &err)) {
    eagles_rules_free(rules);
    return 1;
  }
  for (;;) {
    uint64_t count = 0;
    eagles_bytes news = {NULL, 0, 0};
    if (check(eagles_match_next_to_ask(match, &player, &err), &err) || player == EAGLES_NOBODY) break;
    // A real host shows the list (eagles_match_legal) and lets the player choose; here the middle one is taken.
    if (check(eagles_match_legal_count(match, player, &count, &err), &err)) break;
    if (check(eagles_match_apply_place(match, player, count / 2, &err), &err)) break;
    // What an onlooker is told, as JSON.
    if (check(eagles_match_events(match, EAGLES_PUBLIC, cursor, &cursor, &news, &err), &err)) break;
    eagles_bytes_free(&news);
  }
  if (!check(eagles_match_over(match, &over, &winner, &err), &err)) {
    printf("over: %d, winner: %d, %llu things told\n", over, winner, (unsigned long long)cursor);
  }
  eagles_match_free(match);
  eagles_rules_free(rules);
  return over ? 0 : 1;
}
