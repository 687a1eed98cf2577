import Telemetry
import Testing

@Test func `writes a request as one line of JSON`() {
  let record = AccessLogRecord(
    time: 1_795_224_669.25, client: Array("192.0.2.1".utf8)[...],
    host: Array("asajikan.jp".utf8)[...],
    method: Array("GET".utf8)[...], target: Array("/a?b=\"<".utf8)[...], status: 302, bytes: 120,
    microseconds: 7,
    outcome: "redirect", userAgent: [0x41, 0xFF, 0x0A][...])
  var writer = AccessLogWriter()
  writer.append(record)
  let line = writer.takeLines()
  #expect(
    String(decoding: line, as: UTF8.self)
      == "{\"time\":\"2026-11-21T01:31:09.250Z\",\"client\":\"192.0.2.1\",\"host\":\"asajikan.jp\","
      + "\"method\":\"GET\",\"target\":\"/a?b=\\\"<\",\"status\":302,\"bytes\":120,"
      + "\"microseconds\":7,\"outcome\":\"redirect\",\"userAgent\":\"A\u{FFFD}\\u000a\"}\n")
}

@Test(arguments: [
  (0.0, "1970-01-01T00:00:00.000Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
  (4_107_542_399.999, "2100-02-28T23:59:59.999Z"), (-5, "1970-01-01T00:00:00.000Z"),
  (Double.nan, "1970-01-01T00:00:00.000Z"), (1e300, "9999-12-31T23:59:59.999Z"),
])
func `writes times of all years`(_ seconds: Double, _ expected: String) {
  #expect(LogTime.string(seconds) == expected)
}

@Test func `adds the workers up for a scrape`() {
  let workers = [
    WorkerMetrics(routeNames: ["none", "page"]), WorkerMetrics(routeNames: ["none", "page"]),
  ]
  workers[0].countRequest(route: 1, status: 200, microseconds: 40)
  workers[1].countRequest(route: 1, status: 200, microseconds: 60)
  workers[1].countRequest(route: 0, status: 299, microseconds: 20_000_000)
  let gauges = ServiceGauges(
    version: "1\"2", startedAt: 1.5, reloadsSucceeded: 3, reloadsFailed: 1, isReady: true)
  let lines = PrometheusText.scrape(workers, gauges).split(separator: "\n").map(String.init)
  for expected in [
    "keiro_http_requests_total{route=\"page\",status=\"200\"} 2",
    "keiro_http_requests_total{route=\"none\",status=\"other\"} 1",
    "keiro_http_request_duration_seconds_bucket{le=\"0.00005\"} 1",
    "keiro_http_request_duration_seconds_bucket{le=\"0.0001\"} 2",
    "keiro_http_request_duration_seconds_bucket{le=\"+Inf\"} 3",
    "keiro_http_request_duration_seconds_sum 20.0001",
    "keiro_build_info{version=\"1\\\"2\"} 1", "keiro_config_reloads_total{result=\"failure\"} 1",
  ] {
    #expect(lines.contains(expected), "\(expected)")
  }
}
