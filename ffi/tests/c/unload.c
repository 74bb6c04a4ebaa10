// The library is loaded, used and unloaded again and again: each time it must really go, with its threads, and leave no
// memory behind. More rounds than there are thread-specific keys (1,024) show that none of those is left either. Arguments: the
// library, how many times.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <eagles.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The rounds before memory is measured: allocator and loader have their own caches to fill.
#define WARM 100
// How much the rounds after that may add to the resident memory, in KiB: far less than a thousand rounds would leak.
#define GROWTH 1024

#define USE(name) __typeof__(eagles_##name) *name = (__typeof__(eagles_##name) *)symbol(library, "eagles_" #name)

static void *symbol(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (!found) {
    fprintf(stderr, "%s: %s\n", name, dlerror());
    exit(1);
  }
  return found;
}

static void must(int truth, const char *what) {
  if (!truth) {
    fprintf(stderr, "not so: %s\n", what);
    exit(1);
  }
}

static const char MODS[] =
    "{\"mods\": [{\"manifest\": \"id = \\\"dry\\\"\\nversion = \\\"1.0.0\\\"\\napi = \\\"1\\\"\\n\", \"cards\": "
    "\"number,id,side,type,name,bp,battles\\nauto,dry-toss,french,special,Toss,3,QB\\n\", \"files\": "
    "{\"cards/toss.lua\": \"return special { id = 'dry-toss', text = { effect = 'Roll a die.', duration = 'immediate', "
    "limits = 'None.' }, rules = { 'W 7.23' }, windows = 'own_combat', aim = position('any'), effect = { "
    "ask_handler('toss') }, parts = { luck = { draw { count = 1 } } }, handler = { toss = function() return "
    "if dice(1)[1] == 6 then run('luck') else nil end } }\"}}]}";

static void once(const char *path, const char *mods) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  USE(rules_new);
  USE(rules_free);
  USE(match_open);
  USE(match_free);
  USE(match_next_to_ask);
  USE(match_choose_word);
  USE(match_apply);
  USE(match_view_json);
  USE(bytes_free);
  USE(simulation_new);
  USE(simulation_run);
  USE(simulation_free);
  USE(error_free);
  USE(error_message);
  const char *games[2] = {"waterloo", "empire"};
  const char *setups[2] = {"{\"battle\": \"QB\"}", "{\"shipped\": \"tutorial\"}"};
  for (int game = 0; game < 2; game++) {
    eagles_rules *rules = NULL;
    eagles_match *match = NULL;
    eagles_simulation *series = NULL;
    eagles_error *err = NULL;
    eagles_bytes bytes = {0};
    const char *options = game == 0 ? mods : "";
    if (rules_new(EAGLES_TEXT(games[game]), EAGLES_TEXT(options), &rules, &err)) {
      fprintf(stderr, "%s\n", error_message(err));
      exit(1);
    }
    // An error, too.
    must(match_open(rules, EAGLES_TEXT("{}"), EAGLES_TEXT(""), &match, &err) != EAGLES_OK, "a setup of nothing is refused");
    error_free(err);
    must(!match_open(rules, EAGLES_TEXT(setups[game]), EAGLES_TEXT("{}"), &match, NULL), "a match opens");
    for (int moves = 0; moves < 6; moves++) {
      uint8_t player = 0;
      const char *bot = "{\"name\": \"random\"}";
      must(!match_next_to_ask(match, &player, NULL), "somebody is to act");
      must(!match_choose_word(match, player, EAGLES_TEXT(bot), &bytes, NULL), "a bot chooses");
      must(!match_apply(match, player, (const char *)bytes.data, bytes.len, NULL), "an action is done");
      bytes_free(&bytes);
    }
    must(!match_view_json(match, 0, &bytes, NULL), "there is a view");
    bytes_free(&bytes);
    const char *plan = game == 0 ? "{\"games\": 18, \"players\": [\"random\", \"random\"]}"
                                 : "{\"games\": 18, \"players\": [\"random\", \"random\"], \"max-actions\": 20}";
    must(!simulation_new(rules, EAGLES_TEXT(setups[game]), EAGLES_TEXT(plan), &series, NULL), "a series is prepared");
    eagles_row rows[18];
    uint64_t written = 0;
    must(!simulation_run(series, 18, 2, rows, 18, &written, NULL, NULL) && written == 18, "a series is played");
    simulation_free(series);
    match_free(match);
    rules_free(rules);
  }
  must(dlclose(library) == 0, "the library is closed");
}

// Whether the file is mapped.
static int mapped(const char *path) {
  const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  char line[4096];
  int found = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  must(maps != NULL, "/proc/self/maps can be read");
  while (fgets(line, sizeof line, maps)) found |= strstr(line, name) != NULL;
  fclose(maps);
  return found;
}

static int threads(void) {
  int count = 0;
  DIR *tasks = opendir("/proc/self/task");
  must(tasks != NULL, "/proc/self/task can be read");
  while (readdir(tasks)) count++;
  closedir(tasks);
  return count - 2;
}

static long resident(void) {
  long size = 0, pages = 0;
  FILE *statm = fopen("/proc/self/statm", "r");
  must(statm && fscanf(statm, "%ld %ld", &size, &pages) == 2, "/proc/self/statm can be read");
  fclose(statm);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static const char *library_path;

static void *apart(void *nothing) {
  once(library_path, MODS);
  return nothing;
}

int main(int argc, char **argv) {
  must(argc == 3, "the library and a number are given");
  long rounds = strtol(argv[2], NULL, 10), before = resident();
  library_path = argv[1];
  for (long round = 0; round < rounds; round++) {
    // In turn on this thread, which lives on, and on one that ends after the library has gone: nothing of it may run then.
    if (round % 2 == 0) {
      once(argv[1], MODS);
    } else {
      pthread_t thread;
      must(!pthread_create(&thread, NULL, apart, NULL) && !pthread_join(thread, NULL), "a thread runs");
    }
    if (mapped(argv[1]) || threads() != 1) {
      fprintf(stderr, "round %ld: the library is %s, %d threads\n", round, mapped(argv[1]) ? "still there" : "gone", threads());
      return 1;
    }
    if (round == WARM) before = resident();
  }
  long grown = resident() - before;
  printf("%ld rounds, %ld KiB, grown by %ld KiB since round %d\n", rounds, resident(), grown, WARM);
  return rounds > WARM && grown > GROWTH;
}
