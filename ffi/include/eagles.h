/*
 * eagles.h: Eagles for any engine.
 *
 * Eagles is a referee in a library for two games: the card battle game "Eagles: Waterloo" and the miniatures rules
 * "Eagles over the Empire". It deals, rules, rolls, measures, explains and keeps the record; your program shows the table
 * and asks the players. This file is the manual.
 *
 * A whole battle, from the first call to the last:
 *
 *     #include <eagles.h>
 *     #include <stdio.h>
 *     #include <string.h>
 *
 *     // Prints what went wrong and gives the status on. It takes the place of the error: which of two arguments is worked out first
 *     // is not said in C.
 *     static eagles_status check(eagles_status status, eagles_error **err) {
 *       if (status != EAGLES_OK) {
 *         fprintf(stderr, "%s: %s\n", eagles_status_name(status), eagles_error_message(*err));
 *       }
 *       eagles_error_free(*err);
 *       *err = NULL;
 *       return status;
 *     }
 *
 *     int main(void) {
 *       eagles_error *err = NULL;
 *       eagles_rules *rules = NULL;
 *       eagles_match *match = NULL;
 *       uint8_t player = 0, over = 0, winner = 0;
 *       uint64_t cursor = 0;
 *
 *       if (check(eagles_rules_new(EAGLES_TEXT("waterloo"), EAGLES_TEXT(""), &rules, &err), &err)) return 1;
 *       if (check(eagles_match_open(rules, EAGLES_TEXT("{\"battle\": \"QB\"}"), EAGLES_TEXT("{\"seed\": 1815}"), &match, &err), &err)) {
 *         eagles_rules_free(rules);
 *         return 1;
 *       }
 *       for (;;) {
 *         uint64_t count = 0;
 *         eagles_bytes news = {NULL, 0, 0};
 *         if (check(eagles_match_next_to_ask(match, &player, &err), &err) || player == EAGLES_NOBODY) break;
 *         // A real host shows the list (eagles_match_legal) and lets the player choose; here the middle one is taken.
 *         if (check(eagles_match_legal_count(match, player, &count, &err), &err)) break;
 *         if (check(eagles_match_apply_place(match, player, count / 2, &err), &err)) break;
 *         // What an onlooker is told, as JSON.
 *         if (check(eagles_match_events(match, EAGLES_PUBLIC, cursor, &cursor, &news, &err), &err)) break;
 *         eagles_bytes_free(&news);
 *       }
 *       if (!check(eagles_match_over(match, &over, &winner, &err), &err)) {
 *         printf("over: %d, winner: %d, %llu things told\n", over, winner, (unsigned long long)cursor);
 *       }
 *       eagles_match_free(match);
 *       eagles_rules_free(rules);
 *       return over ? 0 : 1;
 *     }
 *
 * How it works
 *   Rules (eagles_rules) are a game with its cards and mods. From them you open a match (eagles_match): ask who may act
 *   (eagles_match_next_to_ask), what he may do (eagles_match_legal), why not (eagles_match_explain), do it
 *   (eagles_match_apply), and show each viewer what is new for him (eagles_match_events) and what he sees
 *   (eagles_match_view_json). There are no callbacks: where a die or a card must come from you, a call returns
 *   EAGLES_NEEDS_DRAW, changes nothing, and is made again when you have supplied it.
 *
 * Status and error
 *   Every call that can fail returns an eagles_status, 0 for success. The last parameter, `err`, may be NULL. If it is not,
 *   it is set to NULL on success and otherwise to an error of yours to free: status, code, message, citations, parameters.
 *   A call that fails has changed nothing.
 *
 * Text and bytes
 *   Text goes in as a pointer and a length in bytes, UTF-8, without a zero at its end: EAGLES_TEXT("QB") writes both. What the
 *   library writes is an eagles_bytes of yours to free. The library keeps no pointer of yours after a call has returned, and
 *   nothing it returns is borrowed unless its function says so.
 *
 * JSON
 *   Rich values are JSON; each has a schema in share/eagles/schemas. Fields are only ever added within one major version: ignore
 *   those you do not know. What is hot has numbers and plain structs of fixed-width integers instead.
 *
 * Viewers
 *   A viewer is a number: a player (0 is the French side, 1 the other), EAGLES_PUBLIC for an onlooker, EAGLES_REFEREE for
 *   everything. What a player may not see is in nothing that is made for him.
 *
 * Threads
 *   Rules and views never change and may be used by any number of threads. A match, a batch and a simulation take one call at a
 *   time and may move between threads; a second call at the same time gets EAGLES_E_BUSY and does nothing. The library starts
 *   threads only within eagles_simulation_run, which has joined them when it returns. It installs nothing in the process.
 *
 * When something goes wrong inside
 *   A failure of the library itself is caught: EAGLES_E_INTERNAL, and the handle is poisoned. Save the match and free it.
 *   A pointer to another kind of handle is found out (EAGLES_E_HANDLE). A pointer to nothing, or to a handle that was freed, is
 *   yours to avoid.
 *
 * What may change when
 *   Within one major version functions, fields and statuses are only added, and a program built against an older header goes on
 *   working. Compare eagles_abi_version() and eagles_abi_compatible() with EAGLES_ABI_VERSION once at the start. Action ids and
 *   observation layouts keep their meaning within a major version. Saved games of every earlier version are read for ever.
 *   Before version 1.0 a minor version counts as a major one.
 */

#ifndef EAGLES_H
#define EAGLES_H

#include <stdint.h>

// A text literal or a zero-terminated text as the two arguments that functions take (needs <string.h>).
#define EAGLES_TEXT(text) (text), (uint64_t)strlen(text)

// What the library exports is found there; a program that links the static one defines EAGLES_STATIC on Windows.
#if defined(_WIN32) && !defined(EAGLES_STATIC)
#define EAGLES_API __declspec(dllimport)
#else
#define EAGLES_API
#endif


// ---- The library -----------------------------------------------------------------------------------------
// Versions. What changes when: see the top of this file.

// The version of this interface. It is raised whenever something is added. A program built against header version N runs
// with every library for which `eagles_abi_compatible() <= N <= eagles_abi_version()`.
#define EAGLES_ABI_VERSION 1

// The oldest header version whose programs run with this library. It is raised only with a new major version of the
// library, which also has another name on disk (soname).
#define EAGLES_ABI_COMPATIBLE 1

// The version of the library this header belongs to.
#define EAGLES_VERSION_MAJOR 0

// Raised when something is added.
#define EAGLES_VERSION_MINOR 1

// Raised when something is mended.
#define EAGLES_VERSION_PATCH 0

// No player: the match is over, or a draw.
#define EAGLES_NOBODY 255

// The onlooker among viewers: what lies open. Players are 0 and up.
#define EAGLES_PUBLIC 254

// The referee among viewers: everything. Never show a player what the referee sees.
#define EAGLES_REFEREE 255

// Many positions of one battle, each with its own draws: no journal, no events, numbers only, as machine players need
// them. Positions are counted from 0. In each the player to act is whom the game says to ask first; where a player can
// only pass and must not be noticed, the batch passes for him, as a match does. Thread rule: one call at a time; it
// may move between threads.
typedef struct eagles_batch eagles_batch;

// Why a call was not done, or what it asks for. Nothing has changed. Owned by the caller; free it with
// `eagles_error_free`. Never changes, may be read from any thread.
typedef struct eagles_error eagles_error;

// A match: one battle of either game being played, with its seed, journal, undo and what everybody has been told. Thread
// rule: one call at a time (a second one gets `EAGLES_E_BUSY` and does nothing); it may move between threads.
typedef struct eagles_match eagles_match;

