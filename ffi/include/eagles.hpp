/*
 * eagles.hpp: Eagles for C++17, over eagles.h.
 *
 * Header only: include it and link the library. Handles free themselves and can be moved, not copied. Text goes in as
 * std::string_view; what the library writes comes as eagles::bytes, which owns it and reads as a std::string_view.
 *
 * A call that can fail returns an eagles::result: a value or an error. Nothing here needs exceptions or RTTI. Where exceptions
 * are on, `result::value()` throws an eagles::exception; where they are off, it ends the program, so ask first there.
 *
 * A whole battle:
 *
 * @code
 *     #include <eagles.hpp>
 *     #include <iostream>
 *
 *     int main() {
 *       auto rules = eagles::rules::make("waterloo");
 *       if (!rules) {
 *         std::cerr << rules.error().message() << '\n';
 *         return 1;
 *       }
 *       auto match = rules->open(R"({"battle": "QB"})", R"({"seed": 1815})");
 *       if (!match) {
 *         std::cerr << match.error().message() << '\n';
 *         return 1;
 *       }
 *       std::uint64_t cursor = 0;
 *       for (;;) {
 *         auto player = match->next_to_ask();
 *         if (!player || *player == eagles::nobody) break;
 *         // A real host shows the list and lets the player choose; here the middle one is taken.
 *         auto count = match->legal_count(*player);
 *         if (!count || !match->apply_place(*player, *count / 2)) break;
 *         // What an onlooker is told, a line for each thing.
 *         auto told = match->story(eagles::viewer::everybody, cursor);
 *         if (!told) break;
 *         std::cout << told->text.view();
 *         cursor = told->cursor;
 *       }
 *       auto end = match->over();
 *       std::cout << "over: " << (end && end->over) << ", " << cursor << " things told\n";
 *       return end && end->over ? 0 : 1;
 *     }
 * @endcode
 *
 * What each call does, its errors and its thread rule stand at the function of eagles.h that is named with it. In short: rules
 * and views may be used by any number of threads; a match, a batch and a simulation take one call at a time.
 */

#ifndef EAGLES_HPP
#define EAGLES_HPP

#include <eagles.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// Whether `result::value()` throws. Defined by the compiler's settings; define it as 0 to have no exceptions all the same.
#ifndef EAGLES_EXCEPTIONS
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
#define EAGLES_EXCEPTIONS 1
#else
#define EAGLES_EXCEPTIONS 0
#endif
#endif

#if EAGLES_EXCEPTIONS
#include <exception>
#endif

namespace eagles {

/// A player: 0 is the French side, 1 the other; `nobody` for none.
using player = std::uint8_t;

/// No player: the match is over, or a draw.
inline constexpr player nobody = EAGLES_NOBODY;

/// Whose eyes: a player, an onlooker, or the referee, who sees everything.
enum class viewer : std::uint8_t {
  /// Player 0.
  french = 0,
  /// Player 1.
  allied = 1,
  /// What lies open to everybody.
  everybody = EAGLES_PUBLIC,
  /// Everything. Never show a player what the referee sees.
  referee = EAGLES_REFEREE,
};

/// The eyes of a player.
[[nodiscard]] constexpr viewer eyes_of(player who) noexcept { return static_cast<viewer>(who); }

/// The answer of a call. Later libraries may add numbers: an unknown one is dealt with by its hundred.
enum class status : std::int32_t {
  /// Done.
  ok = EAGLES_OK,
  /// A draw must be supplied by the host (`match::supply`); then make the same call again.
  needs_draw = EAGLES_NEEDS_DRAW,
  /// The handler of a card must be answered by the host (`match::answer`); then make the same call again.
  needs_answer = EAGLES_NEEDS_ANSWER,
  /// A pointer is null that must not be: a handle that was moved from, for one.
  null = EAGLES_E_NULL,
  /// A text is not UTF-8.
  utf8 = EAGLES_E_UTF8,
  /// A length or number is out of range, or a buffer has the wrong size.
  range = EAGLES_E_RANGE,
  /// JSON does not have the form that is wanted.
  form = EAGLES_E_FORM,
  /// A name, a player or a viewer is not known.
  unknown = EAGLES_E_UNKNOWN,
  /// Another thread is using this handle at this moment.
  busy = EAGLES_E_BUSY,
  /// The pointer is to a handle of another kind.
  handle = EAGLES_E_HANDLE,
  /// An earlier call on this handle failed inside the library: only saving and freeing are allowed.
  poisoned = EAGLES_E_POISONED,
  /// This game has nothing of the kind.
  unsupported = EAGLES_E_UNSUPPORTED,
  /// The rules do not allow the action.
  refused = EAGLES_E_REFUSED,
  /// The match does not allow what was asked (undo, redo, offers, consent).
  not_allowed = EAGLES_E_NOT_ALLOWED,
  /// The match is over.
  over = EAGLES_E_OVER,
  /// Something is full that has a stated cap.
  full = EAGLES_E_FULL,
  /// Draws have been supplied for another action of this player, which must be finished first.
  unfinished = EAGLES_E_UNFINISHED,
  /// The setup or scenario has faults.
  invalid_setup = EAGLES_E_INVALID_SETUP,
  /// The position cannot be read, or is not one of this game.
  invalid_position = EAGLES_E_INVALID_POSITION,
  /// The action cannot be read.
  invalid_action = EAGLES_E_INVALID_ACTION,
  /// The saved game is broken, or does not play as it says.
  invalid_save = EAGLES_E_INVALID_SAVE,
  /// The saved game was made with other rules, cards or scripts.
  version = EAGLES_E_VERSION,
  /// The card set or a mod has faults.
  invalid_cards = EAGLES_E_INVALID_CARDS,
  /// The facts of a calculator are wrong.
  invalid_facts = EAGLES_E_INVALID_FACTS,
  /// A script failed. Nothing has changed.
  script = EAGLES_E_SCRIPT,
  /// A supplied draw is not possible.
  draw = EAGLES_E_DRAW,
  /// There are more ways than the limit allows.
  too_many = EAGLES_E_TOO_MANY,
  /// The library has failed: a fault of ours, please report it.
  internal = EAGLES_E_INTERNAL,
};

/// The name of a status, such as `EAGLES_E_REFUSED` (`eagles_status_name`).
[[nodiscard]] inline std::string_view name(status which) noexcept {
  return eagles_status_name(static_cast<eagles_status>(which));
}

/// Whether the call asks for something and is to be made again (`needs_draw`, `needs_answer`), and has not failed.
[[nodiscard]] constexpr bool asks(status which) noexcept {
  return static_cast<std::int32_t>(which) > 0 && static_cast<std::int32_t>(which) < 100;
}

/// Why a call was not done, or what it asks for. Its texts are valid as long as it is.
class error {
 public:
  /// Takes over what a call returned; `raw` may be null.
  error(enum status which, eagles_error *raw) noexcept : status_(which), raw_(raw) {}

