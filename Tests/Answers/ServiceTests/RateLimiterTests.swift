import HTTPCore
import Telemetry
import Testing
import WebSyntax

@testable import Service

@Suite struct RateLimiterTests {
  private let now = HTTPInstant(secondsSinceEpoch: 0)

  /// The number of attempts that pass, one from each address.
  private func passed(_ limiter: RateLimiter, _ addresses: [String], at now: HTTPInstant) -> Int {
    addresses.count { limiter.take(IPAddress($0), at: now) == nil }
  }

  @Test func `a household has one share however many addresses it has`() {
    let limiter = RateLimiter(capacity: 2, perMinute: 2)
    #expect(passed(limiter, (1...9).map { "2001:db8::\($0)" }, at: now) == 2)
    #expect(passed(limiter, (1...9).map { "2001:db8:0:\($0)::1" }, at: now) == 9)
    #expect(passed(limiter, (1...9).map { "192.0.2.\($0)" }, at: now) == 9)
  }

  @Test func `the households of a site have several shares together`() {
    let limiter = RateLimiter(capacity: 2, perMinute: 2, households: 3)
    let households = (0...99).map { "2001:db8:1:\($0)::1" }
    #expect(passed(limiter, households, at: now) == 6)
    #expect(limiter.siteRefusals.value == 94)
    #expect(passed(limiter, ["2001:db8:2::1", "192.0.2.1"], at: now) == 2)
    // A household that asks too often does not use up the allowance of its neighbours.
    #expect(passed(limiter, Array(repeating: "2001:db8:3:1::1", count: 50), at: now) == 2)
    #expect(passed(limiter, ["2001:db8:3:2::1"], at: now) == 1)
    // A /48 regains its allowance like a /64.
    let later = HTTPInstant(secondsSinceEpoch: 10)
    #expect(limiter.wait(IPAddress("2001:db8:1:7::1"), at: now) == 10)
    #expect(passed(limiter, households, at: later) == 1)
  }

  @Test func `what is given back late lets no time count twice`() {
    let limiter = RateLimiter(capacity: 10, perMinute: 60)
    let later = HTTPInstant(secondsSinceEpoch: 5)
    limiter.charge(10, to: nil, at: later)
    limiter.charge(-1, to: nil, at: now)
    limiter.charge(1, to: nil, at: later)
    #expect(limiter.wait(nil, at: later) == 1)
  }

  @Test func `costs and gifts count for the household and its site`() {
    let limiter = RateLimiter(capacity: 2, perMinute: 2, households: 2)
    limiter.charge(4, to: IPAddress("2001:db8:1:1::1"), at: now)
    #expect(limiter.wait(IPAddress("2001:db8:1:2::1"), at: now) != nil)
    limiter.charge(-2, to: IPAddress("2001:db8:1:1::1"), at: now)
    #expect(limiter.wait(IPAddress("2001:db8:1:2::1"), at: now) == nil)
  }
}
