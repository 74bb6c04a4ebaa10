// One person against a bot, over the C++ face of Eagles.

#ifndef GAME_HPP
#define GAME_HPP

#include <eagles.hpp>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

/// A battle on a terminal. It shows what the person sees and no more, and answers his commands.
class game {
 public:
  /// Takes over a match. The person plays `person`; everything is written to `out`.
  game(eagles::rules rules, eagles::match match, eagles::player person, std::ostream &out);

  /// Plays until the match is over or the person leaves. Gives whether it is over.
  bool play(std::istream &in);

 private:
  /// Lets the bot act wherever it is not the person's turn, and tells what happens.
  void advance();
  /// Does what the person has typed. Gives false when he leaves.
  bool obey(const std::string &line);
  /// What is new for the person.
  void tell();
  /// What he sees.
  void show();
  /// What he may do, at most so many things of it.
  void list(std::uint64_t most);
  /// The exact chances of the dice of an action.
  void odds(const std::string &action);
  /// What may come of an action, by trying it in positions that fit what he sees.
  void try_out(const std::string &action);
  /// The numbers behind an action, or the reason against it.
  void why(const std::string &action);
  /// A bot acts for a player.
  bool bot(eagles::player who);
  /// An action by its number in the list or by its word, as a word.
  std::string word(const std::string &typed) const;
  /// Says what went wrong.
  void complain(const eagles::error &why);

  void save(const std::string &file);
  void load(const std::string &file);

  eagles::rules rules_;
  eagles::match match_;
  eagles::player person_;
  std::ostream &out_;
  std::uint64_t cursor_ = 0;
};

#endif  // GAME_HPP