  /// The status of the call.
  [[nodiscard]] enum status status() const noexcept {
    return raw_ ? static_cast<enum status>(eagles_error_status(raw_.get())) : status_;
  }
  /// A stable code, such as `not-in-range` for a refusal (`eagles_error_code`).
  [[nodiscard]] std::string_view code() const noexcept { return eagles_error_code(raw_.get()); }
  /// What is wrong and what to do, in English (`eagles_error_message`).
  [[nodiscard]] std::string_view message() const noexcept { return eagles_error_message(raw_.get()); }
  /// The rules that a refusal rests on, as in `W 7.21, W N17`; empty for none (`eagles_error_cites`).
  [[nodiscard]] std::string_view cites() const noexcept { return eagles_error_cites(raw_.get()); }
  /// The whole error as JSON: `status`, `code`, `message`, `cites`, `params` (`eagles_error_json`).
  [[nodiscard]] std::string_view json() const noexcept { return eagles_error_json(raw_.get()); }
  /// Whether something is asked for and the call is to be made again.
  [[nodiscard]] bool asks() const noexcept { return eagles::asks(status()); }

 private:
  struct freed {
    void operator()(eagles_error *raw) const noexcept { eagles_error_free(raw); }
  };
  enum status status_;
  std::unique_ptr<eagles_error, freed> raw_;
};

#if EAGLES_EXCEPTIONS
/// What `result::value()` throws. Copies share the error.
class exception : public std::exception {
 public:
  /// Carries an error.
  explicit exception(class error why) : why_(std::make_shared<const class error>(std::move(why))) {}
  /// The message of the error.
  [[nodiscard]] const char *what() const noexcept override { return why_->message().data(); }
  /// The error itself.
  [[nodiscard]] const class error &error() const noexcept { return *why_; }

 private:
  std::shared_ptr<const class error> why_;
};
#endif

namespace detail {

/// Throws the error where exceptions are on, else ends the program.
[[noreturn]] inline void fail(class error &&why) {
#if EAGLES_EXCEPTIONS
  throw exception(std::move(why));
#else
  static_cast<void>(why);
  std::abort();
#endif
}

}  // namespace detail

/// A value, or the error for which there is none.
template <class T>
class [[nodiscard]] result {
 public:
  /// Success.
  result(T value) : either_(std::in_place_index<0>, std::move(value)) {}
  /// Failure, or a request.
  result(class error why) : either_(std::in_place_index<1>, std::move(why)) {}

  /// Whether there is a value.
  [[nodiscard]] bool has_value() const noexcept { return either_.index() == 0; }
  /// Whether there is a value.
  explicit operator bool() const noexcept { return has_value(); }

  /// The value; throws, or ends the program, if there is none. An error that was thrown is no longer here.
  T &value() & {
    check();
    return **this;
  }
  /// The value, moved out; throws, or ends the program, if there is none.
  T value() && {
    check();
    return std::move(**this);
  }
  /// The value, or `other`.
  T value_or(T other) && { return has_value() ? std::move(**this) : std::move(other); }

  /// The value. Ask first whether there is one.
  T &operator*() noexcept {
    assert(has_value());
    return *std::get_if<0>(&either_);
  }
  /// The value. Ask first whether there is one.
  const T &operator*() const noexcept {
    assert(has_value());
    return *std::get_if<0>(&either_);
  }
  /// The value. Ask first whether there is one.
  T *operator->() noexcept { return &**this; }
  /// The value. Ask first whether there is one.
  const T *operator->() const noexcept { return &**this; }

  /// The error. Ask first whether there is no value.
  [[nodiscard]] const class error &error() const noexcept {
    assert(!has_value());
    return *std::get_if<1>(&either_);
  }
  /// The error, moved out. Ask first whether there is no value.
  [[nodiscard]] class error take_error() && noexcept {
    assert(!has_value());
    return std::move(*std::get_if<1>(&either_));
  }
  /// The status: `ok` when there is a value.
  [[nodiscard]] enum status status() const noexcept { return has_value() ? status::ok : error().status(); }

 private:
  void check() {
    if (!has_value()) detail::fail(std::move(*std::get_if<1>(&either_)));
  }
  std::variant<T, class error> either_;
};

/// Success, or the error for which there is none.
template <>
class [[nodiscard]] result<void> {
 public:
  /// Success.
  result() noexcept : why_(status::ok, nullptr), good_(true) {}
  /// Failure, or a request.
  result(class error why) noexcept : why_(std::move(why)), good_(false) {}