// The rules of a game with their material: the card set, mods and charts. Immutable. Thread rule: share it between any
// number of threads; free it once, when no call uses it. Matches keep what they need of it, so that it may be freed
// before them.
typedef struct eagles_rules eagles_rules;

// A series of games between bots, played a slice at a time on the caller's thread, so that nothing runs while no call
// does. Thread rule: one call at a time (a second one gets `EAGLES_E_BUSY`), save for `eagles_simulation_progress` and
// `eagles_simulation_cancel`, which any thread may call while another one runs a slice; it may move between threads.
typedef struct eagles_simulation eagles_simulation;

// What one viewer saw at one moment. Immutable. Thread rule: share it between any number of threads; free it once, when no
// call uses it. It does not need its match.
typedef struct eagles_view eagles_view;

// The answer of every function that can fail: `EAGLES_OK`, or one of the numbers below. Numbers keep their meaning for
// ever; later versions may add some, so treat an unknown one by its hundred: 1 to 99 ask for something and are not
// failures (give it, then make the same call again), 100 to 199 are mistakes of the caller, 200 to 299 the game's or
// the match's no, 300 to 399 faults of what was handed in, 400 to 499 scripts and draws, 500 and up failures of the
// library.
typedef int32_t eagles_status;

// How one position of a batch stands.
typedef struct eagles_step {
  // How many actions the player to act has; 0 when the game is over.
  uint32_t legal;
  // Actions since the start.
  uint32_t actions;
  // The player to act; `EAGLES_NOBODY` when the game is over.
  uint8_t player;
  // 1 when the game is over, else 0.
  uint8_t over;
  // The winner; `EAGLES_NOBODY` for none.
  uint8_t winner;
  // 0.
  uint8_t reserved;
} eagles_step;

// Bytes that the library has written for the caller, most often UTF-8 text or JSON. Not zero-terminated. Owned by the
// caller, who frees them with `eagles_bytes_free`. A function that fails leaves them empty (`data` null, `len` 0), and
// what they held before is not freed by it.
typedef struct eagles_bytes {
  // The first byte; null when there are none.
  uint8_t *data;
  // How many bytes there are.
  uint64_t len;
  // How many the library has set aside for them. For `eagles_bytes_free`: leave it alone.
  uint64_t capacity;
} eagles_bytes;

// What one game came to.
typedef struct eagles_row {
  // Its number in the series, from 0; its seed is that child of the series' seed.
  uint64_t game;
  // Actions listed in decisions between two or more.
  uint64_t listed;
  // Actions made.
  uint32_t actions;
  // Decisions between two or more actions.
  uint32_t decisions;
  // The winner; `EAGLES_NOBODY` for none.
  uint8_t winner;
  // 1 when it ended by the rules, 0 when it was broken off.
  uint8_t over;
  // 0.
  uint8_t reserved[6];
} eagles_row;

// How far a series has come.
typedef struct eagles_progress {
  // Games played.
  uint64_t played;
  // Games of the whole series.
  uint64_t games;
  // 1 once it has been cancelled, else 0.
  uint32_t cancelled;
  // 1 once all games are played, else 0.
  uint32_t done;
} eagles_progress;

// Done.
#define EAGLES_OK 0

// A draw must be supplied by the host (`eagles_match_supply`); then make the same call again. The error's `params`
// describe it: `request`, `options` with `option_texts` for a pick, `have`, `text`.
#define EAGLES_NEEDS_DRAW 1

// The handler of a card must be answered by the host (`eagles_match_answer`); then make the same call again. The error's
// `params` hold the `question`.
#define EAGLES_NEEDS_ANSWER 2

// A pointer is null that must not be.
#define EAGLES_E_NULL 100

// A text is not UTF-8.
#define EAGLES_E_UTF8 101

// A length or number is out of range, or a buffer has the wrong size.
#define EAGLES_E_RANGE 102

// JSON does not have the form that is wanted.
#define EAGLES_E_FORM 103

// A name, a player or a viewer is not known.
#define EAGLES_E_UNKNOWN 104

// Another thread is using this handle at this moment.
#define EAGLES_E_BUSY 105

// The pointer is to a handle of another kind.
#define EAGLES_E_HANDLE 106

// An earlier call on this handle failed inside the library: only saving and freeing are allowed.
#define EAGLES_E_POISONED 107

// This game has nothing of the kind.
#define EAGLES_E_UNSUPPORTED 108

// The rules do not allow the action; the error has code, citations and parameters of the refusal.
#define EAGLES_E_REFUSED 200

// The match does not allow what was asked (undo, redo, offers, consent).
#define EAGLES_E_NOT_ALLOWED 201

// The match is over.
#define EAGLES_E_OVER 202

// Something is full that has a stated cap.
#define EAGLES_E_FULL 203

// Draws have been supplied for another action of this player, which must be finished first.
#define EAGLES_E_UNFINISHED 204

// The setup or scenario has faults; the error's `params` list all of them.
#define EAGLES_E_INVALID_SETUP 300

// The position cannot be read, or is not one of this game.
#define EAGLES_E_INVALID_POSITION 301

// The action cannot be read.
#define EAGLES_E_INVALID_ACTION 302

// The saved game is broken, or does not play as it says.
#define EAGLES_E_INVALID_SAVE 303

// The saved game was made with other rules, cards or scripts.
#define EAGLES_E_VERSION 304

// The card set or a mod has faults; the error's `params` list all of them.
#define EAGLES_E_INVALID_CARDS 305

// The facts of a calculator are wrong; the error's `params` list all faults.
#define EAGLES_E_INVALID_FACTS 306

// A script failed. Nothing has changed.
#define EAGLES_E_SCRIPT 400

// A supplied draw is not possible; supply another.
#define EAGLES_E_DRAW 401

// There are more ways than the limit allows.
#define EAGLES_E_TOO_MANY 402

// The library has failed: a fault of ours, please report it. The handle is poisoned.
#define EAGLES_E_INTERNAL 500

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// ---- Batches ---------------------------------------------------------------------------------------------
// Many positions at once, numbers only.

// Makes `count` positions of one battle, 1 to 1,048,576, all at its start. `setup` is JSON as for `eagles_rules_check`;
// position n draws from child n of `seed`, a text as for `eagles_match_sample`.
//
// Ownership: `*out` is the caller's, freed with `eagles_batch_free`. Errors: `EAGLES_E_INVALID_SETUP` with all faults,
// `EAGLES_E_RANGE`, `EAGLES_E_FORM`. Thread rule: any thread.
//
// # Safety
// `rules` is live; texts are as long as they say; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_new(const struct eagles_rules *rules,
                               const char *setup,
                               uint64_t setup_len,
                               uint64_t count,
                               const char *seed,
                               uint64_t seed_len,
                               struct eagles_batch **out,
                               struct eagles_error **err);

// Frees a batch. Null is fine. Thread rule: any thread, once, when no other call uses it.
//
// # Safety
// `batch` is null or live, and nobody uses it any more.
EAGLES_API void eagles_batch_free(struct eagles_batch *batch);

// How a position stands.
//
// Errors: `EAGLES_E_RANGE` for a position there is not; those of every call on a batch, `EAGLES_E_NULL`,
// `EAGLES_E_HANDLE`, `EAGLES_E_BUSY`, `EAGLES_E_POISONED`. Thread rule: one call at a time on this batch.
//
// # Safety
// `batch` is live; `step` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_step(const struct eagles_batch *batch,
                                uint64_t at,
                                struct eagles_step *step,
                                struct eagles_error **err);

