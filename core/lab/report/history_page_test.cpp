#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <zlib.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <oncelab/core/lab/report/history_page.hpp>

namespace oncelab::report {
namespace {

namespace json = boost::json;
using check::Verdict;
using history::History;
using history::OperationIndex;
using history::Outcome;
using history::Timestamp;
using history::TimeUnit;
using history::Value;

constexpr ClientId one{1};
constexpr ClientId two{2};

check::CheckResult verdict(Verdict verdict) {
  check::CheckResult result;
  result.verdict = verdict;
  return result;
}

std::string page_of(const History& history, const check::CheckResult& result,
                    const check::Explanation* explanation = nullptr,
                    std::span<const check::LinearPoint> order = {}) {
  PageHead head;
  head.title = "oncelab verify: h.jsonl";
  head.lines = {{"Checked", "h.jsonl"}};
  return history_page({history, result, explanation, order, head});
}

json::object data_of(const std::string& page) {
  constexpr std::string_view start = "id=\"data\">";
  const auto from = page.find(start) + start.size();
  return json::parse(page.substr(from, page.find("</script>", from) - from)).as_object();
}

json::object unpacked(const std::string& base64) {
  std::vector<unsigned char> bytes(base64.size());
  const int length =
      EVP_DecodeBlock(bytes.data(), reinterpret_cast<const unsigned char*>(base64.data()),
                      static_cast<int>(base64.size()));
  EXPECT_GT(length, 0);
  std::string text(std::size_t{16} << 20U, '\0');
  uLongf size = text.size();
  EXPECT_EQ(uncompress(reinterpret_cast<unsigned char*>(text.data()), &size, bytes.data(),
                       static_cast<uLong>(length)),
            Z_OK);
  text.resize(size);
  return json::parse(text).as_object();
}

/// Client 1 writes 7; client 2 reads 7, then 0: #2 cannot be.
struct StaleRead {
  History history{TimeUnit::nanoseconds};
  check::Explanation why;

