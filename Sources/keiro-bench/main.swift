import AppAssociation
import Glibc
import HTTPCore

/// Measures the parts of a request's way, each beside a plain reference doing the same in the same
/// run: the ratios hold on a noisy machine, the times do not.

let words = Array(CommandLine.arguments.dropFirst())
if words.first == "links" { exit(LinksBenchmark.run(Array(words.dropFirst()))) }

/// Nanoseconds a round, the best of five.
func measure(rounds: Int, _ body: () -> Int) -> Double {
  var best = Double.infinity
  for _ in 0..<5 {
    var sum = 0
    let time = ContinuousClock().measure { for _ in 0..<rounds { sum &+= body() } }
    precondition(sum != 0)
    let parts = time.components
    let nanoseconds = Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9
    best = min(best, nanoseconds / Double(rounds))
  }
  return best
}

func report(_ name: String, _ ours: Double, _ reference: String, _ theirs: Double) {
  func rounded(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale }
  print(
    "\(name): \(rounded(ours, 10)) ns; \(reference): \(rounded(theirs, 10)) ns; "
      + "ratio \(rounded(ours / theirs, 1000))")
}

let requestText = """
  GET /s/spring?utm_source=mail HTTP/1.1\r
  Host: asajikan.jp\r
  User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15\r
  Accept: text/html,application/xhtml+xml\r
  Accept-Encoding: gzip, deflate, br\r
  Connection: keep-alive\r
  \r

  """
let requestBytes = Array(requestText.utf8)
var decoder = HTTPRequestDecoder(limits: HTTPLimits())
let decoding = measure(rounds: 100_000) {
  var offset = 0
  _ = decoder.decode(requestBytes.span, offset: &offset)
  return offset
}
let splitting = measure(rounds: 20_000) {
  var fields: [String: Substring] = [:]
  for line in requestText.split(separator: "\r\n").dropFirst() {
    guard let colon = line.firstIndex(of: ":") else { continue }
    fields[line[..<colon].lowercased()] = line[line.index(after: colon)...]
  }
  return fields.count
}
report("decode a request", decoding, "split its text into a dictionary", splitting)

func table(count: Int) -> RoutingTable? {
  let rules = (0..<count).map { number in
    RoutingRule(component: Component(path: "/area\(number)/*"), apps: [0], opensApps: true)
  }
  return try? RoutingTable(rules: rules)
}

let path = Array("/area7/article/42".utf8)
let none: [UInt8] = []
if let small = table(count: 10), let large = table(count: 1000) {
  func decide(_ table: RoutingTable) -> Int {
    1 + (table.match(path: path.span, query: none.span, fragment: none.span)?.rule ?? 0)
  }
  let among1000 = measure(rounds: 100_000) { decide(large) }
  let among10 = measure(rounds: 100_000) { decide(small) }
  report("decide among 1,000 routes", among1000, "among 10", among10)
}