// How many positions there are, how many action ids (the length of a mask), and how many numbers an observation has.
//
// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
//
// # Safety
// `batch` is live; `count`, `ids` and `numbers` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_sizes(const struct eagles_batch *batch,
                                 uint64_t *count,
                                 uint64_t *ids,
                                 uint64_t *numbers,
                                 struct eagles_error **err);

// What action ids and observations mean, as JSON: as `eagles_match_encoding`.
//
// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
//
// # Safety
// `batch` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_encoding(const struct eagles_batch *batch,
                                    struct eagles_bytes *out,
                                    struct eagles_error **err);

// Begins a position anew with the draws of `seed`, a text as for `eagles_match_sample`. `step` may be null.
//
// Errors: `EAGLES_E_FORM` for a seed that is none; `EAGLES_E_RANGE`; else, and thread rule, as `eagles_batch_step`.
//
// # Safety
// `batch` is live; the text is as long as it says; `step` is null or may be written to; `err` is null or may be
// written to.
EAGLES_API
eagles_status eagles_batch_reset(struct eagles_batch *batch,
                                 uint64_t at,
                                 const char *seed,
                                 uint64_t seed_len,
                                 struct eagles_step *step,
                                 struct eagles_error **err);

// Makes position `to` a copy of position `from`, its draws to come included.
//
// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
//
// # Safety
// `batch` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_copy(struct eagles_batch *batch,
                                uint64_t to,
                                uint64_t from,
                                struct eagles_error **err);

// The player to act takes the action at `place` of his list, counted from 0, and the position stands as `*step` says,
// which may be null.
//
// Errors: `EAGLES_E_RANGE` for a place or position there is not; `EAGLES_E_SCRIPT`; else, and thread rule, as
// `eagles_batch_step`.
//
// # Safety
// `batch` is live; `step` is null or may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_apply_place(struct eagles_batch *batch,
                                       uint64_t at,
                                       uint64_t place,
                                       struct eagles_step *step,
                                       struct eagles_error **err);

// The player to act takes the action with this id. As `eagles_batch_apply_place`; `EAGLES_E_INVALID_ACTION` for an id
// whose entry in the mask is 0.
//
// # Safety
// `batch` is live; `step` is null or may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_apply_id(struct eagles_batch *batch,
                                    uint64_t at,
                                    uint16_t id,
                                    struct eagles_step *step,
                                    struct eagles_error **err);

// A step in every position at once: `places` has an entry for each, and so has `steps`. A position that is over stays as
// it is, whatever its entry. When one fails, those before it have made their step and the others have not; the error's
// `params` have `at`.
//
// Errors: `EAGLES_E_RANGE` for a place there is not or buffers of another length; `EAGLES_E_SCRIPT`; else, and thread
// rule, as `eagles_batch_step`.
//
// # Safety
// `batch` is live; `places` and `steps` have `count` entries each; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_apply_places(struct eagles_batch *batch,
                                        const uint64_t *places,
                                        struct eagles_step *steps,
                                        uint64_t count,
                                        struct eagles_error **err);

// As `eagles_batch_apply_places`, by ids.
//
// # Safety
// `batch` is live; `ids` and `steps` have `count` entries each; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_apply_ids(struct eagles_batch *batch,
                                     const uint16_t *ids,
                                     struct eagles_step *steps,
                                     uint64_t count,
                                     struct eagles_error **err);

// The ids of what the player to act may do, in the order of his list, into the caller's buffer, as far as it reaches;
// 65535 for an action without an id. How many there are is written to `*count`.
//
// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
//
// # Safety
// `batch` is live; `ids` has `capacity` entries; `count` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_ids(const struct eagles_batch *batch,
                               uint64_t at,
                               uint16_t *ids,
                               uint64_t capacity,
                               uint64_t *count,
                               struct eagles_error **err);

// The mask of the player to act into the caller's buffer: 1 for the id of each action he may do, else 0.
//
// Errors: `EAGLES_E_RANGE` when the buffer has not one entry for each id, or for a position there is not; else, and thread
// rule, as `eagles_batch_step`.
//
// # Safety
// `batch` is live; `mask` has `len` entries; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_mask(const struct eagles_batch *batch,
                                uint64_t at,
                                uint8_t *mask,
                                uint64_t len,
                                struct eagles_error **err);

// What a viewer sees of a position, as 32-bit floats into the caller's buffer, by the layout of `eagles_batch_encoding`.
//
// Errors: `EAGLES_E_RANGE` when the buffer has another length, or for a position there is not; `EAGLES_E_UNKNOWN` for a
// viewer there is not; else, and thread rule, as `eagles_batch_step`.
//
// # Safety
// `batch` is live; `numbers` has `len` entries; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_observe(const struct eagles_batch *batch,
                                   uint64_t at,
                                   uint8_t viewer,
                                   float *numbers,
                                   uint64_t len,
                                   struct eagles_error **err);

// The named hash of a position. For the referee.
//
// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
//
// # Safety
// `batch` is live; `hash` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_state_hash(const struct eagles_batch *batch,
                                      uint64_t at,
                                      uint64_t *hash,
                                      struct eagles_error **err);

// A position as a line of the notation. For the referee: it shows what players may not see.
//
// Errors: `EAGLES_E_RANGE` for a position there is not; else, and thread rule, as `eagles_batch_step`.
//
// # Safety
// `batch` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_batch_position(const struct eagles_batch *batch,
                                    uint64_t at,
                                    struct eagles_bytes *out,
                                    struct eagles_error **err);

// ---- Bytes -----------------------------------------------------------------------------------------------
// What the library writes for the caller.

// Frees bytes and empties the struct, so that freeing it twice does no harm. Null is fine. Thread rule: any thread.
//
// # Safety
// `bytes` is null, or holds what the library has written, unchanged.
EAGLES_API
void eagles_bytes_free(struct eagles_bytes *bytes);

// ---- Calculators -----------------------------------------------------------------------------------------
// Every chart and sum, without a game.

// The calculators there are, as a JSON array: `name`, what it tells, the rule it rests on.
// Errors: `EAGLES_E_NULL`. Thread rule: any thread.
//
// # Safety
// `out` may be written to; `err` is null or may be written to.
EAGLES_API eagles_status eagles_calculators(struct eagles_bytes *out, struct eagles_error **err);

// Asks a calculator by its name, as in `waterloo.attack` or `empire.assault`. `facts` is JSON (schemas
// `calculator-*-facts.json`); what is left out has a sensible default. The answer is JSON: the sum part by part with its
// rules, the row of the chart, the result for a given die, and the exact chances of all.
//
// Errors: `EAGLES_E_UNKNOWN` for a calculator there is not; `EAGLES_E_FORM` for facts that do not have the form, and
// `EAGLES_E_INVALID_FACTS` for facts that cannot be by the rules, naming each. Thread rule: any thread.
//
// # Safety
// texts are as long as they say; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_calculate(const char *name,
                               uint64_t name_len,
                               const char *facts,
                               uint64_t facts_len,
                               struct eagles_bytes *out,
                               struct eagles_error **err);

// ---- Errors ----------------------------------------------------------------------------------------------
// Every call that can fail returns a status and, if asked, an error.

// The name of a status, such as `EAGLES_E_REFUSED`; `EAGLES_E_UNKNOWN_STATUS` for a number that is none. Static text,
// never to be freed. Thread rule: any thread.
EAGLES_API
const char *eagles_status_name(eagles_status status);

// The status that came with the error; `EAGLES_OK` for null. Thread rule: any thread.
//
// # Safety
// `error` is null or a live error.
EAGLES_API eagles_status eagles_error_status(const struct eagles_error *error);

