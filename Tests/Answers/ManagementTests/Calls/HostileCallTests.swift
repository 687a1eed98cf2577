import Management
import RandomCases
import Testing

@testable import ServiceSupport

/// Calls made of everything that commonly confuses servers.
@Suite struct HostileCallTests {
  private let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(
      #""slug": "x/y.z", "url": "https://a.example/item/1?a=1#f", "campaign": {"utm_source": "ä&"}"#
    )
    try service.add(#""slug": "p", "url": "https://a.example/", "password": "p", "maxClicks": 3"#)
  }

  @Test func `finds every call an answer that is no failure of the server`() throws {
    var dice = Dice(seed: CaseSeed.value)
    var odd: [String] = []
    var answered = 0
    let bodies = [
      "", "{}", "[]", "{\"url\": \"https://a.example/\"}", "\u{0}", "{\"a\":", "null", "\n\n", "7",
      "{\"urls\": [\"/\"]}", "{\"requestedLink\": \"https://a.example/s/p\"}", "a,b\n1,2\n",
      "{\"host\": \"a.example\", \"slug\": \"p\", \"url\": \"https://a.example/\"}",
    ]
    let fields = [
      "", "If-Match: ,,\"\r\n", "If-None-Match: W/\r\n", "Idempotency-Key: \"\r\n",
      "Accept: */*\r\n", "X-Forwarded-For: ,\r\n",
    ]
    let targets = APIOperation.allCases.map(CallerTests.target)
    for round in 0..<3000 {
      let target =
        round % 2 == 0
        ? dice.pick(targets) + "?" + dice.pick(HostileTargets.parts) : HostileTargets.target(&dice)
      let method = dice.pick(["GET", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "PUT"])
      let answer = try? service.call(
        method, target, dice.pick(bodies), fields: dice.pick(fields))
      guard let answer else { continue }
      answered += 1
      if answer.status >= 500 { odd.append("\(method) \(target): \(answer.text)") }
    }
    #expect(odd.prefix(10) == [] && answered > 1000)
  }
}
