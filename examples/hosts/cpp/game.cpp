#include "game.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

namespace {

/// How often an action is tried out.
constexpr int tries = 200;
/// How many actions a try is followed for what was declared to be resolved.
constexpr int follow = 80;
/// How many outcomes are shown, the likeliest first.
constexpr std::size_t outcomes = 8;
/// How much of a long list is shown at once.
constexpr std::uint64_t page = 40;

constexpr std::string_view help =
    "  N or WORD      do the action with that number or word\n"
    "  list [all]     what you may do\n"
    "  view           what you see\n"
    "  odds N|WORD    the exact chances of its dice\n"
    "  try N|WORD     what may come of it, in 200 tries\n"
    "  why N|WORD     the numbers behind it, or the reason why you may not\n"
    "  bot [all]      let a bot act for you, once or to the end\n"
    "  undo, redo     take back, do again; `undo ask` asks the other side, who is friendly\n"
    "  save FILE, load FILE\n"
    "  resign, quit, help\n";

/// The lines of a text.
std::vector<std::string> lines(std::string_view text) {
  std::vector<std::string> all;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

/// What a line comes to: what stands after its last colon outside of brackets, so that dice that come to the same count as
/// the same.
std::string result_of(const std::string &line) {
  std::string bare;
  int depth = 0;
  for (const char c : line) {
    if (c == '(') ++depth;
    if (depth == 0) bare += c;
    if (c == ')' && depth > 0) --depth;
  }
  const auto colon = bare.rfind(": ");
  std::string what = colon == std::string::npos ? bare : bare.substr(colon + 2);
  while (!what.empty() && (what.back() == '.' || what.back() == ' ')) what.pop_back();
  return what;
}

/// The words of a line.
std::pair<std::string, std::string> split(const std::string &line) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  const auto last = line.find_last_not_of(" \t\r");
  const auto gap = line.find_first_of(" \t", first);
  if (gap == std::string::npos || gap > last) return {line.substr(first, last + 1 - first), ""};
  const auto rest = line.find_first_not_of(" \t", gap);
  return {line.substr(first, gap - first), line.substr(rest, last + 1 - rest)};
}

/// Where a declared fire is told as resolved, the beginning of that line; else nothing.
std::string awaited(std::string_view story) {
  constexpr std::string_view declared = " will fire at ";
  const auto all = lines(story);
  for (auto line = all.rbegin(); line != all.rend(); ++line) {
    const auto at = line->find(declared);
    if (at == std::string::npos) continue;
    std::string begin = line->substr(0, at) + " at " + line->substr(at + declared.size());
    if (!begin.empty() && begin.back() == '.') begin.pop_back();
    return begin + ":";
  }
  return {};
}

}  // namespace

game::game(eagles::rules rules, eagles::match match, eagles::player person, std::ostream &out)
    : rules_(std::move(rules)), match_(std::move(match)), person_(person), out_(out) {}

bool game::play(std::istream &in) {
  advance();
  show();
  for (;;) {
    const auto end = match_.over();
    if (!end || end->over) break;
    out_ << "> " << std::flush;
    std::string line;
    if (!std::getline(in, line) || !obey(line)) {
      out_ << "\nLeft before the end.\n";
      return false;
    }
    advance();
  }
  const auto end = match_.over();
  if (!end || !end->over) return false;
  out_ << (end->winner == eagles::nobody ? "A draw." : end->winner == person_ ? "You have won." : "You have lost.") << '\n';
  return true;
}

void game::advance() {
  for (;;) {
    const auto next = match_.next_to_ask();
    if (!next || *next == eagles::nobody || *next == person_ || !bot(*next)) break;
  }
  tell();
}

bool game::obey(const std::string &line) {
  const auto [command, rest] = split(line);
  const auto report = [this](eagles::result<void> done) {
    if (!done) complain(done.error());
  };
  if (command.empty()) return true;
  if (command == "quit") return false;
  if (command == "help") {
    out_ << help;
  } else if (command == "view") {
    show();
  } else if (command == "list" && rest == "all") {
    list(~std::uint64_t{0});
  } else if (command == "list") {
    list(page);
  } else if (command == "odds") {
    odds(word(rest));
  } else if (command == "try") {
    try_out(word(rest));
  } else if (command == "why") {
    why(word(rest));
  } else if (command == "bot" && rest == "all") {
    for (;;) {
      const auto next = match_.next_to_ask();
      if (!next || *next == eagles::nobody || !bot(*next)) break;
    }
  } else if (command == "bot") {
    bot(person_);
  } else if (command == "undo" && rest == "ask") {
    auto asked = match_.ask_undo(person_);
    if (asked) asked = match_.consent(static_cast<eagles::player>(1 - person_));
    report(std::move(asked));
  } else if (command == "undo") {
    report(match_.undo(person_));
  } else if (command == "redo") {
    report(match_.redo(person_));
  } else if (command == "resign") {
    report(match_.resign(person_));
  } else if (command == "save") {
    save(rest);
  } else if (command == "load") {
    load(rest);
  } else {
    report(match_.apply(person_, word(line)));
  }
  return true;
}

