// What viewers see and are told.

#include "suite.h"

void test_seeing(void) {
  const char *games[2] = {"waterloo", "empire"}, *setups[2] = {WATERLOO, EMPIRE};
  const uint8_t viewers[4] = {0, 1, EAGLES_PUBLIC, EAGLES_REFEREE};
  int game, at;
  for (game = 0; game < 2; game++) {
    eagles_error *err = NULL;
    eagles_rules *rules = rules_of(games[game], "");
    eagles_match *match = match_of(rules, setups[game], SEED);
    eagles_bytes out = {0}, other = {0}, referee = {0}, position = {0};
    eagles_view *views[4] = {NULL, NULL, NULL, NULL};
    uint64_t cursors[4] = {0, 0, 0, 0}, hash = 0, again = 1;
    int moves;
    for (moves = 0; moves < 30; moves++) {
      play(match, GREEDY, 1);
      for (at = 0; at < 4; at++) {
        uint64_t before = cursors[at];
        OK(eagles_match_events(match, viewers[at], before, &cursors[at], &out, &err));
        CHECK(cursors[at] >= before && has(&out, "\"items\":"));
        eagles_bytes_free(&out);
        OK(eagles_match_story(match, viewers[at], before, NULL, &out, &err));
        CHECK((cursors[at] > before) == (out.len > 0));
        eagles_bytes_free(&out);
      }
    }
    OK(eagles_match_events(match, 0, UINT64_MAX, NULL, &out, &err));
    CHECK(has(&out, "\"items\":[]"));
    eagles_bytes_free(&out);
    for (at = 0; at < 4; at++) {
      uint8_t eyes = 0;
      OK(eagles_match_view_json(match, viewers[at], &out, &err));
      CHECK(out.len > 100);
      if (game == 0) CHECK(out.len <= 12 * 1024);
      OK(eagles_match_view(match, viewers[at], &views[at], &err));
      OK(eagles_view_viewer(views[at], &eyes, &err));
      EQUAL(eyes, viewers[at]);
      OK(eagles_view_json(views[at], &other, &err));
      CHECK(same(&out, &other));
      eagles_bytes_free(&out);
      eagles_bytes_free(&other);
      OK(eagles_match_text(match, viewers[at], &out, &err));
      OK(eagles_view_text(views[at], &other, &err));
      CHECK(out.len > 0 && same(&out, &other));
      eagles_bytes_free(&out);
      eagles_bytes_free(&other);
      OK(eagles_match_svg(match, viewers[at], EAGLES_TEXT(""), &out, &err));
      OK(eagles_view_svg(views[at], EAGLES_TEXT(""), &other, &err));
      CHECK(has(&out, "<svg") && same(&out, &other));
      eagles_bytes_free(&out);
      eagles_bytes_free(&other);
    }
    if (game == 1) {
      const char *all = "{\"command\": true, \"orders\": true, \"arcs\": [0, 1], \"trails-since\": 0}";
      OK(eagles_match_svg(match, 0, EAGLES_TEXT(all), &out, &err));
      CHECK(has(&out, "<svg"));
      eagles_bytes_free(&out);
    } else {
      FAILS(EAGLES_E_UNSUPPORTED, NULL, eagles_match_svg(match, 0, EAGLES_TEXT("{\"command\": true}"), &out, &err));
    }
    FAILS(EAGLES_E_FORM, NULL, eagles_view_svg(views[0], EAGLES_TEXT("{\"colours\": 2}"), &out, &err));

    // The match goes on and ends; the views stay as they were.
    OK(eagles_view_json(views[3], &referee, &err));
    OK(eagles_match_information_state(match, 0, &hash, &out, &err));
    OK(eagles_match_information_state(match, 0, &again, &other, &err));
    CHECK(same(&out, &other) && hash == again && hash != 0);
    eagles_bytes_free(&out);
    eagles_bytes_free(&other);
    OK(eagles_match_information_state(match, 0, NULL, &out, &err));
    eagles_bytes_free(&out);
    FAILS(EAGLES_E_UNKNOWN, NULL, eagles_match_information_state(match, EAGLES_REFEREE, NULL, &out, &err));
    OK(eagles_match_position(match, &position, &err));
    CHECK(position.len > 20);
    play(match, GREEDY, 3);
    eagles_match_free(match);
    eagles_rules_free(rules);
    OK(eagles_view_json(views[3], &out, &err));
    CHECK(same(&out, &referee));
    eagles_bytes_free(&out);
    eagles_bytes_free(&referee);
    eagles_bytes_free(&position);
    for (at = 0; at < 4; at++) eagles_view_free(views[at]);
  }
}
