// A battle of either game at the terminal, a person against a bot: what a host in C looks like.
//
// The library does all that belongs to the games. This program asks who is to act, shows him what he may know, hands on what
// he types and says what came of it. It reads no JSON: every call it makes has plain text for an answer.

#include <ctype.h>
#include <eagles.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 512, PAGE = 20 };

typedef struct {
  eagles_rules *rules;
  eagles_match *match;
  uint8_t me;      // The person's seat; EAGLES_NOBODY when bots play both.
  uint64_t told;   // How much of the story has been printed.
  uint64_t page;   // The first entry of the list that is shown.
  bool alone;      // The bot plays on for the person.
  bool look;       // The table is shown before the next question,
  bool list;       // or only what may be done.
  bool ended;      // The input has ended, or the person has had enough.
  char bot[96];    // The bots, as the library wants them.
} Table;

static const char HELP[] =
    "  N            do the action with this number         WORD         do an action by its word\n"
    "  list, more   what you may do, page by page          look         what you see\n"
    "  odds N|WORD  the chances and sums of an action      why WORD     whether it is allowed, and why not\n"
    "  undo         take back what you did last            redo         do it again\n"
    "  bot          let the bot decide this once           auto         let it play on to the end\n"
    "  save FILE    keep the match                         svg FILE     a picture of what you see\n"
    "  resign       give up the battle                     help, quit\n";

// ---- Answers of the library ----

// Prints why a call was not done and frees the error; true when it failed.
//
// It takes the place of the error, not the error: in `failed(call(&err), &err)` nobody says which argument is worked out first.
static bool failed(eagles_status status, eagles_error **err) {
  if (status != EAGLES_OK) {
    const char *cites = eagles_error_cites(*err);
    printf("%s%s%s%s\n", eagles_error_message(*err), *cites ? " [" : "", cites, *cites ? "]" : "");
  }
  eagles_error_free(*err);
  *err = NULL;
  return status != EAGLES_OK;
}

// Prints text of the library and frees it; false when the call failed.
static bool show(eagles_status status, eagles_bytes *text, eagles_error **err) {
  if (failed(status, err)) return false;
  fwrite(text->data, 1, text->len, stdout);
  if (text->len > 0 && text->data[text->len - 1] != '\n') putchar('\n');
  eagles_bytes_free(text);
  return true;
}

// ---- Input and files ----

// Asks for a line and strips it; false at the end of the input.
static bool ask(Table *table, const char *prompt, char line[LINE]) {
  printf("%s", prompt);
  fflush(stdout);
  if (!fgets(line, LINE, stdin)) {
    puts("");
    table->ended = true;
    return false;
  }
  size_t len = strlen(line);
  if (len == LINE - 1 && line[len - 1] != '\n') {
    for (int c = getchar(); c != '\n' && c != EOF; c = getchar()) continue;
    puts("That line is too long.");
    len = 0;
  }
  while (len > 0 && isspace((unsigned char)line[len - 1])) len--;
  line[len] = 0;
  size_t start = strspn(line, " \t");
  memmove(line, line + start, strlen(line + start) + 1);
  return true;
}

// A whole number, and nothing after it.
static bool number(const char *text, uint64_t *value) {
  if (!isdigit((unsigned char)*text)) return false;
  char *end = NULL;
  *value = strtoull(text, &end, 10);
  return *end == 0;
}

// Writes what the library made to a file, and frees it.
static void keep(eagles_status status, eagles_bytes *bytes, eagles_error **err, const char *path) {
  if (failed(status, err)) return;
  FILE *file = fopen(path, "wb");
  bool good = file && fwrite(bytes->data, 1, bytes->len, file) == bytes->len;
  if (file) good = fclose(file) == 0 && good;
  if (good) {
    printf("Written to %s.\n", path);
  } else {
    perror(path);
  }
  eagles_bytes_free(bytes);
}