  /// Whether it was done.
  [[nodiscard]] bool has_value() const noexcept { return good_; }
  /// Whether it was done.
  explicit operator bool() const noexcept { return good_; }
  /// Throws, or ends the program, if it was not done. An error that was thrown is no longer here.
  void value() {
    if (!good_) detail::fail(std::move(why_));
  }
  /// The error. Ask first whether it was not done.
  [[nodiscard]] const class error &error() const noexcept {
    assert(!good_);
    return why_;
  }
  /// The error, moved out. Ask first whether it was not done.
  [[nodiscard]] class error take_error() && noexcept {
    assert(!good_);
    return std::move(why_);
  }
  /// The status: `ok` when it was done.
  [[nodiscard]] enum status status() const noexcept { return good_ ? status::ok : why_.status(); }

 private:
  class error why_;
  bool good_;
};

/// Bytes that the library has written, most often UTF-8 text or JSON. Owns them.
class bytes {
 public:
  /// None.
  bytes() noexcept : raw_{} {}
  /// Takes over what the library has written.
  explicit bytes(eagles_bytes raw) noexcept : raw_(raw) {}
  /// Takes them from another.
  bytes(bytes &&other) noexcept : raw_(other.raw_) { other.raw_ = eagles_bytes{}; }
  /// Takes them from another.
  bytes &operator=(bytes &&other) noexcept {
    std::swap(raw_, other.raw_);
    return *this;
  }
  bytes(const bytes &) = delete;
  bytes &operator=(const bytes &) = delete;
  ~bytes() { eagles_bytes_free(&raw_); }

  /// The first byte; null when there are none.
  [[nodiscard]] const std::uint8_t *data() const noexcept { return raw_.data; }
  /// How many bytes there are.
  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(raw_.len); }
  /// Whether there are none.
  [[nodiscard]] bool empty() const noexcept { return raw_.len == 0; }
  /// Them as text, valid as long as this is.
  [[nodiscard]] std::string_view view() const noexcept {
    return empty() ? std::string_view() : std::string_view(reinterpret_cast<const char *>(raw_.data), size());
  }
  /// Them as text, valid as long as this is.
  operator std::string_view() const noexcept { return view(); }
  /// A copy of them as text.
  [[nodiscard]] std::string str() const { return std::string(view()); }

 private:
  eagles_bytes raw_;
};

/// What was told, and where to go on.
struct news {
  /// JSON of `match::events`, plain text of `match::story`.
  bytes text;
  /// The cursor for the next call.
  std::uint64_t cursor = 0;
};

/// How a match has ended, if it has.
struct ended {
  /// Whether it is over.
  bool over = false;
  /// Who won; `nobody` in a draw and while it goes on.
  player winner = nobody;
};

/// An information state and its hash.
struct information {
  /// All that the player may remember, as JSON.
  bytes json;
  /// The same for equal ones.
  std::uint64_t hash = 0;
};

/// The sizes of what machine players read.
struct sizes {
  /// Positions: 1 for a match.
  std::uint64_t count = 1;
  /// Action ids: the length of a mask.
  std::uint64_t ids = 0;
  /// Numbers of an observation.
  std::uint64_t numbers = 0;
};

/// How one position of a batch stands.
using step = eagles_step;
/// What one game of a series came to.
using row = eagles_row;
/// How far a series has come.
using progress = eagles_progress;

namespace detail {

/// Frees handles of every kind.
struct freed {
  void operator()(eagles_rules *raw) const noexcept { eagles_rules_free(raw); }
  void operator()(eagles_match *raw) const noexcept { eagles_match_free(raw); }
  void operator()(eagles_view *raw) const noexcept { eagles_view_free(raw); }
  void operator()(eagles_batch *raw) const noexcept { eagles_batch_free(raw); }
  void operator()(eagles_simulation *raw) const noexcept { eagles_simulation_free(raw); }
};

template <class Raw>
using owned = std::unique_ptr<Raw, freed>;

/// The data of a text; never null.
inline const char *text(std::string_view text) noexcept { return text.data() ? text.data() : ""; }
inline const std::uint8_t *octets(std::string_view text) noexcept {
  return reinterpret_cast<const std::uint8_t *>(detail::text(text));
}

/// Makes a call that gives nothing: `made(err)`.
template <class Call>
result<void> done(Call &&call) {
  eagles_error *err = nullptr;
  const eagles_status given = call(&err);
  if (given != EAGLES_OK) return error(static_cast<status>(given), err);
  return {};
}

/// Makes a call that gives a plain value: `call(&value, err)`.
template <class T, class Call>
result<T> value(Call &&call) {
  T out{};
  eagles_error *err = nullptr;
  const eagles_status given = call(&out, &err);
  if (given != EAGLES_OK) return error(static_cast<status>(given), err);
  return out;
}

/// Makes a call that writes bytes: `call(&bytes, err)`.
template <class Call>
result<bytes> written(Call &&call) {
  eagles_bytes out{};
  eagles_error *err = nullptr;
  const eagles_status given = call(&out, &err);
  bytes owner(out);
  if (given != EAGLES_OK) return error(static_cast<status>(given), err);
  return owner;
}

/// Makes a call that gives a handle: `call(&handle, err)`.
template <class Owner, class Raw, class Call>
result<Owner> handle(Call &&call) {
  Raw *out = nullptr;
  eagles_error *err = nullptr;
  const eagles_status given = call(&out, &err);
  Owner owner(out);
  if (given != EAGLES_OK) return error(static_cast<status>(given), err);
  return owner;
}

}  // namespace detail

