import FoundationEssentials

/// Sends a fixed number of requests, for tools that count instructions: sixteen connections take
/// turns, so that the server finds about as many requests at each wake-up as under load. With the field
/// `Connection: close` each request has a connection of its own.
enum Asking {
  private static let connections = 16

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 4, let port = UInt16(arguments[0]), let count = Int(arguments[1]),
      let targets = targets(arguments[3]), !targets.isEmpty
    else {
      usage(
        "usage: keiro-bench ask PORT COUNT HOST TARGET [FIELD …], where TARGET may be @FILE, with a"
          + " target on each line")
    }
    let fields = (["Host: \(arguments[2])"] + arguments[4...]).map { $0 + "\r\n" }.joined()
    let requests = targets.prefix(count).map { Array("GET \($0) HTTP/1.1\r\n\(fields)\r\n".utf8) }
    let closes = arguments[4...].contains("Connection: close")
    func connect() -> [WireClient] {
      (0..<connections).compactMap { _ in WireClient(port: port, timeout: 30_000) }
    }
    var clients = connect()
    guard clients.count == connections else { return 3 }
    var asked = 0
    while asked < count {
      let turn = clients.prefix(count - asked)
      for (index, client) in turn.enumerated() {
        client.send(requests[(asked + index) % requests.count])
      }
      for client in turn where client.readAnswer() == nil { return 1 }
      asked += turn.count
      guard closes, asked < count else { continue }
      clients = connect()
      guard clients.count == connections else { return 3 }
    }
    return 0
  }

  /// Nil when there is no such file.
  private static func targets(_ argument: String) -> [Substring]? {
    guard argument.hasPrefix("@") else { return [argument[...]] }
    guard let bytes = FileManager.default.contents(atPath: String(argument.dropFirst())) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}

extension WireClient {
  /// One response; nil when there is none. Its end is determined by its Content-Length.
  func readAnswer() -> [UInt8]? {
    guard var bytes = readSome() else { return nil }
    while true {
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        let missing = end.upperBound + contentLength(bytes[..<end.lowerBound]) - bytes.count
        if missing <= 0 { return missing == 0 ? bytes : nil }
      }
      guard let more = readSome() else { return nil }
      bytes += more
    }
  }

  private func contentLength(_ head: ArraySlice<UInt8>) -> Int {
    let name = Array("\r\nContent-Length: ".utf8)
    guard let found = head.firstRange(of: name) else { return 0 }
    let digits = head[found.upperBound...].prefix { (0x30...0x39).contains($0) }
    return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }
}
