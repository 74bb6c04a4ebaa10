// What the C tests need: checks that say where they fail, and the least of reading JSON.

#ifndef CHECK_H
#define CHECK_H

#include <eagles.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Something must be so, or the program ends.
#define CHECK(truth)                                                                                                   \
  do {                                                                                                                 \
    if (!(truth)) {                                                                                                    \
      fprintf(stderr, "%s:%d: this is not so: %s\n", __FILE__, __LINE__, #truth);                                      \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

// Two numbers must be equal.
#define EQUAL(have, want)                                                                                              \
  do {                                                                                                                 \
    long long have_ = (long long)(have), want_ = (long long)(want);                                                    \
    if (have_ != want_) {                                                                                              \
      fprintf(stderr, "%s:%d: %s is %lld, not %lld (%s)\n", __FILE__, __LINE__, #have, have_, want_, #want);           \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

// A call must succeed; its last argument is `&err`, with an `eagles_error *err` in scope.
#define OK(call) check_status(__FILE__, __LINE__, #call, (call), EAGLES_OK, &err)

// A call must give this status, with an error that has this code (null: any) and says something.
#define FAILS(status, code, call)                                                                                      \
  do {                                                                                                                 \
    check_status(__FILE__, __LINE__, #call, (call), (status), NULL);                                                   \
    check_error(__FILE__, __LINE__, #call, (status), (code), &err);                                                    \
  } while (0)

static inline void check_status(const char *file, int line, const char *what, eagles_status have, eagles_status want,
                                eagles_error **err) {
  if (have != want) {
    fprintf(stderr, "%s:%d: %s\n  gives %s, not %s", file, line, what, eagles_status_name(have), eagles_status_name(want));
    fprintf(stderr, ": %s\n", err ? eagles_error_message(*err) : "");
    exit(1);
  }
  if (err && *err) {
    fprintf(stderr, "%s:%d: %s\n  has succeeded and left an error\n", file, line, what);
    exit(1);
  }
}

static inline void check_error(const char *file, int line, const char *what, eagles_status status, const char *code,
                               eagles_error **err) {
  int good = *err && eagles_error_status(*err) == status && eagles_error_message(*err)[0] != 0 &&
             eagles_error_json(*err)[0] == '{' && (!code || strcmp(eagles_error_code(*err), code) == 0);
  if (!good) {
    fprintf(stderr, "%s:%d: %s\n  fails with %s, not with the code %s\n", file, line, what, eagles_error_json(*err),
            code ? code : "of any name");
    exit(1);
  }
  eagles_error_free(*err);
  *err = NULL;
}

// Whether bytes hold this text.
static inline int has(const eagles_bytes *bytes, const char *text) {
  uint64_t len = strlen(text), at;
  for (at = 0; at + len <= bytes->len; at++) {
    if (memcmp(bytes->data + at, text, (size_t)len) == 0) return 1;
  }
  return 0;
}

static inline int same(const eagles_bytes *a, const eagles_bytes *b) {
  return a->len == b->len && memcmp(a->data, b->data, (size_t)a->len) == 0;
}

// The first number after `"key":` in a text; the test fails where there is none.
static inline long long number_in(const char *json, const char *key) {
  char quoted[64];
  const char *at;
  snprintf(quoted, sizeof quoted, "\"%s\":", key);
  at = strstr(json, quoted);
  CHECK(at != NULL);
  return strtoll(at + strlen(quoted), NULL, 10);
}

// Bytes as a text of the caller's to free.
static inline char *text_of(const eagles_bytes *bytes) {
  char *text = (char *)malloc((size_t)bytes->len + 1);
  CHECK(text != NULL);
  if (bytes->len > 0) memcpy(text, bytes->data, (size_t)bytes->len);
  text[bytes->len] = 0;
  return text;
}

#endif