/// The interface version of the library that was loaded (`eagles_abi_version`).
[[nodiscard]] inline std::uint32_t abi_version() noexcept { return eagles_abi_version(); }
/// The oldest header version whose programs run with the library that was loaded (`eagles_abi_compatible`).
[[nodiscard]] inline std::uint32_t abi_compatible() noexcept { return eagles_abi_compatible(); }
/// Whether this header's programs run with the library that was loaded. Ask once at the start.
[[nodiscard]] inline bool compatible() noexcept {
  return abi_compatible() <= EAGLES_ABI_VERSION && EAGLES_ABI_VERSION <= abi_version();
}
/// The version of the library that was loaded, such as `0.1.0` (`eagles_version_string`).
[[nodiscard]] inline std::string_view version() noexcept { return eagles_version_string(); }
/// How the library was built, as JSON (`eagles_build_info`).
inline result<bytes> build_info() {
  return detail::written([](auto *out, auto **err) { return eagles_build_info(out, err); });
}

/// The calculators there are, as a JSON array (`eagles_calculators`).
inline result<bytes> calculators() {
  return detail::written([](auto *out, auto **err) { return eagles_calculators(out, err); });
}
/// Asks a calculator by its name; facts and answer are JSON (`eagles_calculate`).
inline result<bytes> calculate(std::string_view name, std::string_view facts) {
  return detail::written([&](auto *out, auto **err) {
    return eagles_calculate(detail::text(name), name.size(), detail::text(facts), facts.size(), out, err);
  });
}

/// What one viewer saw at one moment. Any thread.
class view {
 public:
  /// Takes over a handle of the C interface.
  explicit view(eagles_view *raw) noexcept : raw_(raw) {}

  /// Whose eyes (`eagles_view_viewer`).
  result<enum viewer> viewer() const {
    return detail::value<enum viewer>([&](auto *out, auto **err) {
      std::uint8_t who = EAGLES_PUBLIC;
      const eagles_status given = eagles_view_viewer(get(), &who, err);
      *out = static_cast<enum viewer>(who);
      return given;
    });
  }
  /// The view as JSON (`eagles_view_json`).
  result<bytes> json() const {
    return detail::written([&](auto *out, auto **err) { return eagles_view_json(get(), out, err); });
  }
  /// The view in plain text (`eagles_view_text`).
  result<bytes> text() const {
    return detail::written([&](auto *out, auto **err) { return eagles_view_text(get(), out, err); });
  }
  /// The view as a picture (`eagles_view_svg`).
  result<bytes> svg(std::string_view options = {}) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_view_svg(get(), detail::text(options), options.size(), out, err);
    });
  }

  /// The handle of the C interface; still owned by this.
  [[nodiscard]] eagles_view *get() const noexcept { return raw_.get(); }

 private:
  detail::owned<eagles_view> raw_;
};

class match;
class batch;
class simulation;

/// A game with its cards and mods. Any thread.
class rules {
 public:
  /// Takes over a handle of the C interface.
  explicit rules(eagles_rules *raw) noexcept : raw_(raw) {}

  /// The rules of `game`, `waterloo` or `empire` (`eagles_rules_new`).
  static result<rules> make(std::string_view game, std::string_view options = {}) {
    return detail::handle<rules, eagles_rules>([&](auto **out, auto **err) {
      return eagles_rules_new(detail::text(game), game.size(), detail::text(options), options.size(), out, err);
    });
  }
  /// Another handle to the same rules (`eagles_rules_clone`).
  result<rules> clone() const {
    return detail::handle<rules, eagles_rules>([&](auto **out, auto **err) { return eagles_rules_clone(get(), out, err); });
  }
  /// What there is to play with, as JSON (`eagles_rules_catalogue`).
  result<bytes> catalogue() const {
    return detail::written([&](auto *out, auto **err) { return eagles_rules_catalogue(get(), out, err); });
  }
  /// What scripts have printed since this was last asked, as JSON (`eagles_rules_log`).
  result<bytes> log() const {
    return detail::written([&](auto *out, auto **err) { return eagles_rules_log(get(), out, err); });
  }
  /// Checks a setup without opening a match (`eagles_rules_check`).
  result<void> check(std::string_view setup) const {
    return detail::done([&](auto **err) { return eagles_rules_check(get(), detail::text(setup), setup.size(), err); });
  }
  /// Opens a match; setup and options are JSON (`eagles_match_open`).
  result<match> open(std::string_view setup, std::string_view options = {}) const;
  /// Takes up a saved game (`eagles_match_load`).
  result<match> load(std::string_view saved, std::string_view options = {}) const;
  /// Plays a saved game through and compares every position (`eagles_save_verify`).
  result<void> verify(std::string_view saved, std::string_view options = {}) const {
    return detail::done([&](auto **err) {
      return eagles_save_verify(get(), detail::octets(saved), saved.size(), detail::text(options), options.size(), err);
    });
  }
  /// Plays a saved game under these rules and says, as JSON, where it leads elsewhere (`eagles_save_rerun`).
  result<bytes> rerun(std::string_view saved, std::string_view options = {}) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_save_rerun(get(), detail::octets(saved), saved.size(), detail::text(options), options.size(), out, err);
    });
  }
  /// Many positions of one battle (`eagles_batch_new`).
  result<batch> many(std::string_view setup, std::uint64_t count, std::string_view seed) const;
  /// Many games between bots (`eagles_simulation_new`).
  result<simulation> simulate(std::string_view setup, std::string_view options) const;

  /// The handle of the C interface; still owned by this.
  [[nodiscard]] eagles_rules *get() const noexcept { return raw_.get(); }

 private:
  detail::owned<eagles_rules> raw_;
};