// Reads a whole file into memory of the caller's; NULL when it cannot be read.
static uint8_t *read_file(const char *path, uint64_t *len) {
  FILE *file = fopen(path, "rb");
  uint8_t *bytes = NULL;
  long size = -1;
  if (file && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
  if (size >= 0 && fseek(file, 0, SEEK_SET) == 0) bytes = malloc((size_t)size + 1);
  if (bytes) *len = fread(bytes, 1, (size_t)size, file);
  if (!bytes) perror(path);
  if (file) fclose(file);
  return bytes;
}

// ---- Seeing ----

// Tells what has happened since this was last done, as far as the person may know.
static bool tell(Table *table) {
  uint8_t viewer = table->me == EAGLES_NOBODY ? EAGLES_PUBLIC : table->me;
  eagles_bytes news = {0};
  eagles_error *err = NULL;
  eagles_status status = eagles_match_story(table->match, viewer, table->told, &table->told, &news, &err);
  return show(status, &news, &err);
}

static void see(Table *table) {
  eagles_bytes text = {0};
  eagles_error *err = NULL;
  eagles_status status = eagles_match_text(table->match, table->me, &text, &err);
  show(status, &text, &err);
}

// A page of what the person may do, with numbers from 1.
static void list(Table *table) {
  uint64_t count = 0;
  eagles_error *err = NULL;
  if (failed(eagles_match_legal_count(table->match, table->me, &count, &err), &err)) return;
  if (table->page >= count) table->page = 0;
  uint64_t end = count - table->page > PAGE ? table->page + PAGE : count;
  for (uint64_t at = table->page; at < end; at++) {
    eagles_bytes word = {0}, text = {0};
    if (failed(eagles_match_word_at(table->match, table->me, at, &word, &err), &err)) return;
    if (!failed(eagles_match_text_at(table->match, table->me, at, &text, &err), &err)) {
      printf("%4llu  %.*s   (%.*s)\n", (unsigned long long)at + 1, (int)text.len, (const char *)text.data,
             (int)word.len, (const char *)word.data);
    }
    eagles_bytes_free(&word);
    eagles_bytes_free(&text);
  }
  if (count > end) printf("      %llu more: `more`\n", (unsigned long long)(count - end));
}

// ---- Doing ----

// Hands over draws as somebody reads them off real dice and cards; false when there are none to come.
static bool draw(Table *table) {
  char line[LINE];
  uint16_t values[64];
  uint64_t count = 0;
  if (!ask(table, "draw> ", line)) return false;
  if (strcmp(line, "quit") == 0) table->ended = true;
  if (table->ended) return false;
  for (char *at = strtok(line, " ,\t"); at && count < 64; at = strtok(NULL, " ,\t")) {
    uint64_t value = 0;
    if (!number(at, &value) || value > UINT16_MAX) {
      printf("`%s` is no number; give the numbers shown, or `quit`.\n", at);
      return true;
    }
    values[count++] = (uint16_t)value;
  }
  eagles_error *err = NULL;
  failed(eagles_match_supply(table->match, values, count, &err), &err);
  return true;
}

// Does an action of a player. Where dice are thrown by hand the library asks for them, and the call is made again.
static bool act(Table *table, uint8_t player, const char *word, uint64_t len) {
  for (;;) {
    eagles_error *err = NULL;
    eagles_status status = eagles_match_apply(table->match, player, word, len, &err);
    bool more = status == EAGLES_NEEDS_DRAW || status == EAGLES_E_DRAW;
    if (!failed(status, &err)) {
      table->page = 0;
      table->list = true;
      return true;
    }
    if (!more || !draw(table)) return false;
  }
}

// The bot decides for a player.
static bool bot(Table *table, uint8_t player) {
  eagles_bytes word = {0};
  eagles_error *err = NULL;
  if (failed(eagles_match_choose_word(table->match, player, EAGLES_TEXT(table->bot), &word, &err), &err)) return false;
  bool done = act(table, player, (const char *)word.data, word.len);
  eagles_bytes_free(&word);
  return done;
}

// The word of the action with this number in the list.
static bool word_of(Table *table, const char *given, eagles_bytes *word) {
  uint64_t at = 0, count = 0;
  eagles_error *err = NULL;
  if (!number(given, &at) || failed(eagles_match_legal_count(table->match, table->me, &count, &err), &err)) return false;
  if (at < 1 || at > count) {
    printf("There is no number %s in the list.\n", given);
    return false;
  }
  // Counted from 1 here, from 0 there.
  return !failed(eagles_match_word_at(table->match, table->me, at - 1, word, &err), &err);
}

// The sums behind an action and the chances of its dice, or why it is not allowed.
static void weigh(Table *table, const char *given, uint64_t len) {
  eagles_bytes sums = {0}, chances = {0};
  eagles_error *err = NULL;
  if (!show(eagles_match_explain_text(table->match, table->me, given, len, &sums, &err), &sums, &err)) return;
  eagles_status status = eagles_match_odds_text(table->match, table->me, given, len, &chances, &err);
  bool any = chances.len > 0;
  if (show(status, &chances, &err) && !any) puts("It is allowed; there are no chances to tell.");
}

// Takes back what the person did last. What told him something is only taken back when the bot agrees, and it does.
static void undo(Table *table) {
  eagles_error *err = NULL;
  if (!failed(eagles_match_undo(table->match, table->me, 1, &err), &err)) return;
  if (failed(eagles_match_ask_undo(table->match, table->me, 1, &err), &err)) return;
  if (!failed(eagles_match_consent(table->match, 1 - table->me, &err), &err)) puts("You ask, and the bot agrees.");
}

// ---- The person ----

static void command(Table *table, char *line) {
  eagles_bytes bytes = {0};
  eagles_error *err = NULL;
  char *rest = line + strcspn(line, " ");
  char verb[16];
  snprintf(verb, sizeof verb, "%.*s", (int)(rest - line), line);
  rest += strspn(rest, " ");
  uint64_t place = 0;

  if (*line == 0 || strcmp(line, "list") == 0) {
    table->page = 0;
    list(table);
  } else if (strcmp(line, "more") == 0) {
    table->page += PAGE;
    list(table);
  } else if (strcmp(line, "look") == 0) {
    see(table);
  } else if (strcmp(line, "help") == 0) {
    fputs(HELP, stdout);
  } else if (strcmp(line, "quit") == 0) {
    table->ended = true;
  } else if (strcmp(line, "undo") == 0) {
    undo(table);
    table->look = true;
  } else if (strcmp(line, "redo") == 0) {
    failed(eagles_match_redo(table->match, table->me, &err), &err);
    table->look = true;
  } else if (strcmp(line, "resign") == 0) {
    failed(eagles_match_resign(table->match, table->me, &err), &err);
  } else if (strcmp(line, "bot") == 0) {
    bot(table, table->me);
  } else if (strcmp(line, "auto") == 0) {
    table->alone = true;
  } else if (strcmp(verb, "save") == 0 && *rest) {
    keep(eagles_match_save(table->match, EAGLES_TEXT(""), &bytes, &err), &bytes, &err, rest);
  } else if (strcmp(verb, "svg") == 0 && *rest) {
    keep(eagles_match_svg(table->match, table->me, EAGLES_TEXT(""), &bytes, &err), &bytes, &err, rest);
  } else if ((strcmp(verb, "odds") == 0 || strcmp(verb, "why") == 0) && *rest) {
    if (!number(rest, &place)) {
      weigh(table, EAGLES_TEXT(rest));
    } else if (word_of(table, rest, &bytes)) {
      weigh(table, (const char *)bytes.data, bytes.len);
      eagles_bytes_free(&bytes);
    }
  } else if (number(line, &place)) {
    if (word_of(table, line, &bytes)) {
      act(table, table->me, (const char *)bytes.data, bytes.len);
      eagles_bytes_free(&bytes);
    }
  } else {
    act(table, table->me, EAGLES_TEXT(line));
  }
}

// Plays until the battle is over or the input ends; false when the library could not go on.
static bool play(Table *table) {
  eagles_error *err = NULL;
  uint8_t player = EAGLES_NOBODY, over = 0, winner = EAGLES_NOBODY;
  char line[LINE];

  while (!table->ended) {
    if (!tell(table)) return false;
    if (failed(eagles_match_next_to_ask(table->match, &player, &err), &err)) return false;
    if (player == EAGLES_NOBODY) break;
    if (player != table->me || table->alone) {
      if (!bot(table, player)) return table->ended;
      table->look = true;
      continue;
    }
    if (table->look) see(table);
    if (table->look || table->list) list(table);
    table->look = table->list = false;
    if (ask(table, "> ", line)) command(table, line);
  }
  if (failed(eagles_match_over(table->match, &over, &winner, &err), &err)) return false;
  if (!over) {
    puts("The battle is not over. Goodbye.");
  } else if (table->me != EAGLES_NOBODY) {
    puts(winner == EAGLES_NOBODY ? "Nobody has won." : winner == table->me ? "You have won." : "You have lost.");
  }
  return true;
}

// ---- The start ----

typedef struct {
  const char *game, *battle, *seed, *load, *side, *bot;
  bool bots, dice;
} Wish;

static const char USAGE[] =
    "usage: eagles-c waterloo BATTLE [options]    such as QB\n"
    "       eagles-c empire SCENARIO [options]    such as tutorial\n"
    "       eagles-c --load FILE [options]        goes on with a saved match\n"
    "  --as french|allied    your side (the British and the Prussians are allied); french if left out\n"
    "  --bots                bots play both sides\n"
    "  --bot greedy|random   which bot; greedy if left out\n"
    "  --seed N              the same battle again\n"
    "  --dice ask            you throw real dice and deal real cards, and are asked for them\n";

// Letters, digits and dashes: what may stand in JSON as it is.
static bool plain(const char *text) {
  for (; *text; text++) {
    if (!isalnum((unsigned char)*text) && *text != '-') return false;
  }
  return true;
}

static bool read_wish(int argc, char **argv, Wish *wish) {
  int names = 0;
  for (int at = 1; at < argc; at++) {
    const char *word = argv[at], *value = at + 1 < argc ? argv[at + 1] : NULL;
    if (strcmp(word, "--bots") == 0) {
      wish->bots = true;
    } else if (word[0] != '-' && names < 2) {
      *(names++ == 0 ? &wish->game : &wish->battle) = word;
    } else if (!value) {
      return false;
    } else if (strcmp(word, "--dice") == 0 && strcmp(value, "ask") == 0) {
      wish->dice = true;
      at++;
    } else {
      const char **to = strcmp(word, "--seed") == 0   ? &wish->seed
                        : strcmp(word, "--load") == 0 ? &wish->load
                        : strcmp(word, "--as") == 0   ? &wish->side
                        : strcmp(word, "--bot") == 0  ? &wish->bot
                                                      : NULL;
      if (!to) return false;
      *to = value;
      at++;
    }
  }
  uint64_t seed = 0;
  bool side = strcmp(wish->side, "french") == 0 || strcmp(wish->side, "allied") == 0 ||
              strcmp(wish->side, "british") == 0 || strcmp(wish->side, "prussian") == 0;
  bool what = wish->load ? names == 0 : names == 2 && plain(wish->battle) && strlen(wish->battle) < 64;
  return side && what && number(wish->seed, &seed) && plain(wish->bot) && strlen(wish->bot) < 32;
}

static bool open_battle(Table *table, const Wish *wish) {
  char setup[128], options[96];
  const char *key = strcmp(wish->game, "empire") == 0 ? "shipped" : "battle";
  eagles_error *err = NULL;
  snprintf(setup, sizeof setup, "{\"%s\": \"%s\"}", key, wish->battle);
  if (wish->dice) {
    snprintf(options, sizeof options, "{\"draws\": \"host\"}");
  } else if (strcmp(wish->seed, "0") == 0) {
    snprintf(options, sizeof options, "{}");
  } else {
    snprintf(options, sizeof options, "{\"seed\": %s}", wish->seed);
  }
  if (failed(eagles_rules_new(EAGLES_TEXT(wish->game), EAGLES_TEXT(""), &table->rules, &err), &err)) return false;
  return !failed(eagles_match_open(table->rules, EAGLES_TEXT(setup), EAGLES_TEXT(options), &table->match, &err), &err);
}

// Takes up a saved match, of whichever game it is.
static bool load_battle(Table *table, const char *path) {
  static const char *const games[] = {"waterloo", "empire"};
  uint64_t len = 0;
  uint8_t *bytes = read_file(path, &len);
  if (!bytes) return false;
  eagles_status status = EAGLES_E_UNSUPPORTED;
  eagles_error *err = NULL;
  for (size_t at = 0; at < 2 && status == EAGLES_E_UNSUPPORTED; at++) {
    eagles_error_free(err);
    eagles_rules_free(table->rules);
    status = eagles_rules_new(EAGLES_TEXT(games[at]), EAGLES_TEXT(""), &table->rules, &err);
    if (status != EAGLES_OK) break;
    status = eagles_match_load(table->rules, bytes, len, EAGLES_TEXT(""), &table->match, &err);
  }
  free(bytes);
  return !failed(status, &err);
}

int main(int argc, char **argv) {
  Table table = {.look = true};
  Wish wish = {.seed = "0", .side = "french", .bot = "greedy"};
  if (eagles_abi_compatible() > EAGLES_ABI_VERSION || eagles_abi_version() < EAGLES_ABI_VERSION) {
    fputs("This program was built for another version of the library.\n", stderr);
    return 1;
  }
  if (!read_wish(argc, argv, &wish)) {
    fputs(USAGE, stderr);
    return 2;
  }
  snprintf(table.bot, sizeof table.bot, "{\"name\": \"%s\", \"seed\": %s}", wish.bot, wish.seed);
  table.me = wish.bots ? EAGLES_NOBODY : strcmp(wish.side, "french") == 0 ? 0 : 1;
  bool good = wish.load ? load_battle(&table, wish.load) : open_battle(&table, &wish);
  if (good && !wish.bots) puts("Type `help` for what you can type.");
  good = good && play(&table);
  eagles_match_free(table.match);
  eagles_rules_free(table.rules);
  return good ? 0 : 1;
}