void game::tell() {
  auto told = match_.story(eagles::eyes_of(person_), cursor_);
  if (!told) return complain(told.error());
  out_ << told->text.view();
  cursor_ = told->cursor;
}

void game::show() {
  const auto text = match_.text(eagles::eyes_of(person_));
  if (!text) return complain(text.error());
  out_ << '\n' << text->view() << '\n';
  list(page);
}

void game::list(std::uint64_t most) {
  const auto count = match_.legal_count(person_);
  if (!count) return complain(count.error());
  for (std::uint64_t at = 0; at < std::min(*count, most); ++at) {
    const auto word = match_.word_at(person_, at);
    const auto text = match_.text_at(person_, at);
    if (word && text) out_ << "  " << at << "  " << word->view() << "  " << text->view() << '\n';
  }
  if (*count > most) out_ << "  and " << *count - most << " more: list all\n";
}

void game::odds(const std::string &action) {
  const auto chances = match_.odds_text(person_, action);
  if (!chances) return complain(chances.error());
  out_ << (chances->empty() ? "No die decides it.\n" : chances->view());
}

void game::try_out(const std::string &action) {
  std::map<std::string, int> counts;
  for (int n = 0; n < tries; ++n) {
    // A position that may be the true one, for all that the person knows, with draws of its own.
    auto trial = match_.sample(person_, std::to_string(n));
    if (!trial) return complain(trial.error());
    const auto done = trial->apply(person_, action);
    if (!done) return complain(done.error());
    auto told = trial->story(eagles::eyes_of(person_), 0);
    if (!told) return complain(told.error());
    std::string what;
    const std::string begin = awaited(told->text.view());
    if (begin.empty()) {
      for (const auto &line : lines(told->text.view())) {
        // What is revealed differs from try to try and is not the outcome.
        if (line.find(" is revealed ") == std::string::npos) what += (what.empty() ? "" : "; ") + result_of(line);
      }
    } else {
      // Declared now, resolved later: the try goes on until then.
      for (int step = 0; step < follow && what.empty(); ++step) {
        const auto next = trial->next_to_ask();
        if (!next || *next == eagles::nobody) break;
        const auto choice = trial->choose_word(*next, R"({"name": "random"})");
        if (!choice || !trial->apply(*next, *choice)) break;
        const auto more = trial->story(eagles::eyes_of(person_), told->cursor);
        if (!more) break;
        for (const auto &line : lines(more->text.view())) {
          if (line.compare(0, begin.size(), begin) == 0) what = result_of(line);
        }
      }
    }
    ++counts[what.empty() ? "nothing that you would see" : what];
  }
  std::vector<std::pair<std::string, int>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
  out_ << "In " << tries << " tries, as far as you can know:\n";
  int rest = tries;
  for (std::size_t at = 0; at < std::min(sorted.size(), outcomes); ++at) {
    out_ << "  " << sorted[at].second * 100.0 / tries << "%  " << sorted[at].first << '\n';
    rest -= sorted[at].second;
  }
  if (rest > 0) out_ << "  " << rest * 100.0 / tries << "%  other things\n";
}

void game::why(const std::string &action) {
  const auto numbers = match_.explain_text(person_, action);
  if (!numbers) return complain(numbers.error());
  out_ << "You may.\n" << numbers->view();
}

bool game::bot(eagles::player who) {
  const auto choice = match_.choose_word(who);
  if (!choice) {
    complain(choice.error());
    return false;
  }
  if (who == person_) out_ << "(bot: " << choice->view() << ")\n";
  const auto done = match_.apply(who, *choice);
  if (!done) complain(done.error());
  return done.has_value();
}

std::string game::word(const std::string &typed) const {
  const auto [text, rest] = split(typed);
  const bool number = rest.empty() && !text.empty() && text.size() < 10 &&
                      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (number) {
    auto found = match_.word_at(person_, std::stoull(text));
    if (found) return found->str();
  }
  return rest.empty() ? text : text + " " + rest;
}

void game::complain(const eagles::error &why) {
  out_ << why.message();
  if (!why.code().empty()) out_ << " (" << why.code() << ')';
  if (!why.cites().empty()) out_ << " [" << why.cites() << ']';
  out_ << '\n';
}

void game::save(const std::string &file) {
  const auto saved = match_.save();
  if (!saved) return complain(saved.error());
  std::ofstream out(file, std::ios::binary);
  out << saved->view();
  out_ << (out.flush() ? "Saved.\n" : "The file cannot be written.\n");
}

void game::load(const std::string &file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    out_ << "There is no such file.\n";
    return;
  }
  const std::string saved{std::istreambuf_iterator<char>(in), {}};
  auto again = rules_.load(saved);
  if (!again) return complain(again.error());
  match_ = std::move(*again);
  // What was told before is known already.
  cursor_ = 0;
  const auto told = match_.story(eagles::eyes_of(person_), 0);
  if (told) cursor_ = told->cursor;
  show();
}