// A stable code, such as `not-in-range` for a refusal: switch on it, it never changes its meaning. Zero-terminated UTF-8,
// borrowed: valid until the error is freed. Empty for null. Thread rule: any thread.
//
// # Safety
// `error` is null or a live error.
EAGLES_API
const char *eagles_error_code(const struct eagles_error *error);

// What is wrong and what to do, in English. Zero-terminated UTF-8, borrowed: valid until the error is freed. Empty for
// null. Thread rule: any thread.
//
// # Safety
// `error` is null or a live error.
EAGLES_API
const char *eagles_error_message(const struct eagles_error *error);

// The rules that a refusal rests on, as in `W 7.21, W N17`. Zero-terminated UTF-8, borrowed: valid until the error is freed.
// Empty for null and where no rule is concerned. Thread rule: any thread.
//
// # Safety
// `error` is null or a live error.
EAGLES_API
const char *eagles_error_cites(const struct eagles_error *error);

// The whole error as JSON (schema `error.json`): `status`, `code`, `message`, `cites` (rule citations, as in `W 7.21`) and
// `params`. Zero-terminated UTF-8, borrowed: valid until the error is freed. Empty for null. Thread rule: any thread.
//
// # Safety
// `error` is null or a live error.
EAGLES_API
const char *eagles_error_json(const struct eagles_error *error);

// Frees an error. Null is fine. Thread rule: any thread, once.
//
// # Safety
// `error` is null or a live error that nobody uses any more.
EAGLES_API void eagles_error_free(struct eagles_error *error);

// The interface version of the library that was loaded; compare it with the `EAGLES_ABI_VERSION` of the header. Thread
// rule: any thread.
EAGLES_API
uint32_t eagles_abi_version(void);

// The oldest header version whose programs run with the library that was loaded. Thread rule: any thread.
EAGLES_API uint32_t eagles_abi_compatible(void);

// The version of the library that was loaded, such as `0.1.0`. Static zero-terminated text, never to be freed. Thread
// rule: any thread.
EAGLES_API
const char *eagles_version_string(void);

// How the library was built, as JSON: `version`, `abi`, `abi_compatible`, `rules` (the rules version of each game),
// `save_format`, `scripts` (the script runtime), `target`, `debug`. Errors: `EAGLES_E_NULL`. Thread rule: any thread.
//
// # Safety
// `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_build_info(struct eagles_bytes *out,
                                struct eagles_error **err);

// ---- Matches: playing ------------------------------------------------------------------------------------
// Open, ask who acts, list, explain, apply, draw, answer, let bots choose.

// Opens a match. `setup` is JSON as for `eagles_rules_check`. `options` is JSON (schema `match-options.json`), all of
// it optional: `seed` (a number, or 64 hexadecimal digits; left out, one that nobody can guess), `draws` (`seed`, or
// `host` for real dice and cards), `analysis` (free undo), `redraw` (`fresh` or `same`), `snapshot-every`, `position`
// (begin there, in the notation), `answers` (the host answers the handlers of cards instead of their scripts).
//
// Ownership: `*out` is the caller's, freed with `eagles_match_free`. Errors: `EAGLES_E_INVALID_SETUP` with all faults,
// `EAGLES_E_INVALID_POSITION`, `EAGLES_E_FORM`. Thread rule: any thread.
//
// # Safety
// `rules` is live; texts are as long as they say; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_open(const struct eagles_rules *rules,
                                const char *setup,
                                uint64_t setup_len,
                                const char *options,
                                uint64_t options_len,
                                struct eagles_match **out,
                                struct eagles_error **err);

// Frees a match. Null is fine. Thread rule: any thread, once, when no other call uses it.
//
// # Safety
// `match` is null or live, and nobody uses it any more.
EAGLES_API void eagles_match_free(struct eagles_match *match);

// How the match stands, as far as it is no secret, as JSON (schema `standing.json`): `game`, `title`, `players` by name,
// `to_act`, `next_to_ask`, `ending`, `draw_offered`, `undo_asked`.
//
// Errors: those of every call on a match, `EAGLES_E_NULL`, `EAGLES_E_HANDLE`, `EAGLES_E_BUSY`, `EAGLES_E_POISONED`.
// Thread rule: one call at a time on this match.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_standing(const struct eagles_match *match,
                                    struct eagles_bytes *out,
                                    struct eagles_error **err);

// What everybody knows of this battle and never changes, as JSON (schemas `waterloo-catalogue.json`,
// `empire-catalogue.json`): every card or unit, leader and division by the number that views, events and actions use. Ask
// once.
//
// Errors and thread rule: as `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_catalogue(const struct eagles_match *match,
                                     struct eagles_bytes *out,
                                     struct eagles_error **err);

// The setup or scenario that the match was made from, as JSON (schemas `waterloo-setup.json`, `empire-scenario.json`).
//
// Errors and thread rule: as `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_setup(const struct eagles_match *match,
                                 struct eagles_bytes *out,
                                 struct eagles_error **err);

// The players who may act now, as bits: bit 0 for player 0. None once the match is over. Several may act at once
// (deployment, orders); one of them may have to wait for another and have an empty list for the moment.
//
// Errors and thread rule: as `eagles_match_standing`.
//
// # Safety
// `match` is live; `players` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_to_act(const struct eagles_match *match,
                                  uint8_t *players,
                                  struct eagles_error **err);

// The player whom a host asks first that asks one after another; `EAGLES_NOBODY` once the match is over.
//
// Errors and thread rule: as `eagles_match_standing`.
//
// # Safety
// `match` is live; `player` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_next_to_ask(const struct eagles_match *match,
                                       uint8_t *player,
                                       struct eagles_error **err);

// Whether the match is over (1, else 0) and who won (`EAGLES_NOBODY` in a draw and while it goes on).
//
// Errors and thread rule: as `eagles_match_standing`.
//
// # Safety
// `match` is live; `over` and `winner` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_over(const struct eagles_match *match,
                                uint8_t *over,
                                uint8_t *winner,
                                struct eagles_error **err);

// How many actions `player` may choose from now; the list is kept until something changes.
//
// Errors: `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `count` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_legal_count(const struct eagles_match *match,
                                       uint8_t player,
                                       uint64_t *count,
                                       struct eagles_error **err);

// What `player` may do now, as a JSON array (schemas `waterloo-offers.json`, `empire-offers.json`): each entry has its
// `place` in the list, its `id` for machine players where it has one, its `word` in the notation, its `text` in
// English and the `action` itself. Waterloo lists everything that is allowed; Empire, whose moves are parametric,
// lists suggestions for the next unit, and `eagles_match_explain` is the authority. Empty when he has to wait.
//
// Errors: `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_legal(const struct eagles_match *match,
                                 uint8_t player,
                                 struct eagles_bytes *out,
                                 struct eagles_error **err);

// The entry at place `at` of the list of `player` as a word of the notation, for hosts that read no JSON. Empty bytes
// never stand for success here.
//
// Errors: `EAGLES_E_RANGE` past the end; `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as
// `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_word_at(const struct eagles_match *match,
                                   uint8_t player,
                                   uint64_t at,
                                   struct eagles_bytes *out,
                                   struct eagles_error **err);

// The entry at place `at` of the list of `player` in English.
//
// Errors: `EAGLES_E_RANGE` past the end; `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as
// `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_text_at(const struct eagles_match *match,
                                   uint8_t player,
                                   uint64_t at,
                                   struct eagles_bytes *out,
                                   struct eagles_error **err);