/// What a saved game says of itself, as JSON, without playing it (`eagles_save_about`).
inline result<bytes> about(std::string_view saved) {
  return detail::written(
      [&](auto *out, auto **err) { return eagles_save_about(detail::octets(saved), saved.size(), out, err); });
}

/// One battle being played. One call at a time; it may move between threads.
class match {
 public:
  /// Takes over a handle of the C interface.
  explicit match(eagles_match *raw) noexcept : raw_(raw) {}

  // ---- Playing ----

  /// How the match stands, as JSON (`eagles_match_standing`).
  result<bytes> standing() const {
    return detail::written([&](auto *out, auto **err) { return eagles_match_standing(get(), out, err); });
  }
  /// What everybody knows of this battle and never changes, as JSON (`eagles_match_catalogue`).
  result<bytes> catalogue() const {
    return detail::written([&](auto *out, auto **err) { return eagles_match_catalogue(get(), out, err); });
  }
  /// The setup or scenario that the match was made from, as JSON (`eagles_match_setup`).
  result<bytes> setup() const {
    return detail::written([&](auto *out, auto **err) { return eagles_match_setup(get(), out, err); });
  }
  /// The players who may act now, as bits (`eagles_match_to_act`).
  result<std::uint8_t> to_act() const {
    return detail::value<std::uint8_t>([&](auto *out, auto **err) { return eagles_match_to_act(get(), out, err); });
  }
  /// The player to ask first; `nobody` once the match is over (`eagles_match_next_to_ask`).
  result<player> next_to_ask() const {
    return detail::value<player>([&](auto *out, auto **err) { return eagles_match_next_to_ask(get(), out, err); });
  }
  /// Whether the match is over, and who won (`eagles_match_over`).
  result<ended> over() const {
    return detail::value<ended>([&](auto *out, auto **err) {
      std::uint8_t over = 0;
      const eagles_status given = eagles_match_over(get(), &over, &out->winner, err);
      out->over = over != 0;
      return given;
    });
  }
  /// How many actions a player may choose from (`eagles_match_legal_count`).
  result<std::uint64_t> legal_count(player who) const {
    return detail::value<std::uint64_t>(
        [&](auto *out, auto **err) { return eagles_match_legal_count(get(), who, out, err); });
  }
  /// What a player may do now, as a JSON array (`eagles_match_legal`).
  result<bytes> legal(player who) const {
    return detail::written([&](auto *out, auto **err) { return eagles_match_legal(get(), who, out, err); });
  }
  /// An entry of his list as a word of the notation (`eagles_match_word_at`).
  result<bytes> word_at(player who, std::uint64_t at) const {
    return detail::written([&](auto *out, auto **err) { return eagles_match_word_at(get(), who, at, out, err); });
  }
  /// An entry of his list in English (`eagles_match_text_at`).
  result<bytes> text_at(player who, std::uint64_t at) const {
    return detail::written([&](auto *out, auto **err) { return eagles_match_text_at(get(), who, at, out, err); });
  }
  /// One action in all its forms, as JSON; a word of the notation or JSON, here and everywhere (`eagles_match_describe`).
  result<bytes> describe(player who, std::string_view action) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_match_describe(get(), who, detail::text(action), action.size(), out, err);
    });
  }
  /// The numbers behind an action, as JSON, or why it is refused (`eagles_match_explain`).
  result<bytes> explain(player who, std::string_view action) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_match_explain(get(), who, detail::text(action), action.size(), out, err);
    });
  }
  /// The numbers behind an action in plain text, or why it is refused (`eagles_match_explain_text`).
  result<bytes> explain_text(player who, std::string_view action) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_match_explain_text(get(), who, detail::text(action), action.size(), out, err);
    });
  }
  /// What a player may know of the chances of an action, as JSON (`eagles_match_odds`).
  result<bytes> odds(player who, std::string_view action) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_match_odds(get(), who, detail::text(action), action.size(), out, err);
    });
  }
  /// The same in plain text, a line for each throw; nothing where no die decides (`eagles_match_odds_text`).
  result<bytes> odds_text(player who, std::string_view action) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_match_odds_text(get(), who, detail::text(action), action.size(), out, err);
    });
  }
  /// Everything that can come of an action, with its exact chances, as JSON (`eagles_match_outcomes`).
  result<bytes> outcomes(player who, std::string_view action, std::uint64_t limit) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_match_outcomes(get(), who, detail::text(action), action.size(), limit, out, err);
    });
  }
  /// A player does an action, or nothing changes (`eagles_match_apply`).
  result<void> apply(player who, std::string_view action) {
    return detail::done(
        [&](auto **err) { return eagles_match_apply(get(), who, detail::text(action), action.size(), err); });
  }
  /// A player does an entry of his list (`eagles_match_apply_place`).
  result<void> apply_place(player who, std::uint64_t at) {
    return detail::done([&](auto **err) { return eagles_match_apply_place(get(), who, at, err); });
  }
  /// Supplies draws: faces of dice, labels of picks (`eagles_match_supply`).
  result<void> supply(const std::uint16_t *values, std::size_t count) {
    return detail::done([&](auto **err) { return eagles_match_supply(get(), values, count, err); });
  }
  /// Supplies draws: faces of dice, labels of picks (`eagles_match_supply`).
  result<void> supply(std::initializer_list<std::uint16_t> values) { return supply(values.begin(), values.size()); }
  /// Answers the handler that waits; JSON (`eagles_match_answer`).
  result<void> answer(std::string_view reply) {
    return detail::done([&](auto **err) { return eagles_match_answer(get(), detail::text(reply), reply.size(), err); });
  }
  /// All that the host has answered to handlers, as JSON (`eagles_match_answers`).
  result<bytes> answers() const {
    return detail::written([&](auto *out, auto **err) { return eagles_match_answers(get(), out, err); });
  }
  /// What a bot would do, as JSON (`eagles_match_choose`).
  result<bytes> choose(player who, std::string_view bot = default_bot) const {
    return detail::written(
        [&](auto *out, auto **err) { return eagles_match_choose(get(), who, detail::text(bot), bot.size(), out, err); });
  }
  /// What a bot would do, as a word of the notation (`eagles_match_choose_word`).
  result<bytes> choose_word(player who, std::string_view bot = default_bot) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_match_choose_word(get(), who, detail::text(bot), bot.size(), out, err);
    });
  }

  // ---- Seeing ----

  /// What a viewer has been told since, as JSON (`eagles_match_events`).
  result<news> events(enum viewer eyes, std::uint64_t cursor) const {
    std::uint64_t next = cursor;
    auto text = detail::written([&](auto *out, auto **err) {
      return eagles_match_events(get(), static_cast<std::uint8_t>(eyes), cursor, &next, out, err);
    });
    return with(std::move(text), next);
  }
  /// The same in plain text, a line for each thing (`eagles_match_story`).
  result<news> story(enum viewer eyes, std::uint64_t cursor) const {
    std::uint64_t next = cursor;
    auto text = detail::written([&](auto *out, auto **err) {
      return eagles_match_story(get(), static_cast<std::uint8_t>(eyes), cursor, &next, out, err);
    });
    return with(std::move(text), next);
  }
  /// What a viewer sees, as JSON (`eagles_match_view_json`).
  result<bytes> view_json(enum viewer eyes) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_match_view_json(get(), static_cast<std::uint8_t>(eyes), out, err);
    });
  }
  /// What a viewer sees now, for any thread (`eagles_match_view`).
  result<class view> view(enum viewer eyes) const {
    return detail::handle<class view, eagles_view>(
        [&](auto **out, auto **err) { return eagles_match_view(get(), static_cast<std::uint8_t>(eyes), out, err); });
  }
  /// What a viewer sees, in plain text (`eagles_match_text`).
  result<bytes> text(enum viewer eyes) const {
    return detail::written(
        [&](auto *out, auto **err) { return eagles_match_text(get(), static_cast<std::uint8_t>(eyes), out, err); });
  }
  /// What a viewer sees, as a picture (`eagles_match_svg`).
  result<bytes> svg(enum viewer eyes, std::string_view options = {}) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_match_svg(get(), static_cast<std::uint8_t>(eyes), detail::text(options), options.size(), out, err);
    });
  }
  /// All that a player may remember, and its hash (`eagles_match_information_state`).
  result<information> information_state(player who) const {
    information found;
    auto json = detail::written(
        [&](auto *out, auto **err) { return eagles_match_information_state(get(), who, &found.hash, out, err); });
    if (!json) return std::move(json).take_error();
    found.json = std::move(*json);
    return found;
  }
  /// The whole position as a line of the notation; for the referee (`eagles_match_position`).
  result<bytes> position() const {
    return detail::written([&](auto *out, auto **err) { return eagles_match_position(get(), out, err); });
  }
  /// The hash of the whole position; for the referee (`eagles_match_state_hash`).
  result<std::uint64_t> state_hash() const {
    return detail::value<std::uint64_t>([&](auto *out, auto **err) { return eagles_match_state_hash(get(), out, err); });
  }
  /// The actions that stand, with their draws, as JSON; for the referee (`eagles_match_journal`).
  result<bytes> journal() const {
    return detail::written([&](auto *out, auto **err) { return eagles_match_journal(get(), out, err); });
  }

  // ---- Taking back, talking, other lines ----

  /// Takes back the last actions of a player (`eagles_match_undo`).
  result<void> undo(player who, std::uint64_t count = 1) {
    return detail::done([&](auto **err) { return eagles_match_undo(get(), who, count, err); });
  }
  /// Plays again what a player took back last (`eagles_match_redo`).
  result<void> redo(player who) {
    return detail::done([&](auto **err) { return eagles_match_redo(get(), who, err); });
  }
  /// Asks the others to take back (`eagles_match_ask_undo`).
  result<void> ask_undo(player who, std::uint64_t count = 1) {
    return detail::done([&](auto **err) { return eagles_match_ask_undo(get(), who, count, err); });
  }
  /// Agrees to the taking back that was asked (`eagles_match_consent`).
  result<void> consent(player who) {
    return detail::done([&](auto **err) { return eagles_match_consent(get(), who, err); });
  }
  /// Does not agree to the taking back that was asked (`eagles_match_decline`).
  result<void> decline(player who) {
    return detail::done([&](auto **err) { return eagles_match_decline(get(), who, err); });
  }
  /// Offers a draw (`eagles_match_offer_draw`).
  result<void> offer_draw(player who) {
    return detail::done([&](auto **err) { return eagles_match_offer_draw(get(), who, err); });
  }
  /// Agrees to the draw that was offered (`eagles_match_accept_draw`).
  result<void> accept_draw(player who) {
    return detail::done([&](auto **err) { return eagles_match_accept_draw(get(), who, err); });
  }
  /// Does not agree to the draw that was offered (`eagles_match_decline_draw`).
  result<void> decline_draw(player who) {
    return detail::done([&](auto **err) { return eagles_match_decline_draw(get(), who, err); });
  }
  /// Gives up (`eagles_match_resign`).
  result<void> resign(player who) {
    return detail::done([&](auto **err) { return eagles_match_resign(get(), who, err); });
  }
  /// A match that goes on from here on its own (`eagles_match_fork`).
  result<match> fork(std::string_view options = {}) const {
    return detail::handle<match, eagles_match>([&](auto **out, auto **err) {
      return eagles_match_fork(get(), detail::text(options), options.size(), out, err);
    });
  }
  /// A match that begins in a position that fits what a player sees (`eagles_match_sample`).
  result<match> sample(player who, std::string_view seed = {}) const {
    return detail::handle<match, eagles_match>([&](auto **out, auto **err) {
      return eagles_match_sample(get(), who, detail::text(seed), seed.size(), out, err);
    });
  }
  /// Goes on under other scripts (`eagles_match_reload`).
  result<void> reload(const rules &with) {
    return detail::done([&](auto **err) { return eagles_match_reload(get(), with.get(), err); });
  }

  // ---- Saving ----

  /// The match as a saved game; for the referee (`eagles_match_save`).
  result<bytes> save(std::string_view options = {}) const {
    return detail::written([&](auto *out, auto **err) {
      return eagles_match_save(get(), detail::text(options), options.size(), out, err);
    });
  }
  /// What a player may keep of the match, as JSON (`eagles_match_save_for`).
  result<bytes> save_for(player who) const {
    return detail::written([&](auto *out, auto **err) { return eagles_match_save_for(get(), who, out, err); });
  }

  // ---- Numbers for machine players ----

  /// What action ids and observations mean, as JSON (`eagles_match_encoding`).
  result<bytes> encoding() const {
    return detail::written([&](auto *out, auto **err) { return eagles_match_encoding(get(), out, err); });
  }
  /// How many ids there are, and numbers of an observation (`eagles_match_sizes`).
  result<struct sizes> sizes() const {
    return detail::value<struct sizes>(
        [&](auto *out, auto **err) { return eagles_match_sizes(get(), &out->ids, &out->numbers, err); });
  }
  /// The ids of what a player may do, into a buffer; gives how many there are (`eagles_match_ids`).
  result<std::uint64_t> ids(player who, std::uint16_t *into, std::size_t capacity) const {
    return detail::value<std::uint64_t>(
        [&](auto *out, auto **err) { return eagles_match_ids(get(), who, into, capacity, out, err); });
  }
  /// The ids of what a player may do (`eagles_match_ids`).
  result<std::vector<std::uint16_t>> ids(player who) const {
    auto count = legal_count(who);
    if (!count) return std::move(count).take_error();
    std::vector<std::uint16_t> all(static_cast<std::size_t>(*count));
    auto found = ids(who, all.data(), all.size());
    if (!found) return std::move(found).take_error();
    return all;
  }
  /// The mask of a player, into a buffer with an entry for each id (`eagles_match_mask`).
  result<void> mask(player who, std::uint8_t *into, std::size_t length) const {
    return detail::done([&](auto **err) { return eagles_match_mask(get(), who, into, length, err); });
  }
  /// A player does the action with this id (`eagles_match_apply_id`).
  result<void> apply_id(player who, std::uint16_t id) {
    return detail::done([&](auto **err) { return eagles_match_apply_id(get(), who, id, err); });
  }
  /// What a viewer sees as numbers, into a buffer of the right length (`eagles_match_observe`).
  result<void> observe(enum viewer eyes, float *into, std::size_t length) const {
    return detail::done([&](auto **err) {
      return eagles_match_observe(get(), static_cast<std::uint8_t>(eyes), into, length, err);
    });
  }

  /// The handle of the C interface; still owned by this.
  [[nodiscard]] eagles_match *get() const noexcept { return raw_.get(); }

  /// The bot that is asked when no other is named.
  static constexpr std::string_view default_bot = R"({"name": "greedy"})";

 private:
  static result<news> with(result<bytes> text, std::uint64_t next) {
    if (!text) return std::move(text).take_error();
    return news{std::move(*text), next};
  }
  detail::owned<eagles_match> raw_;
};

