import Telemetry
import Testing

@Test func `writes a request as one line of JSON`() {
  let (client, host) = (Array("192.0.2.1".utf8), Array("asajikan.jp".utf8))
  let (method, target) = (Array("GET".utf8), Array("/a?b=\"<".utf8))
  let userAgent: [UInt8] = [0x41, 0xFF, 0x0A]
  var writer = AccessLogWriter()
  writer.append(
    AccessLogRecord(
      time: 1_795_224_669.25, status: 302, bytes: 120, microseconds: 7, outcome: "redirect"),
    client: client.span, host: host.span, method: method.span, target: target.span,
    userAgent: userAgent.span)
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

@Test func `sums the workers for a scrape`() {
  let workers = [
    WorkerMetrics(routeNames: ["none", "page"]), WorkerMetrics(routeNames: ["none", "page"]),
  ]
  workers[0].countRequest(route: 1, status: 200, microseconds: 40)
  workers[1].countRequest(route: 1, status: 200, microseconds: 60)
  workers[1].countRequest(route: 0, status: 299, microseconds: 20_000_000)
  let answered = [201, 202, 412, 415, 421, 422]
  for status in answered { workers[0].countRequest(route: 0, status: status, microseconds: 40) }
  var output = PrometheusText()
  output.append(workers)
  output.append(version: "1\"2", startedAt: 1.5, reloads: (3, 1), isReady: true)
  let lines = output.text.split(separator: "\n").map(String.init)
  for expected in [
    "keiro_http_requests_total{route=\"page\",status=\"200\"} 2",
    "keiro_http_requests_total{route=\"none\",status=\"other\"} 1",
    "keiro_http_request_duration_seconds_bucket{route=\"page\",le=\"0.00005\"} 1",
    "keiro_http_request_duration_seconds_bucket{route=\"page\",le=\"0.0001\"} 2",
    "keiro_http_request_duration_seconds_bucket{route=\"page\",le=\"+Inf\"} 2",
    "keiro_http_request_duration_seconds_sum{route=\"page\"} 0.0001",
    "keiro_build_info{version=\"1\\\"2\"} 1", "keiro_config_reloads_total{result=\"failure\"} 1",
  ] + answered.map({ "keiro_http_requests_total{route=\"none\",status=\"\($0)\"} 1" }) {
    #expect(lines.contains(expected), "\(expected)")
  }
}

@Test
func `counts unknown statuses as others, and unknown routes not at all`() {
  let metrics = WorkerMetrics(routeNames: ["none", "page"], failureNames: ["a", "b"])
  for status in [-1, 0, 99, 199, 299, 599, 600, .max] {
    metrics.countRequest(route: 1, status: status, microseconds: 51)
  }
  metrics.countRequest(route: 1, status: 505, microseconds: 50)
  metrics.countRequest(route: 2, status: 200, microseconds: 10_000_001)
  metrics.countHandshake(isVersion13: true, isResumed: false)
  metrics.countFailure(1)
  metrics.countFailure(2)
  metrics.countLag(microseconds: 1000)
  metrics.countReceived(7)
  metrics.countSent(9)
  var output = PrometheusText()
  output.append([metrics])
  let lines = output.text.split(separator: "\n").filter { !$0.hasSuffix(" 0") && $0.first != "#" }
  #expect(
    lines.filter { !$0.contains("duration") && !$0.contains("bucket") } == [
      "keiro_http_requests_total{route=\"page\",status=\"505\"} 1",
      "keiro_http_requests_total{route=\"page\",status=\"other\"} 8",
      "keiro_http_bytes_total{direction=\"in\"} 7", "keiro_http_bytes_total{direction=\"out\"} 9",
      "keiro_tls_handshakes_total{version=\"TLSv1.3\",resumed=\"false\"} 1",
      "keiro_tls_handshake_failures_total{reason=\"b\"} 1",
      "keiro_event_loop_lag_seconds_sum 0.001", "keiro_event_loop_lag_seconds_count 1",
    ])
  let buckets = lines.filter { $0.contains("duration_seconds_bucket") }.map {
    $0.split(separator: " ").last ?? ""
  }
  #expect(buckets.first == "1" && buckets.dropFirst().first == "9" && buckets.last == "9")
}