// One action of `player` in all its forms, as an entry of `eagles_match_legal`. The action is a word of the notation
// or JSON (JSON begins with `{` or `"`), here and everywhere. It need not be legal; its `place` is then past the end
// of the list.
//
// Errors: `EAGLES_E_INVALID_ACTION` with the column and what was expected there; else, and thread rule, as
// `eagles_match_standing`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_describe(const struct eagles_match *match,
                                    uint8_t player,
                                    const char *action,
                                    uint64_t action_len,
                                    struct eagles_bytes *out,
                                    struct eagles_error **err);

// The numbers behind an action, as JSON (schema `explanation.json`): each with its base, every modifier, where it
// comes from and the rule it rests on. Success means that the action is allowed.
//
// Errors: `EAGLES_E_REFUSED` with the reason, its citations and parameters; `EAGLES_E_INVALID_ACTION`; else, and
// thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_explain(const struct eagles_match *match,
                                   uint8_t player,
                                   const char *action,
                                   uint64_t action_len,
                                   struct eagles_bytes *out,
                                   struct eagles_error **err);

// The numbers behind an action in plain text, a line for each number and each of its parts.
//
// Errors: as `eagles_match_explain`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_explain_text(const struct eagles_match *match,
                                        uint8_t player,
                                        const char *action,
                                        uint64_t action_len,
                                        struct eagles_bytes *out,
                                        struct eagles_error **err);

// What `player` may know of the chances of an action before he does it, as JSON (schema `odds.json`): the numbers behind
// it, and each throw with all its results and their exact chances. Attacks of Waterloo; fire, assaults (as if nobody else
// moved or fired), rallies and squares of Empire. It tells no more than he sees.
//
// Errors: as `eagles_match_explain`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_odds(const struct eagles_match *match,
                                uint8_t player,
                                const char *action,
                                uint64_t action_len,
                                struct eagles_bytes *out,
                                struct eagles_error **err);

// The same in plain text, a line for each throw; no bytes for an action of another kind.
//
// Errors: as `eagles_match_explain`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_odds_text(const struct eagles_match *match,
                                     uint8_t player,
                                     const char *action,
                                     uint64_t action_len,
                                     struct eagles_bytes *out,
                                     struct eagles_error **err);

// Everything that can come of an action, each position with its exact chance, as JSON (schema `outcomes.json`); at most
// `limit` ways in which dice and cards can fall are gone through, and never more than 100,000. For the referee and for
// analysis: it may tell what is hidden.
//
// Errors: `EAGLES_E_REFUSED`, `EAGLES_E_TOO_MANY`, `EAGLES_E_INVALID_ACTION`; else, and thread rule, as
// `eagles_match_standing`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_outcomes(const struct eagles_match *match,
                                    uint8_t player,
                                    const char *action,
                                    uint64_t action_len,
                                    uint64_t limit,
                                    struct eagles_bytes *out,
                                    struct eagles_error **err);

// `player` does `action`, whole, with all that follows from it by itself, or nothing changes. An action of the wrong
// player is refused, so that a server may hand in what it gets.
//
// Returns `EAGLES_NEEDS_DRAW` or `EAGLES_NEEDS_ANSWER` when the host must supply a draw (`eagles_match_supply`) or
// answer a handler (`eagles_match_answer`) first; then call again with the same action.
//
// Errors: `EAGLES_E_REFUSED` with the reason; `EAGLES_E_INVALID_ACTION`; `EAGLES_E_OVER`; `EAGLES_E_UNFINISHED` while
// draws wait for another action of his; `EAGLES_E_DRAW`; `EAGLES_E_SCRIPT`; `EAGLES_E_FULL`; else, and thread rule, as
// `eagles_match_standing`.
//
// # Safety
// `match` is live; the text is as long as it says; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_apply(struct eagles_match *match,
                                 uint8_t player,
                                 const char *action,
                                 uint64_t action_len,
                                 struct eagles_error **err);

// `player` does the action at `place` of his list, counted from 0. As `eagles_match_apply`; `EAGLES_E_RANGE` past the end.
//
// # Safety
// `match` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_apply_place(struct eagles_match *match,
                                       uint8_t player,
                                       uint64_t place,
                                       struct eagles_error **err);

// Supplies `count` draws of the host, in order: the faces of dice, the labels of picks, as `EAGLES_NEEDS_DRAW` asked
// for them. They serve the action that asked and no other; what is left over when it is done is dropped.
//
// Errors: `EAGLES_E_NOT_ALLOWED` when draws come from a seed, `EAGLES_E_FULL` when too many wait; else, and thread
// rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `values` has `count` entries; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_supply(struct eagles_match *match,
                                  const uint16_t *values,
                                  uint64_t count,
                                  struct eagles_error **err);

// Answers the handler that waits. `reply` is JSON (schema `waterloo-handler-reply.json`): `{"roll": n}`, `{"choose":
// "name"}` or `{"run": [{"part": "name", "card": n, "value": n}]}`. Answers are kept by their question: the same
// question is not asked twice. A reply that does not fit the card is found out when the action is applied again, with
// `EAGLES_E_SCRIPT`, and is then forgotten.
//
// Errors: `EAGLES_E_NOT_ALLOWED` when none waits (a second answer to one question, too) or the match was not opened with
// `"answers": true`; `EAGLES_E_FORM`; `EAGLES_E_FULL`; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; the text is as long as it says; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_answer(struct eagles_match *match,
                                  const char *reply,
                                  uint64_t reply_len,
                                  struct eagles_error **err);

// All that the host has answered to handlers, as a JSON array of `question` and `reply`: keep it beside a saved game
// and hand it in with `eagles_match_load`.
//
// Errors and thread rule: as `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_answers(const struct eagles_match *match,
                                   struct eagles_bytes *out,
                                   struct eagles_error **err);

// What a bot would do for `player`, as an entry of `eagles_match_legal`; apply its `word`. `bot` is JSON (schema
// `bot.json`): `name` (`greedy` or `random`), and optionally `seed` and `nodes`, the most actions it weighs for one
// decision. Nothing is kept between calls: the same match and bot give the same answer. A bot sees what its player may
// see.
//
// Errors: `EAGLES_E_UNKNOWN` for a bot there is not, `EAGLES_E_NOT_ALLOWED` when there is nothing to do; else, and
// thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_choose(const struct eagles_match *match,
                                  uint8_t player,
                                  const char *bot,
                                  uint64_t bot_len,
                                  struct eagles_bytes *out,
                                  struct eagles_error **err);

// What a bot would do for `player`, as a word of the notation alone. As `eagles_match_choose`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_choose_word(const struct eagles_match *match,
                                       uint8_t player,
                                       const char *bot,
                                       uint64_t bot_len,
                                       struct eagles_bytes *out,
                                       struct eagles_error **err);

// ---- Matches: numbers for machine players ----------------------------------------------------------------
// Ids, masks, observations.

// What action ids and observations mean, as JSON (schema `encoding.json`): how many ids there are and the version of their
// table; the blocks of an observation with name, offset, shape and range. The meaning of an id changes only with a major
// version of the library.
//
// Errors and thread rule: as `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_encoding(const struct eagles_match *match,
                                    struct eagles_bytes *out,
                                    struct eagles_error **err);

// How many action ids there are, which is the length of a mask, and how many numbers an observation has.
//
// Errors and thread rule: as `eagles_match_standing`.
//
// # Safety
// `match` is live; `ids` and `numbers` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_sizes(const struct eagles_match *match,
                                 uint64_t *ids,
                                 uint64_t *numbers,
                                 struct eagles_error **err);