inline result<match> rules::open(std::string_view setup, std::string_view options) const {
  return detail::handle<match, eagles_match>([&](auto **out, auto **err) {
    return eagles_match_open(get(), detail::text(setup), setup.size(), detail::text(options), options.size(), out, err);
  });
}

inline result<match> rules::load(std::string_view saved, std::string_view options) const {
  return detail::handle<match, eagles_match>([&](auto **out, auto **err) {
    return eagles_match_load(get(), detail::octets(saved), saved.size(), detail::text(options), options.size(), out, err);
  });
}

/// Many positions of one battle, numbers only. One call at a time; it may move between threads.
class batch {
 public:
  /// Takes over a handle of the C interface.
  explicit batch(eagles_batch *raw) noexcept : raw_(raw) {}

  /// How a position stands (`eagles_batch_step`).
  result<struct eagles_step> step(std::uint64_t at) const {
    return detail::value<eagles_step>([&](auto *out, auto **err) { return eagles_batch_step(get(), at, out, err); });
  }
  /// How many positions, ids and numbers there are (`eagles_batch_sizes`).
  result<struct sizes> sizes() const {
    return detail::value<struct sizes>(
        [&](auto *out, auto **err) { return eagles_batch_sizes(get(), &out->count, &out->ids, &out->numbers, err); });
  }
  /// What action ids and observations mean, as JSON (`eagles_batch_encoding`).
  result<bytes> encoding() const {
    return detail::written([&](auto *out, auto **err) { return eagles_batch_encoding(get(), out, err); });
  }
  /// Begins a position anew (`eagles_batch_reset`).
  result<struct eagles_step> reset(std::uint64_t at, std::string_view seed) {
    return detail::value<eagles_step>([&](auto *out, auto **err) {
      return eagles_batch_reset(get(), at, detail::text(seed), seed.size(), out, err);
    });
  }
  /// Makes a position a copy of another (`eagles_batch_copy`).
  result<void> copy(std::uint64_t to, std::uint64_t from) {
    return detail::done([&](auto **err) { return eagles_batch_copy(get(), to, from, err); });
  }
  /// The player to act takes an entry of his list (`eagles_batch_apply_place`).
  result<struct eagles_step> apply_place(std::uint64_t at, std::uint64_t place) {
    return detail::value<eagles_step>(
        [&](auto *out, auto **err) { return eagles_batch_apply_place(get(), at, place, out, err); });
  }
  /// The player to act takes the action with this id (`eagles_batch_apply_id`).
  result<struct eagles_step> apply_id(std::uint64_t at, std::uint16_t id) {
    return detail::value<eagles_step>(
        [&](auto *out, auto **err) { return eagles_batch_apply_id(get(), at, id, out, err); });
  }
  /// A step in every position at once, by places; both buffers have an entry for each (`eagles_batch_apply_places`).
  result<void> apply_places(const std::uint64_t *places, eagles_step *steps, std::size_t count) {
    return detail::done([&](auto **err) { return eagles_batch_apply_places(get(), places, steps, count, err); });
  }
  /// A step in every position at once, by ids; both buffers have an entry for each (`eagles_batch_apply_ids`).
  result<void> apply_ids(const std::uint16_t *ids, eagles_step *steps, std::size_t count) {
    return detail::done([&](auto **err) { return eagles_batch_apply_ids(get(), ids, steps, count, err); });
  }
  /// The ids of what the player to act may do, into a buffer; gives how many there are (`eagles_batch_ids`).
  result<std::uint64_t> ids(std::uint64_t at, std::uint16_t *into, std::size_t capacity) const {
    return detail::value<std::uint64_t>(
        [&](auto *out, auto **err) { return eagles_batch_ids(get(), at, into, capacity, out, err); });
  }
  /// The mask of the player to act, into a buffer with an entry for each id (`eagles_batch_mask`).
  result<void> mask(std::uint64_t at, std::uint8_t *into, std::size_t length) const {
    return detail::done([&](auto **err) { return eagles_batch_mask(get(), at, into, length, err); });
  }
  /// What a viewer sees as numbers, into a buffer of the right length (`eagles_batch_observe`).
  result<void> observe(std::uint64_t at, enum viewer eyes, float *into, std::size_t length) const {
    return detail::done([&](auto **err) {
      return eagles_batch_observe(get(), at, static_cast<std::uint8_t>(eyes), into, length, err);
    });
  }
  /// The hash of a position; for the referee (`eagles_batch_state_hash`).
  result<std::uint64_t> state_hash(std::uint64_t at) const {
    return detail::value<std::uint64_t>(
        [&](auto *out, auto **err) { return eagles_batch_state_hash(get(), at, out, err); });
  }
  /// A position as a line of the notation; for the referee (`eagles_batch_position`).
  result<bytes> position(std::uint64_t at) const {
    return detail::written([&](auto *out, auto **err) { return eagles_batch_position(get(), at, out, err); });
  }

