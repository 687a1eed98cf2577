import HTTPCore
import LinkStorage
import Telemetry
import Testing
import WebSyntax

@testable import Service

/// The bounds of what apps make with a token that everybody may know.
@Suite struct LinkAllowancesTests {
  private let allowances = LinkAllowances()

  /// - Parameter key: the key of a request that goes on; nil for one that makes its link at once.
  private func take(
    _ address: String, _ perHour: Int = 2, of token: String = "t", at seconds: Double = 0,
    by key: String? = nil
  ) -> Int? {
    defer { if key == nil { allowances.end("once", isMade: true) } }
    return allowances.take(
      LinkMaking(perHour: perHour), of: token, for: IPAddress(address),
      at: HTTPInstant(secondsSinceEpoch: seconds), by: key ?? "once")
  }

  @Test func `an address makes so many links in any hour, and is told when it may again`() {
    #expect(take("192.0.2.1") == nil && take("192.0.2.1", at: 600) == nil)
    #expect(take("192.0.2.1", at: 601) == 2999 && take("192.0.2.1", at: 3599.5) == 1)
    #expect(take("192.0.2.1", at: 3600) == nil)
    #expect(take("192.0.2.1", at: 3601) == 599)
    #expect(allowances.refusals.value == 3)
  }

  @Test func `a /64 is one address, and tokens and addresses have their own allowances`() {
    #expect(take("2001:db8::1") == nil && take("2001:db8::2") == nil)
    #expect(take("2001:db8::3") == 3600)
    #expect(take("2001:db8:0:1::1") == nil && take("192.0.2.1") == nil)
    #expect(take("2001:db8::3", of: "u") == nil)
  }

  @Test func `ten thousand addresses with one key make no more than a hundred of them may`() {
    let passed = (0..<10_000).count { take("10.0.\($0 / 250).\($0 % 250)") == nil }
    #expect(passed == 200 && allowances.refusals.value == 9800)
    // The first of them gain nothing by the crowd, not even after it has gone by.
    #expect(take("10.0.0.0", at: 3599) == 1)
    #expect(take("10.0.0.0", at: 3600) == nil && take("10.0.39.249", at: 3600) == nil)
  }

  @Test func `what is not made can be taken again, and what is long over is forgotten`() {
    #expect(take("192.0.2.1", 1, by: "k") == nil && take("192.0.2.1", 1) == 3600)
    for _ in 0..<2 { allowances.end("k", isMade: false) }
    #expect(take("192.0.2.1", 1) == nil && take("192.0.2.1", 1) == 3600)
    #expect(take("192.0.2.1", of: "u", at: 4000) == nil && take("192.0.2.1", 1, at: 4000) == nil)
  }

  @Test(arguments: [[true, false], [false, true], [false, false]])
  func `a request that is repeated while it is answered takes one link`(_ made: [Bool]) {
    for _ in made { #expect(take("192.0.2.1", 1, by: "k") == nil) }
    for isMade in made {
      #expect(take("192.0.2.1", 1, by: "other") == 3600)
      allowances.end("k", isMade: isMade)
    }
    #expect(take("192.0.2.1", 1, by: "k") == (made.contains(true) ? 3600 : nil))
  }

  @Test func `a clock that is slightly behind that of another worker gains nothing`() {
    #expect(take("192.0.2.1", 1, at: 10) == nil)
    #expect(take("192.0.2.1", 1, at: 9) != nil)
    #expect(take("192.0.2.2", 1, at: 9) == nil && take("192.0.2.2", 1, at: 3608) == 1)
  }
}