// The ids of what `player` may do, in the order of his list, into the caller's buffer, as far as it reaches; 65535 for an
// action without an id. How many there are is written to `*count`.
//
// Errors: `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `ids` has `capacity` entries; `count` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_ids(const struct eagles_match *match,
                               uint8_t player,
                               uint16_t *ids,
                               uint64_t capacity,
                               uint64_t *count,
                               struct eagles_error **err);

// The mask of `player` into the caller's buffer: 1 for the id of each action he may do, else 0.
//
// Errors: `EAGLES_E_RANGE` when the buffer has not one entry for each id; `EAGLES_E_UNKNOWN` for a player there is not;
// else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `mask` has `len` entries; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_mask(const struct eagles_match *match,
                                uint8_t player,
                                uint8_t *mask,
                                uint64_t len,
                                struct eagles_error **err);

// `player` does the action with this id. As `eagles_match_apply`; `EAGLES_E_INVALID_ACTION` for an id that means nothing
// here.
//
// # Safety
// `match` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_apply_id(struct eagles_match *match,
                                    uint8_t player,
                                    uint16_t id,
                                    struct eagles_error **err);

// What a viewer sees, as 32-bit floats into the caller's buffer, by the layout of `eagles_match_encoding`.
//
// Errors: `EAGLES_E_RANGE` when the buffer has another length; `EAGLES_E_UNKNOWN` for a viewer there is not; else, and
// thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `numbers` has `len` entries; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_observe(const struct eagles_match *match,
                                   uint8_t viewer,
                                   float *numbers,
                                   uint64_t len,
                                   struct eagles_error **err);

// ---- Matches: taking back, talking, other lines ----------------------------------------------------------
// Undo, consent, draws, resignation, forks, samples, scripts.

// Takes back the last `count` actions of `player`; in analysis, the last `count` of anybody. What told somebody something
// (dice, a card revealed) and what another player has built on cannot be taken back alone: ask with
// `eagles_match_ask_undo`.
//
// Errors: `EAGLES_E_NOT_ALLOWED` with the code `barrier`, `other-acted` or `too-few`; `EAGLES_E_FULL`; `EAGLES_E_OVER`;
// `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_undo(struct eagles_match *match,
                                uint8_t player,
                                uint64_t count,
                                struct eagles_error **err);

// Plays again what `player` took back last; in analysis, what anybody did.
//
// Errors: `EAGLES_E_NOT_ALLOWED` with the code `nothing-to-redo` or `cannot-redo`; `EAGLES_E_UNKNOWN` for a player there
// is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_redo(struct eagles_match *match,
                                uint8_t player,
                                struct eagles_error **err);

// `player` asks the others to take back his last `count` actions and all that came after. It stands until everybody has
// answered with `eagles_match_consent` or one with `eagles_match_decline`.
//
// Errors: `EAGLES_E_NOT_ALLOWED` with the code `already-asked` or `too-few`; `EAGLES_E_FULL` when he has asked too often;
// `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_ask_undo(struct eagles_match *match,
                                    uint8_t player,
                                    uint64_t count,
                                    struct eagles_error **err);

// `player` agrees to the taking back that was asked. When all have, it is done.
//
// Errors: `EAGLES_E_NOT_ALLOWED` with the code `nothing-asked`; `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is
// not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_consent(struct eagles_match *match,
                                   uint8_t player,
                                   struct eagles_error **err);

// `player` does not agree to the taking back that was asked; the one who asked no longer asks.
//
// Errors: `EAGLES_E_NOT_ALLOWED` with the code `nothing-asked`; `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is
// not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_decline(struct eagles_match *match,
                                   uint8_t player,
                                   struct eagles_error **err);

// `player` offers a draw. It stands until it is answered.
//
// Errors: `EAGLES_E_NOT_ALLOWED` with the code `already-asked`; `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is
// not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_offer_draw(struct eagles_match *match,
                                      uint8_t player,
                                      struct eagles_error **err);

// `player` agrees to the draw that was offered. When all have, the match is a draw.
//
// Errors: `EAGLES_E_NOT_ALLOWED` with the code `nothing-asked`; `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is
// not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_accept_draw(struct eagles_match *match,
                                       uint8_t player,
                                       struct eagles_error **err);

// `player` does not agree to the draw that was offered; the one who offered it takes it back.
//
// Errors: `EAGLES_E_NOT_ALLOWED` with the code `nothing-asked`; `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is
// not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_decline_draw(struct eagles_match *match,
                                        uint8_t player,
                                        struct eagles_error **err);

// `player` gives up, whoever is to act. The match is over.
//
// Errors: `EAGLES_E_OVER`; `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as
// `eagles_match_standing`.
//
// # Safety
// `match` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_resign(struct eagles_match *match,
                                  uint8_t player,
                                  struct eagles_error **err);

// A match that goes on from here on its own, with its whole past. `options` is JSON (schema `fork-options.json`): `seed`
// or `"host": true` for other draws to come; nothing for the same ones.
//
// Ownership: `*out` is the caller's, freed with `eagles_match_free`. Errors: `EAGLES_E_FORM`; else, and thread rule, as
// `eagles_match_standing`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_fork(const struct eagles_match *match,
                                const char *options,
                                uint64_t options_len,
                                struct eagles_match **out,
                                struct eagles_error **err);

// A match for analysis that begins in a position drawn at random among those that fit what `player` sees, each as likely
// as any other: for search that knows no more than its player. `seed` is text (a number or 64 hexadecimal digits); empty,
// one that nobody can guess.
//
// Ownership: `*out` is the caller's, freed with `eagles_match_free`. Errors: `EAGLES_E_FORM` for a seed that is none;
// `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_sample(const struct eagles_match *match,
                                  uint8_t player,
                                  const char *seed,
                                  uint64_t seed_len,
                                  struct eagles_match **out,
                                  struct eagles_error **err);

// Goes on with the same battle under other scripts: `rules` with the same cards, whose scripts may differ. The position
// stays, and what everybody was told; the history ends here, and a saved game made from now on begins with this position.
//
// Errors: `EAGLES_E_VERSION` when more than scripts differ; `EAGLES_E_NOT_ALLOWED` with the code `in-use` while something
// that has changed is in force; `EAGLES_E_UNFINISHED`; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` and `rules` are live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_reload(struct eagles_match *match,
                                  const struct eagles_rules *rules,
                                  struct eagles_error **err);

// ---- Matches: saving -------------------------------------------------------------------------------------
// Saved games, and what they say by themselves.

// The match as a saved game. `options` is JSON (schema `save-options.json`): `form`, `json` or `binary`, and `notes`, the
// host's own, by name. For the referee: it holds the seed and everything hidden; what a player may keep is
// `eagles_match_save_for`. Works on a poisoned match too. What waits for draws is not saved.
//
// Errors: `EAGLES_E_FULL` for notes that are too many or too long; `EAGLES_E_FORM`; else, and thread rule, as
// `eagles_match_standing`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_save(const struct eagles_match *match,
                                const char *options,
                                uint64_t options_len,
                                struct eagles_bytes *out,
                                struct eagles_error **err);

// What `player` may keep of the match, as JSON (schemas `waterloo-player-save.json`, `empire-player-save.json`): what
// he was told, what he sees, how it ended. There is no seed in it, and nothing that follows from what he does not see.
//
// Errors: `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_save_for(const struct eagles_match *match,
                                    uint8_t player,
                                    struct eagles_bytes *out,
                                    struct eagles_error **err);