  StaleRead() {
    const history::Symbol write = history.intern("write");
    const history::Symbol read = history.intern("read");
    const auto w = history.call(one, write, {}, Value::integer(7), Timestamp{1000});
    const auto r = history.call(two, read, {}, {}, Timestamp{1010});
    history.returned(r, Outcome::ok, Value::integer(7), Timestamp{1500});
    history.crash(history::ProcessId{3}, Timestamp{1600});
    const auto stale = history.call(two, read, {}, {}, Timestamp{1700});
    history.returned(stale, Outcome::ok, Value::integer(0), Timestamp{1800});
    history.returned(w, Outcome::unknown, {}, Timestamp{1900});
    why.verdict = Verdict::violated;
    why.model = "register";
    why.prefix_events = 6;
    why.culprit = stale;
    why.initial_state = "the register holds 0";
    why.linearization = {{w, 0, 1, "the register holds 7"}, {r, 0, 1, "the register holds 7"}};
    why.objections.push_back({.operation = stale,
                              .reason = "read 0, but the register held 7",
                              .allowed_until = w,
                              .was_over = false});
    why.core = {r, stale};
    why.core_is_minimal = true;
    why.partials = {{{w, 0, 1, "the register holds 7"}}};
    why.through = {{w, 0}};
  }
};

TEST(HistoryPage, says_verdict_and_first_error_in_plain_text) {
  const StaleRead stale;
  const std::string page = page_of(stale.history, verdict(Verdict::violated), &stale.why);
  const std::string text = page.substr(0, page.find("<script"));
  EXPECT_NE(text.find("<p class=\"verdict violated\">violated: no order of the operations explains "
                      "every answer</p>"),
            std::string::npos);
  EXPECT_NE(text.find("<dt>First error</dt><dd>event 6, the return of #2 client 2: read -&gt; 0: "
                      "read 0, but the register held 7</dd>"),
            std::string::npos);
  EXPECT_NE(text.find("<dt>Checked</dt><dd>h.jsonl</dd>"), std::string::npos);
}

TEST(HistoryPage, holds_all_of_a_short_history_as_columns) {
  const StaleRead stale;
  const json::object data = data_of(page_of(stale.history, verdict(Verdict::violated), &stale.why));
  EXPECT_EQ(data.at("near"), json::parse(R"({"rows":3,"id":[0,1,1],"client":[1,2,2],
      "call":[0,1,3],"span":[6,1,1],"outcome":[2,0,0],"f":[5,7,7],"in":[6,0,0],"out":[0,6,8],
      "at":[0,10,690],"took":[900,490,100]})"));
  EXPECT_EQ(data.at("marks"), json::parse(R"({"rows":1,"event":[3],"text":[9],"at":[600]})"));
  EXPECT_EQ(data.at("texts"), json::parse(R"(["","read 0, but the register held 7",
      "client 1: write 7 -> ?","the register holds 0","the register holds 7","write","7","read",
      "0","process 3 crashed"])"));
  EXPECT_EQ(data.at("partials"), json::parse(R"([
      {"rows":2,"place":[1,1],"id":[0,1],"state":[4,4]},
      {"rows":1,"place":[1],"state":[4]}])"));
  EXPECT_EQ(data.at("through"), json::parse("[0,1]"));
  EXPECT_EQ(data.at("core"), json::parse("[1,2]"));
  EXPECT_EQ(data.at("objections"),
            json::parse(R"([{"id":2,"reason":1,"until":0,"until_text":2,"was_over":false}])"));
  EXPECT_EQ(data.at("unit"), "ns");
  EXPECT_FALSE(data.contains("far"));
}

TEST(HistoryPage, what_a_nemesis_did_is_a_mark) {
  History history;
  const ClientId nemesis{0x8000'0000U};
  history.name_client(nemesis, "nemesis");
  history.note(nemesis, history.intern("start"), Value::pair(3, 4), Timestamp{0});
  history.call(one, history.intern("write"), {}, Value::integer(1), Timestamp{1});
  const json::object data = data_of(page_of(history, verdict(Verdict::held)));
  EXPECT_EQ(data.at("marks").at("kind"), json::parse("[4]"));
  EXPECT_NE(json::serialize(data.at("texts")).find("\"nemesis: start [3,4]\""), std::string::npos);
}

TEST(HistoryPage, a_history_without_times_shows_none) {
  History history;
  const auto w = history.call(one, history.intern("write"), {}, Value::integer(1), Timestamp{0});
  history.returned(w, Outcome::ok, {}, Timestamp{1});
  const json::object data = data_of(page_of(history, verdict(Verdict::held)));
  EXPECT_EQ(data.at("unit"), "none");
  EXPECT_FALSE(data.at("near").as_object().contains("took"));
}

TEST(HistoryPage, what_held_shows_its_order_if_it_is_known) {
  const StaleRead stale;
  const std::vector<check::LinearPoint> order = {{.operation = OperationIndex{1}},
                                                 {.operation = OperationIndex{0}}};
  const std::string page = page_of(stale.history, verdict(Verdict::held), nullptr, order);
  EXPECT_NE(page.find("<p class=\"verdict held\">held: the operations have an order that explains "
                      "every answer</p>"),
            std::string::npos);
  EXPECT_EQ(data_of(page).at("partials"), json::parse(R"([{"rows":2,"place":[1,1],"id":[1,-1]}])"));
}

TEST(HistoryPage, what_is_inconclusive_says_how_far_it_got) {
  const StaleRead stale;
  check::CheckResult result = verdict(Verdict::inconclusive);
  result.reason = check::InconclusiveReason::memory;
  result.placed_most = 120;
  result.placed_of = 400;
  result.partition = Value::integer(5);
  EXPECT_NE(page_of(stale.history, result)
                .find("<p class=\"verdict inconclusive\">inconclusive: the limit of memory was "
                      "reached; it got as far as placing 120 of 400 operations of key 5</p>"),
            std::string::npos);
}

/// Clients that call and return in a random order, with times of random lengths.
History random_history(std::size_t operations, unsigned clients, unsigned values,
                       std::size_t text_bytes) {
  std::mt19937_64 random(7);  // NOLINT(cert-msc51-cpp): the same history every time
  History history(TimeUnit::nanoseconds);
  const history::Symbol names[] = {history.intern("read"), history.intern("write"),
                                   history.intern("cas")};
  std::vector<std::optional<OperationIndex>> open(clients);
  std::uint64_t now = 1'700'000'000'000'000'000;
  std::size_t called = 0;
  while (called < operations) {
    const auto client = static_cast<unsigned>(random() % clients);
    now += 500 + random() % 200'000;
    if (auto& mine = open[client]) {
      history.returned(*mine, random() % 50 == 0 ? Outcome::unknown : Outcome::ok,
                       Value::integer(static_cast<std::int64_t>(random() % values)),
                       Timestamp{now});
      mine.reset();
      continue;
    }
    Value input = Value::integer(static_cast<std::int64_t>(random() % values));
    if (text_bytes > 0) {
      std::string text;
      while (text.size() < text_bytes) {
        text += std::to_string(random());
      }
      input = Value::symbol(history.intern(text));
    }
    open[client] = history.call(ClientId{client}, names[random() % 3], {}, input, Timestamp{now});
    ++called;
  }
  return history;
}

/// The failure: the last operation that returned.
check::Explanation explanation_of(const History& history) {
  check::Explanation why;
  why.verdict = Verdict::violated;
  std::uint32_t events = 0;
  for (const history::Event& event : history.events()) {
    ++events;
    if (event.kind == history::EventKind::returned) {
      why.culprit = event.operation;
      why.prefix_events = events;
    }
  }
  for (std::uint32_t i = 0; i < raw(why.culprit); ++i) {
    why.linearization.push_back(
        {OperationIndex{i}, 0, 1, "the register holds " + std::to_string(i % 100)});
  }
  return why;
}

TEST(HistoryPage, of_ten_thousand_operations_is_below_200_kB_and_holds_them_all) {
  const History history = random_history(10'000, 16, 100, 0);
  const check::Explanation why = explanation_of(history);
  const std::string page = page_of(history, verdict(Verdict::violated), &why);
  EXPECT_LE(page.size(), 200'000U);
  const json::object data = data_of(page);
  const json::object& far = data.at("far").as_object();
  EXPECT_EQ(data.at("near").at("rows"), 400);
  EXPECT_EQ(far.at("operations"), 9'600);
  EXPECT_EQ(far.at("left_out"), 0);
  const json::object rest = unpacked(std::string(far.at("packed").as_string()));
  EXPECT_EQ(rest.at("operations").at("rows"), 9'600);
}

TEST(HistoryPage, of_more_than_fits_is_below_200_kB_and_says_how_many_are_left_out) {
  const History history = random_history(20'000, 64, 1000, 50);
  const check::Explanation why = explanation_of(history);
  const std::string page = page_of(history, verdict(Verdict::violated), &why);
  EXPECT_LE(page.size(), 200'000U);
  const json::object data = data_of(page);
  const json::object& far = data.at("far").as_object();
  const std::int64_t shown = far.at("operations").to_number<std::int64_t>();
  EXPECT_GT(shown, 500);
  EXPECT_EQ(shown + far.at("left_out").to_number<std::int64_t>(), 19'600);
  EXPECT_EQ(unpacked(std::string(far.at("packed").as_string())).at("operations").at("rows"), shown);
}

TEST(HistoryPage, is_the_same_for_the_same_history) {
  const StaleRead stale;
  EXPECT_EQ(page_of(stale.history, verdict(Verdict::violated), &stale.why),
            page_of(stale.history, verdict(Verdict::violated), &stale.why));
}

TEST(HistoryPage, shows_the_failing_key_first_and_the_others_when_asked) {
  History history;
  const history::Symbol read = history.intern("read");
  check::Explanation why;
  why.verdict = Verdict::violated;
  why.partition = Value::integer(1);
  for (int i = 0; i < 20; ++i) {
    const auto o = history.call(one, read, Value::integer(i % 4), {}, Timestamp{});
    history.returned(o, Outcome::ok, Value::integer(i), Timestamp{});
  }
  why.culprit = OperationIndex{5};
  why.prefix_events = 12;
  const json::object data = data_of(page_of(history, verdict(Verdict::violated), &why));
  EXPECT_EQ(data.at("near").at("id"), json::parse("[1,4,4,4,4]"));
  EXPECT_EQ(data.at("far").at("operations"), 15);
}

TEST(HistoryPage, hostile_names_are_cut_and_stay_text) {
  History history;
  const std::string turn{'\xE2', '\x80', '\xAE'};
  const std::string hostile = "</script><img src=x onerror=alert(1)>\x01" + turn;
  const ClientId client{0x8000'0000U};
  history.name_client(client, hostile + std::string(10'000, 'x'));
  const auto o = history.call(client, history.intern(hostile + std::string(10'000, 'y')),
                              Value::symbol(history.intern(hostile)), {}, Timestamp{});
  history.returned(o, Outcome::ok, Value::symbol(history.intern(std::string(10'000, 'z'))),
                   Timestamp{});
  check::Explanation why;
  why.verdict = Verdict::violated;
  why.prefix_events = 2;
  check::Objection objection;
  objection.operation = o;
  objection.reason = hostile + std::string(10'000, 'r');
  why.objections.push_back(objection);
  const std::string page = page_of(history, verdict(Verdict::violated), &why);
  const std::string plain = page_of(History(), verdict(Verdict::held));
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find(turn), std::string::npos);
  EXPECT_LT(page.size(), plain.size() + 3'000);
  const json::object data = data_of(page);
  for (const json::value& text : data.at("texts").as_array()) {
    EXPECT_LE(text.as_string().size(), 160U);
  }
}

TEST(HistoryPage, times_may_be_anything) {
  History history(TimeUnit::nanoseconds);
  const history::Symbol read = history.intern("read");
  for (const std::uint64_t at : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 63U,
                                 std::uint64_t{5}, (std::uint64_t{1} << 63U) - 1}) {
    const auto o = history.call(one, read, {}, {}, Timestamp{at});
    history.returned(o, Outcome::ok, Value::integer(1), Timestamp{at / 3});
  }
  const json::object data = data_of(page_of(history, verdict(Verdict::held)));
  EXPECT_EQ(data.at("near").at("rows"), 5);
  EXPECT_EQ(data.at("near").at("at").at(3), std::numeric_limits<std::int64_t>::min() + 5);
}

TEST(HistoryPage, an_empty_history_has_a_page) {
  EXPECT_EQ(data_of(page_of(History(), verdict(Verdict::held))).at("near"),
            json::parse(R"({"rows":0})"));
}

}  // namespace
}  // namespace oncelab::report
