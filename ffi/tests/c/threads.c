// Eight threads: rules that all share, a match for each, one view that all read, handles that are made and freed meanwhile.
// Arguments: how many actions each plays; `apart` leaves out what threads take turns at (a match that all ask at once, the log
// and handlers of shared scripts), so that a checker that does not know the locks of the library has nothing to say.

#include "check.h"
#include <pthread.h>

#define THREADS 8

static const char TOSS[] =
    "{\"mods\": [{\"manifest\": \"id = 'toss'\\nversion = '1.0.0'\\napi = 1\\n\", \"cards\": "
    "\"number,id,side,type,name,bp,battles\\nauto,toss-toss,french,special,Toss of a Coin,3,QB\\n\", \"files\": "
    "{\"cards/toss.lua\": \"return special { id = 'toss-toss', text = { effect = 'Roll a die.', duration = 'immediate', "
    "limits = 'None.' }, rules = { 'W 7.23' }, windows = 'own_combat', aim = position('any'), effect = { "
    "ask_handler('toss') }, parts = { luck = { draw { count = 1 } } }, handler = { toss = function() "
    "print('tossed') return if dice(1)[1] > 3 then run('luck') else nil end } }\"}}]}";

static const char *const GAMES[2] = {"waterloo", "empire"};
static const char *const SETUPS[2] = {"{\"battle\": \"QB\"}", "{\"shipped\": \"tutorial\"}"};

static const eagles_rules *rules[2];
static const eagles_view *view;
static const eagles_match *busy;
static long actions = 100;
static int apart = 0;

struct done {
  uint64_t hash[2];
  uint64_t view;
};

static uint64_t sum(const eagles_bytes *bytes) {
  uint64_t sum = 14695981039346656037u, at;
  for (at = 0; at < bytes->len; at++) sum = (sum ^ bytes->data[at]) * 1099511628211u;
  return sum;
}

static void *one(void *of) {
  struct done *done = (struct done *)of;
  eagles_error *err = NULL;
  int game;
  for (game = 0; game < 2; game++) {
    eagles_match *match = NULL;
    eagles_bytes bytes = {0};
    long made;
    OK(eagles_match_open(rules[game], EAGLES_TEXT(SETUPS[game]), EAGLES_TEXT("{\"seed\": 1815}"), &match, &err));
    for (made = 0; made < actions; made++) {
      const char *bot = "{\"name\": \"random\", \"seed\": 3}";
      eagles_rules *another = NULL;
      uint8_t player = 0;
      OK(eagles_match_next_to_ask(match, &player, &err));
      if (player == EAGLES_NOBODY) break;
      OK(eagles_match_choose_word(match, player, EAGLES_TEXT(bot), &bytes, &err));
      OK(eagles_match_apply(match, player, (const char *)bytes.data, bytes.len, &err));
      eagles_bytes_free(&bytes);
      if (made % 8 == 0) {
        OK(eagles_rules_clone(rules[game], &another, &err));
        OK(eagles_rules_check(another, EAGLES_TEXT(SETUPS[game]), &err));
        eagles_rules_free(another);
        OK(eagles_view_text(view, &bytes, &err));
        eagles_bytes_free(&bytes);
        if (!apart) {
          // One gets its answer, the others are told that it is busy.
          eagles_status status = eagles_match_standing(busy, &bytes, NULL);
          CHECK(status == EAGLES_OK || status == EAGLES_E_BUSY);
          eagles_bytes_free(&bytes);
        }
      }
    }
    OK(eagles_match_state_hash(match, &done->hash[game], &err));
    if (!apart) {
      OK(eagles_rules_log(rules[game], &bytes, &err));
      eagles_bytes_free(&bytes);
    }
    eagles_match_free(match);
  }
  {
    eagles_bytes bytes = {0};
    OK(eagles_view_json(view, &bytes, &err));
    done->view = sum(&bytes);
    eagles_bytes_free(&bytes);
    OK(eagles_view_svg(view, EAGLES_TEXT(""), &bytes, &err));
    eagles_bytes_free(&bytes);
  }
  return NULL;
}

int main(int argc, char **argv) {
  eagles_error *err = NULL;
  eagles_rules *made[2] = {NULL, NULL};
  eagles_match *match = NULL;
  eagles_view *seen = NULL;
  pthread_t threads[THREADS];
  struct done done[THREADS];
  int at;
  if (argc > 1) actions = strtol(argv[1], NULL, 10);
  apart = argc > 2 && strcmp(argv[2], "apart") == 0;
  for (at = 0; at < 2; at++) {
    OK(eagles_rules_new(EAGLES_TEXT(GAMES[at]), EAGLES_TEXT(at == 0 && !apart ? TOSS : ""), &made[at], &err));
    rules[at] = made[at];
  }
  OK(eagles_match_open(rules[0], EAGLES_TEXT(SETUPS[0]), EAGLES_TEXT("{\"seed\": 1}"), &match, &err));
  OK(eagles_match_apply(match, 0, EAGLES_TEXT("deal"), &err));
  OK(eagles_match_view(match, 0, &seen, &err));
  view = seen;
  busy = match;
  memset(done, 0, sizeof done);
  for (at = 0; at < THREADS; at++) EQUAL(pthread_create(&threads[at], NULL, one, &done[at]), 0);
  for (at = 0; at < THREADS; at++) EQUAL(pthread_join(threads[at], NULL), 0);
  // The same seed, the same battle, on every thread.
  for (at = 1; at < THREADS; at++) CHECK(memcmp(&done[0], &done[at], sizeof done[0]) == 0);
  CHECK(done[0].hash[0] != 0 && done[0].hash[1] != 0);
  eagles_view_free(seen);
  eagles_match_free(match);
  eagles_rules_free(made[0]);
  eagles_rules_free(made[1]);
  printf("%d threads, %ld actions each\n", THREADS, actions);
  return 0;
}