// Takes up a saved game of any format there ever was, JSON or binary, under rules of its game with its cards and scripts.
// Every action is played and compared. `options` is JSON (schema `load-options.json`): `from-position` (go on from the
// last position alone, for a game of other rules), `host-answers` and `answers` (as `eagles_match_answers` gave them).
//
// Ownership: `*out` is the caller's, freed with `eagles_match_free`. Returns `EAGLES_NEEDS_ANSWER` when the host must
// answer a handler first: add the answer to `answers` and call again. Errors: `EAGLES_E_INVALID_SAVE` with what is wrong
// and where; `EAGLES_E_VERSION` for other rules, cards or scripts; `EAGLES_E_UNSUPPORTED` for another game;
// `EAGLES_E_FORM`. Thread rule: any thread.
//
// # Safety
// `rules` is live; `bytes` has `len` bytes; texts are as long as they say; `out` may be written to; `err` is null or
// may be written to.
EAGLES_API
eagles_status eagles_match_load(const struct eagles_rules *rules,
                                const uint8_t *bytes,
                                uint64_t len,
                                const char *options,
                                uint64_t options_len,
                                struct eagles_match **out,
                                struct eagles_error **err);

// What a saved game says of itself, as JSON (schema `save-about.json`), without playing it: `header` (game, versions,
// hashes, parameters; no seed), `notes`, `actions`, `settled`. It tells which rules and mods to load.
//
// Errors: `EAGLES_E_INVALID_SAVE`, `EAGLES_E_VERSION` for a format that is newer than the library. Thread rule: any
// thread.
//
// # Safety
// `bytes` has `len` bytes; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_save_about(const uint8_t *bytes,
                                uint64_t len,
                                struct eagles_bytes *out,
                                struct eagles_error **err);

// Plays a saved game through and compares every position, and every draw with its seed. Success means that it is what it
// says.
//
// Errors: as `eagles_match_load`. Thread rule: any thread.
//
// # Safety
// `rules` is live; `bytes` has `len` bytes; texts are as long as they say; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_save_verify(const struct eagles_rules *rules,
                                 const uint8_t *bytes,
                                 uint64_t len,
                                 const char *options,
                                 uint64_t options_len,
                                 struct eagles_error **err);

// Plays the actions and draws of a saved game under the present rules and says, as JSON (schema `rerun.json`), where they
// lead elsewhere: `first`, the first action that went differently; `stopped`, the one at which it could not go on;
// `played`; `position`.
//
// Errors: as `eagles_match_load`, without those of versions. Thread rule: any thread.
//
// # Safety
// `rules` is live; `bytes` has `len` bytes; texts are as long as they say; `out` may be written to; `err` is null or
// may be written to.
EAGLES_API
eagles_status eagles_save_rerun(const struct eagles_rules *rules,
                                const uint8_t *bytes,
                                uint64_t len,
                                const char *options,
                                uint64_t options_len,
                                struct eagles_bytes *out,
                                struct eagles_error **err);

// ---- Matches: seeing -------------------------------------------------------------------------------------
// What each viewer sees and is told, by one allow-list.

// What a viewer has been told from his item number `cursor` on, as JSON (schemas `waterloo-news.json`,
// `empire-news.json`): `items`, each an `event` of the game with its `code`, `cites` and English `text`, or a `match`
// note; and `cursor`, which is also written to `*next`. Start with 0. An item `rewound` means that his items from its
// number on no longer stand.
//
// Errors: `EAGLES_E_UNKNOWN` for a viewer there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `next` is null or may be written to; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_events(const struct eagles_match *match,
                                  uint8_t viewer,
                                  uint64_t cursor,
                                  uint64_t *next,
                                  struct eagles_bytes *out,
                                  struct eagles_error **err);

// The same in plain text, a line for each thing, for hosts that read no JSON.
//
// Errors: `EAGLES_E_UNKNOWN` for a viewer there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `next` is null or may be written to; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_story(const struct eagles_match *match,
                                 uint8_t viewer,
                                 uint64_t cursor,
                                 uint64_t *next,
                                 struct eagles_bytes *out,
                                 struct eagles_error **err);

// What a viewer sees, as JSON (schemas `waterloo-view.json`, `empire-view.json`). Cards and units are numbers of
// `eagles_match_catalogue`. One allocation, whose size is guessed from the last view.
//
// Errors: `EAGLES_E_UNKNOWN` for a viewer there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_view_json(const struct eagles_match *match,
                                     uint8_t viewer,
                                     struct eagles_bytes *out,
                                     struct eagles_error **err);

// What a viewer sees now, as a handle of its own that may be read from any thread while the match goes on.
//
// Ownership: `*out` is the caller's, freed with `eagles_view_free`. Errors: `EAGLES_E_UNKNOWN` for a viewer there is not;
// else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_view(const struct eagles_match *match,
                                uint8_t viewer,
                                struct eagles_view **out,
                                struct eagles_error **err);

// What a viewer sees, in plain text that a screen reader can follow.
//
// Errors: `EAGLES_E_UNKNOWN` for a viewer there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_text(const struct eagles_match *match,
                                uint8_t viewer,
                                struct eagles_bytes *out,
                                struct eagles_error **err);

// What a viewer sees, as an SVG picture that needs no other file. `options` is JSON (schema `picture-options.json`), for
// Empire: `command`, `orders`, `arcs` (unit numbers), `trails-since` (a cursor of `eagles_match_events`: the ways that
// units have gone since).
//
// Errors: `EAGLES_E_UNSUPPORTED` for options that the game does not have; `EAGLES_E_FORM`; `EAGLES_E_UNKNOWN` for a viewer
// there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_svg(const struct eagles_match *match,
                               uint8_t viewer,
                               const char *options,
                               uint64_t options_len,
                               struct eagles_bytes *out,
                               struct eagles_error **err);

// All that `player` may remember: what he has been told and what he sees, as JSON (schemas
// `waterloo-information-state.json`, `empire-information-state.json`). Its named hash, the same for equal ones, is
// written to `*hash`.
//
// Errors: `EAGLES_E_UNKNOWN` for a player there is not; else, and thread rule, as `eagles_match_standing`.
//
// # Safety
// `match` is live; `hash` is null or may be written to; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_information_state(const struct eagles_match *match,
                                             uint8_t player,
                                             uint64_t *hash,
                                             struct eagles_bytes *out,
                                             struct eagles_error **err);

// The whole position as a line of the notation. For the referee: it shows what players may not see.
//
// Errors and thread rule: as `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_position(const struct eagles_match *match,
                                    struct eagles_bytes *out,
                                    struct eagles_error **err);

// The named hash of the whole position: equal positions have equal ones, on every machine. For the referee.
//
// Errors and thread rule: as `eagles_match_standing`.
//
// # Safety
// `match` is live; `hash` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_state_hash(const struct eagles_match *match,
                                      uint64_t *hash,
                                      struct eagles_error **err);

// The actions that stand, in order, with their draws, as a JSON array (schemas `waterloo-journal.json`,
// `empire-journal.json`). For the referee.
//
// Errors and thread rule: as `eagles_match_standing`.
//
// # Safety
// `match` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_match_journal(const struct eagles_match *match,
                                   struct eagles_bytes *out,
                                   struct eagles_error **err);

// ---- Rules -----------------------------------------------------------------------------------------------
// A game with its cards and mods, shared by all that is played with it.

