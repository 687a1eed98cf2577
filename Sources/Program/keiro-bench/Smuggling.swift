import Glibc

/// Sends requests that two readers might split differently through a proxy, and checks whether the
/// next visitor, on the same connection to the server behind it, gets another visitor's response.
enum Smuggling {
  /// The exit code: 0 when every visitor got the correct response.
  static func run(_ arguments: [String]) -> Int32 {
    let ports = arguments.compactMap { UInt16($0) }
    guard !ports.isEmpty, ports.count == arguments.count else {
      usage("usage: keiro-bench smuggle PORT …")
    }
    var attacks = 0
    var faults = 0
    for port in ports {
      for text in SmugglingCases.all {
        attacks += 1
        attack(text, number: attacks, port: port)
        for visit in 1...2 where !isOwnAnswer(visitor: attacks * 10 + visit, port: port) {
          faults += 1
          print("not ok - attack \(attacks), visitor \(visit): \(escaped(text))")
        }
      }
    }
    print("\(attacks) attacks, \(faults) visitors with a wrong answer")
    return faults == 0 && attacks > 0 ? 0 : 1
  }

  private static func attack(_ text: String, number: Int, port: UInt16) {
    let hidden = "GET /s/spring?hidden=\(number) HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n"
    let all = text.split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().first ?? ""
    let length = all.utf8.count + (all.contains("\u{1}") ? hidden.utf8.count - 1 : 0)
    let hex = String(hidden.utf8.count, radix: 16)
    let bytes = replacing(
      text,
      [
        "{all}": String(length), "{hex}": hex, "{HEX}": hex.uppercased(), "\u{1}": hidden,
        "?attack": "?attack=\(number)",
      ])
    guard let client = WireClient(port: port, timeout: 40) else { return }
    client.send(bytes.latin1)
    _ = client.readAll()
  }

  private static func replacing(_ text: String, _ table: KeyValuePairs<String, String>) -> String {
    table.reduce(text) { text, entry in
      text.split(separator: entry.key, omittingEmptySubsequences: false)
        .joined(separator: entry.value)
    }
  }

  /// Whether a visitor gets exactly one response, the one that echoes the visitor's number.
  private static func isOwnAnswer(visitor: Int, port: UInt16) -> Bool {
    guard let client = WireClient(port: port, timeout: 3000) else { return false }
    let request =
      "GET /s/spring?visitor=\(visitor) HTTP/1.1\r\nHost: asajikan.jp\r\nConnection: close\r\n\r\n"
    client.send(request.latin1)
    let answer = String(decoding: client.readAll(), as: UTF8.self)
    return answer.hasPrefix("HTTP/1.1 302 ") && answer.contains("?visitor=\(visitor)\r\n")
      && answer.split(separator: "HTTP/1.1 ").count == 1
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}
