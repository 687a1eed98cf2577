import Glibc

/// Repeats the same request while another process reloads, floods or starves the server, and prints
/// the number of failures and of different responses.
enum Verifying {
  static func run(_ arguments: [String]) -> Int32 {
    guard (5...6).contains(arguments.count), let port = UInt16(arguments[0]),
      let seconds = Int(arguments[1]), let most = Int(arguments[4]),
      let mostFailed = arguments.count == 6 ? Int(arguments[5]) : 0
    else {
      usage("usage: keiro-bench verify PORT SECONDS HOST TARGET MOST-DIFFERENT [MOST-FAILED]")
    }
    let request = Array("GET \(arguments[3]) HTTP/1.1\r\nHost: \(arguments[2])\r\n\r\n".utf8)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    var client: WireClient?
    var answers: [String: Int] = [:]
    var asked = 0
    var failures = 0
    while clock.now < end {
      // Reconnects now and then, so that accepting is verified as well.
      if asked % 100 == 0 { client = nil }
      asked += 1
      if client == nil { client = WireClient(port: port, timeout: 5000) }
      guard let open = client, open.send(request), let answer = open.readAnswer() else {
        failures += 1
        client = nil
        usleep(1000)
        continue
      }
      answers[withoutDate(answer), default: 0] += 1
    }
    print("\(asked) asked, \(failures) failed, \(answers.count) different answers")
    if answers.count > most {
      for (answer, count) in answers { print("--- \(count) times\n\(answer)") }
    }
    return failures <= mostFailed && answers.count <= most && asked > failures ? 0 : 1
  }

  private static func withoutDate(_ answer: [UInt8]) -> String {
    String(decoding: answer, as: UTF8.self).split(separator: "\r\n")
      .filter { !$0.hasPrefix("Date: ") }.joined(separator: "\n")
  }
}