// Makes the rules of `game`, `waterloo` or `empire`. `options` is JSON (schema `rules-options.json`), all of it
// optional: `card-set` with the texts `cards`, `programs`, `battles` of a card set of one's own, and `mods`, each the
// path of a folder or an object with the texts `manifest`, `cards` and `files`. Reading a mod runs its scripts in a
// sandbox with a budget.
//
// To reload scripts, make new rules and hand them to `eagles_match_reload`.
//
// Ownership: `*out` is the caller's, freed with `eagles_rules_free`. Errors: `EAGLES_E_UNKNOWN` for a game there is not,
// `EAGLES_E_FORM`, `EAGLES_E_INVALID_CARDS` with all faults, each with file, line and column. Thread rule: any thread.
//
// # Safety
// Texts are as long as they say; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_rules_new(const char *game,
                               uint64_t game_len,
                               const char *options,
                               uint64_t options_len,
                               struct eagles_rules **out,
                               struct eagles_error **err);

// Another handle to the same rules, for another owner. Cheap. Ownership: as `eagles_rules_new`. Errors: `EAGLES_E_NULL`,
// `EAGLES_E_HANDLE`. Thread rule: any thread.
//
// # Safety
// `rules` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_rules_clone(const struct eagles_rules *rules,
                                 struct eagles_rules **out,
                                 struct eagles_error **err);

// Frees rules. Null is fine. Thread rule: any thread, once, when no other call uses this handle.
//
// # Safety
// `rules` is null or live, and nobody uses it any more.
EAGLES_API void eagles_rules_free(struct eagles_rules *rules);

// What there is to play with, as JSON (schemas `waterloo-rules.json`, `empire-rules.json`): the battles and all cards
// with their texts, or the shipped scenarios; the version of the rules; the mods. Ask once and keep it: views name
// cards by number only.
//
// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
//
// # Safety
// `rules` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_rules_catalogue(const struct eagles_rules *rules,
                                     struct eagles_bytes *out,
                                     struct eagles_error **err);

// What scripts have printed since this was last asked, and what is doubtful about the mods, as JSON: `lines` with
// `script`, `line` and `text`, `lost` (lines that found no room), `warnings`.
//
// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
//
// # Safety
// `rules` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_rules_log(const struct eagles_rules *rules,
                               struct eagles_bytes *out,
                               struct eagles_error **err);

// Checks a setup without opening a match. `setup` is JSON: for Waterloo a setup (schema `waterloo-setup.json`, at the
// least `{"battle": "QB"}`), for Empire one of `shipped`, `toml`, `meeting` and `scenario` (schema
// `empire-setup.json`, such as `{"shipped": "tutorial"}`).
//
// Errors: `EAGLES_E_INVALID_SETUP` with all faults at once in `params.faults`; `EAGLES_E_FORM`. Thread rule: any thread.
//
// # Safety
// `rules` is live; the text is as long as it says; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_rules_check(const struct eagles_rules *rules,
                                 const char *setup,
                                 uint64_t setup_len,
                                 struct eagles_error **err);

// ---- Simulations -----------------------------------------------------------------------------------------
// Many games between bots.

// Prepares a series. `setup` is JSON as for `eagles_rules_check`; `options` is JSON (schema `series-options.json`):
// `games`, and optionally `players` (a bot for each, `greedy` or `random`), `seed`, `max-actions`.
//
// Ownership: `*out` is the caller's, freed with `eagles_simulation_free`. Errors: `EAGLES_E_INVALID_SETUP` with all
// faults, `EAGLES_E_UNKNOWN` for a bot there is not, `EAGLES_E_FORM`. Thread rule: any thread.
//
// # Safety
// `rules` is live; texts are as long as they say; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_simulation_new(const struct eagles_rules *rules,
                                    const char *setup,
                                    uint64_t setup_len,
                                    const char *options,
                                    uint64_t options_len,
                                    struct eagles_simulation **out,
                                    struct eagles_error **err);

// Frees a simulation. Null is fine. Thread rule: any thread, once, when no other call uses it: cancel it and wait for the
// slice to return first.
//
// # Safety
// `simulation` is null or live, and nobody uses it any more.
EAGLES_API
void eagles_simulation_free(struct eagles_simulation *simulation);

// Plays up to `games` more games with `workers` workers (0: one for each core, 1: on this thread alone) and returns when
// they are played, the series is over or was cancelled; all workers have ended then. What each game came to is written to
// `rows`, in order, if it is not null; at most `capacity` games are then played. The results depend on neither slices nor
// workers. For a progress bar, run short slices; or run one long slice and watch it from another thread.
//
// How many rows were written goes to `*written`, how far the series is to `*progress`; both may be null. Errors:
// `EAGLES_E_SCRIPT` when a script fails (the games before it count); `EAGLES_E_RANGE` for too many workers;
// `EAGLES_E_BUSY`; `EAGLES_E_POISONED`; `EAGLES_E_NULL`; `EAGLES_E_HANDLE`. Thread rule: one slice at a time.
//
// # Safety
// `simulation` is live; `rows` is null or has `capacity` entries; `written` and `progress` are null or may be written
// to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_simulation_run(struct eagles_simulation *simulation,
                                    uint64_t games,
                                    uint32_t workers,
                                    struct eagles_row *rows,
                                    uint64_t capacity,
                                    uint64_t *written,
                                    struct eagles_progress *progress,
                                    struct eagles_error **err);

// How far the series is.
//
// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread, also while another runs a slice.
//
// # Safety
// `simulation` is live; `progress` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_simulation_progress(const struct eagles_simulation *simulation,
                                         struct eagles_progress *progress,
                                         struct eagles_error **err);

// Stops the slice that runs, once the games in play are finished, and lets no other begin.
//
// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread, also while another runs a slice.
//
// # Safety
// `simulation` is live; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_simulation_cancel(const struct eagles_simulation *simulation,
                                       struct eagles_error **err);

// What all games so far came to, as JSON (schema `series-report.json`): wins of each player, draws, endings by code,
// actions.
//
// Errors: `EAGLES_E_BUSY` while a slice runs; `EAGLES_E_POISONED`; `EAGLES_E_NULL`; `EAGLES_E_HANDLE`. Thread rule: any
// thread, between slices.
//
// # Safety
// `simulation` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_simulation_report(const struct eagles_simulation *simulation,
                                       struct eagles_bytes *out,
                                       struct eagles_error **err);

// ---- Views -----------------------------------------------------------------------------------------------
// What one viewer saw at one moment, for any thread.

// Frees a view. Null is fine. Thread rule: any thread, once, when no other call uses it.
//
// # Safety
// `view` is null or live, and nobody uses it any more.
EAGLES_API void eagles_view_free(struct eagles_view *view);

// Whose eyes: a player, `EAGLES_PUBLIC` or `EAGLES_REFEREE`.
//
// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
//
// # Safety
// `view` is live; `viewer` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_view_viewer(const struct eagles_view *view,
                                 uint8_t *viewer,
                                 struct eagles_error **err);

// The view as JSON, as `eagles_match_view_json` gives it.
//
// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
//
// # Safety
// `view` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_view_json(const struct eagles_view *view,
                               struct eagles_bytes *out,
                               struct eagles_error **err);

// The view in plain text.
//
// Errors: `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
//
// # Safety
// `view` is live; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_view_text(const struct eagles_view *view,
                               struct eagles_bytes *out,
                               struct eagles_error **err);

// The view as an SVG picture; `options` as for `eagles_match_svg`, without ways.
//
// Errors: `EAGLES_E_FORM`, `EAGLES_E_UNSUPPORTED`, `EAGLES_E_NULL`, `EAGLES_E_HANDLE`. Thread rule: any thread.
//
// # Safety
// `view` is live; the text is as long as it says; `out` may be written to; `err` is null or may be written to.
EAGLES_API
eagles_status eagles_view_svg(const struct eagles_view *view,
                              const char *options,
                              uint64_t options_len,
                              struct eagles_bytes *out,
                              struct eagles_error **err);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* EAGLES_H */
