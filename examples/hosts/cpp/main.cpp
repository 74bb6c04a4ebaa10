// Eagles on a terminal, in C++: you against a bot, in either game.
//
//     eagles-cpp waterloo QB --as french --seed 1815
//     eagles-cpp empire tutorial --as allied

#include "game.hpp"

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr std::string_view usage =
    "eagles-cpp waterloo BATTLE | empire SCENARIO [--as french|allied] [--seed N]\n"
    "such as: eagles-cpp waterloo QB, eagles-cpp empire tutorial\n";

int fail(std::string_view what) {
  std::cerr << what << '\n';
  return 2;
}

/// A name that can stand in JSON as it is.
bool plain(const std::string &name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_';
  });
}

}  // namespace

int main(int argc, char **argv) {
  const std::vector<std::string> given(argv + 1, argv + argc);
  std::vector<std::string> names;
  eagles::player person = 0;
  std::string options = "{}";
  for (std::size_t at = 0; at < given.size(); ++at) {
    const bool more = at + 1 < given.size();
    if (given[at] == "--as" && more) {
      ++at;
      if (given[at] != "french" && given[at] != "allied") return fail(usage);
      person = given[at] == "french" ? 0 : 1;
    } else if (given[at] == "--seed" && more) {
      ++at;
      if (!plain(given[at])) return fail(usage);
      options = "{\"seed\": " + given[at] + "}";
    } else {
      names.push_back(given[at]);
    }
  }
  if (names.size() != 2 || !plain(names[1])) return fail(usage);
  if (!eagles::compatible()) return fail("The library that was loaded is of another generation than this program.");

  auto rules = eagles::rules::make(names[0]);
  if (!rules) return fail(rules.error().message());
  const std::string key = names[0] == "waterloo" ? "battle" : "shipped";
  auto match = rules->open("{\"" + key + "\": \"" + names[1] + "\"}", options);
  if (!match) return fail(match.error().message());

  game battle(std::move(*rules), std::move(*match), person, std::cout);
  return battle.play(std::cin) ? 0 : 1;
}