  /// The handle of the C interface; still owned by this.
  [[nodiscard]] eagles_batch *get() const noexcept { return raw_.get(); }

 private:
  detail::owned<eagles_batch> raw_;
};

inline result<batch> rules::many(std::string_view setup, std::uint64_t count, std::string_view seed) const {
  return detail::handle<batch, eagles_batch>([&](auto **out, auto **err) {
    return eagles_batch_new(get(), detail::text(setup), setup.size(), count, detail::text(seed), seed.size(), out, err);
  });
}

/// Many games between bots. One call at a time, save for `progress` and `cancel`, which any thread may call.
class simulation {
 public:
  /// Takes over a handle of the C interface.
  explicit simulation(eagles_simulation *raw) noexcept : raw_(raw) {}

  /// Plays up to `games` more games; `rows` may be null, else at most `capacity` games are played and `written` says how many
  /// rows were filled (`eagles_simulation_run`).
  result<struct eagles_progress> run(std::uint64_t games, std::uint32_t workers = 0, eagles_row *rows = nullptr,
                                     std::size_t capacity = 0, std::uint64_t *written = nullptr) {
    return detail::value<eagles_progress>([&](auto *out, auto **err) {
      return eagles_simulation_run(get(), games, workers, rows, capacity, written, out, err);
    });
  }
  /// How far the series is (`eagles_simulation_progress`).
  result<struct eagles_progress> progress() const {
    return detail::value<eagles_progress>(
        [&](auto *out, auto **err) { return eagles_simulation_progress(get(), out, err); });
  }
  /// Stops the slice that runs, and lets no other begin (`eagles_simulation_cancel`).
  result<void> cancel() const {
    return detail::done([&](auto **err) { return eagles_simulation_cancel(get(), err); });
  }
  /// What all games so far came to, as JSON (`eagles_simulation_report`).
  result<bytes> report() const {
    return detail::written([&](auto *out, auto **err) { return eagles_simulation_report(get(), out, err); });
  }

  /// The handle of the C interface; still owned by this.
  [[nodiscard]] eagles_simulation *get() const noexcept { return raw_.get(); }

 private:
  detail::owned<eagles_simulation> raw_;
};

inline result<simulation> rules::simulate(std::string_view setup, std::string_view options) const {
  return detail::handle<simulation, eagles_simulation>([&](auto **out, auto **err) {
    return eagles_simulation_new(get(), detail::text(setup), setup.size(), detail::text(options), options.size(), out, err);
  });
}

}  // namespace eagles

#endif  // EAGLES_HPP