@Test func `quotes each byte at any position`() throws {
  for byte in UInt8.min...UInt8.max {
    let expected =
      switch byte {
      case 0x22: "\\\""
      case 0x5C: "\\\\"
      case 0x00..<0x10: "\\u000" + String(byte, radix: 16)
      case 0x10..<0x20, 0x7F: "\\u00" + String(byte, radix: 16)
      case 0x80...: "\u{FFFD}"
      default: String(UnicodeScalar(byte))
      }
    for index in 0..<20 {
      var text = [UInt8](repeating: UInt8(ascii: "a"), count: 20)
      text[index] = byte
      var writer = AccessLogWriter()
      writer.append(time: 0, target: text)
      let line = String(decoding: writer.takeLines(), as: UTF8.self)
      let before = String(repeating: "a", count: index)
      let after = String(repeating: "a", count: 19 - index)
      #expect(line.contains("\"target\":\"\(before)\(expected)\(after)\","), "\(byte) at \(index)")
    }
  }
}

@Test func `writes the time of each line, whether or not the second is the same`() {
  var writer = AccessLogWriter()
  for time in [0.001, 0.999, 59.5, 59.75, 3600, 0.25] { writer.append(time: time) }
  let lines = String(decoding: writer.takeLines(), as: UTF8.self).split(separator: "\n")
  #expect(
    lines.map { String($0.dropFirst("{\"time\":\"1970-01-01T".count).prefix(13)) } == [
      "00:00:00.001Z", "00:00:00.999Z", "00:00:59.500Z", "00:00:59.750Z", "01:00:00.000Z",
      "00:00:00.250Z",
    ])
  #expect(writer.lines.isEmpty)
}

extension AccessLogWriter {
  fileprivate mutating func append(time: Double, target: [UInt8] = []) {
    append(
      AccessLogRecord(time: time, status: 200, bytes: 0, microseconds: 0, outcome: "page"),
      client: nil, host: Span(), method: Span(), target: target.span, userAgent: nil)
  }
}

@Test func `has room for a line of nothing but escapes`() {
  let text = [UInt8](repeating: 1, count: 5000)
  var writer = AccessLogWriter()
  writer.append(
    AccessLogRecord(
      time: 0, status: 200, bytes: .max, microseconds: .max, outcome: "password-limited"),
    client: text.span, host: text.span, method: text.span, target: text.span, userAgent: text.span)
  let line = String(decoding: writer.takeLines(), as: UTF8.self)
  let escapes = String(repeating: "\\u0001", count: text.count)
  #expect(
    line.replacing(escapes, with: "x")
      == "{\"time\":\"1970-01-01T00:00:00.000Z\",\"client\":\"x\",\"host\":\"x\",\"method\":\"x\","
      + "\"target\":\"x\",\"status\":200,\"bytes\":\(Int.max),\"microseconds\":\(Int.max),"
      + "\"outcome\":\"password-limited\",\"userAgent\":\"x\"}\n")
}

@Test(arguments: [0, 9, 10, 99, 100, 123_456_789, Int.max])
func `writes every number`(_ number: Int) {
  var writer = AccessLogWriter()
  writer.append(
    AccessLogRecord(time: 0, status: 200, bytes: number, microseconds: 0, outcome: ""),
    client: nil, host: Span(), method: Span(), target: Span(), userAgent: nil)
  let line = String(decoding: writer.takeLines(), as: UTF8.self)
  #expect(line.contains("\"bytes\":\(number),"))
}

@Test(arguments: [
  ("\u{85}", "\\u0085"), ("\u{9B}31m", "\\u009b31m"), ("a\u{202E}b", "a\\u202eb"),
  ("\u{2066}\u{2069}", "\\u2066\\u2069"), ("\u{200F}", "\\u200f"), ("\u{2028}", "\\u2028"),
  ("\u{61C}", "\\u061c"), ("\u{FEFF}", "\\ufeff"), ("é\u{A0}日", "é\u{A0}日"),
]) func `escapes what a terminal obeys rather than shows`(_ text: String, _ written: String) {
  var writer = AccessLogWriter()
  writer.append(time: 0, target: Array(text.utf8))
  let line = String(decoding: writer.takeLines(), as: UTF8.self)
  #expect(line.lowercased().contains("\"target\":\"\(written)\""))
}
