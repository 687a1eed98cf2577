import Glibc

/// The cost of an idle connection after a request: opens many connections to a server, sends one
/// request on each, and reads from `/proc` the growth of the server's processes. The kernel's
/// memory for sockets is not included.
enum IdleConnectionCost {
  private static let warmUp = 64
  /// The fields that browsers send, since a server may keep buffers of their size.
  private static let fields = """
    User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15\r
    Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r
    Accept-Language: ja-JP,ja;q=0.9,en;q=0.8\r
    Accept-Encoding: gzip, deflate, br\r

    """

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 5, let port = UInt16(arguments[0]), let count = Int(arguments[1]),
      count > 0
    else {
      usage("usage: keiro-bench idle PORT COUNT HOST TARGET PID …")
    }
    let line = "GET \(arguments[3]) HTTP/1.1\r\nHost: \(arguments[2])\r\n"
    let request = Array((line + fields + "\r\n").utf8)
    let processes = arguments[4...]
    // One-time allocations of the server are not part of the cost.
    _ = open(warmUp, port, request)
    sleep(1)
    let before = residentBytes(processes)
    let clients = open(count, port, request)
    guard clients.count == count else {
      print("only \(clients.count) of \(count) connections got an answer")
      return 1
    }
    sleep(1)
    let after = residentBytes(processes)
    let each = (after - before) / count
    print("\(count) idle connections: \(each) bytes each, \(after >> 20) MB in all")
    return 0
  }

  private static func open(_ count: Int, _ port: UInt16, _ request: [UInt8]) -> [WireClient] {
    var clients: [WireClient] = []
    for _ in 0..<count {
      guard let client = WireClient(port: port, timeout: 5000), client.send(request),
        client.readAnswer() != nil
      else { break }
      clients.append(client)
    }
    return clients
  }

  /// `VmRSS` of `/proc/PID/status`, in units of 1024 bytes.
  static func residentBytes(_ processes: ArraySlice<String>) -> Int {
    processes.reduce(0) { sum, process in
      let status = contents(of: "/proc/\(process)/status")
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      let number = line?.split(separator: " ").dropFirst().first?.filter(\.isNumber)
      return sum + (number.flatMap { Int($0) } ?? 0) * 1024
    }
  }

  private static func contents(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
