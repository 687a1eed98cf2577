import HTTPCore
import Testing
import WebSyntax

@testable import Service

@Suite struct BodyBudgetTests {
  private let one = BodyBudget.Owner.site(of: IPAddress("2001:db8:1:7::1"))
  private let other = BodyBudget.Owner.site(of: IPAddress("2001:db8:2::1"))

  private func lease(_ budget: BodyBudget, _ owner: BodyBudget.Owner) -> BodyBudget.Lease {
    budget.lease(for: owner) { HTTPResponse(.serviceUnavailable) }
  }

  @Test func `lends memory as bytes come, and no more than there is`() {
    let budget = BodyBudget(bytes: 10, each: 10)
    let leases = (0..<100).map { _ in lease(budget, one) }
    #expect(leases.allSatisfy { $0.reach(0) })
    #expect(leases[0].reach(6) && leases[0].reach(3) && leases[0].reach(6))
    #expect(!leases[1].reach(5) && leases[1].reach(4) && !leases[2].reach(1))
    #expect(leases[2].refusal.status == .serviceUnavailable)
    do {
      let rest = BodyBudget(bytes: 10, each: 10)
      #expect(lease(rest, one).reach(10))
      // The last lease has been returned.
      #expect(lease(rest, other).reach(10))
    }
    withExtendedLifetime(leases) {}
  }

  @Test func `one site leaves memory to the others`() {
    let budget = BodyBudget(bytes: 10, each: 4)
    let held = [lease(budget, one), lease(budget, other)]
    #expect(held[0].reach(4) && !held[0].reach(5))
    let neighbour = lease(budget, .site(of: IPAddress("2001:db8:1:8::1")))
    #expect(!neighbour.reach(1))
    #expect(held[1].reach(4))
    #expect(lease(budget, .token("t")).reach(2))
    withExtendedLifetime(held) {}
  }

  @Test(arguments: [0, 1, 65_536, 65_537, 300_000])
  func `a body comes back as it was kept, whether in memory or in a file`(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var body = KeptBody()
    for start in stride(from: 0, to: count, by: 40_000) {
      try body.append(Array(bytes[start..<min(start + 40_000, count)]))
    }
    #expect(body.count == count)
    // Twice, as for a reader that begins anew.
    for _ in 0..<2 {
      var pieces = try body.pieces()
      var read: [UInt8] = []
      while let piece = try pieces.next() { read += piece }
      #expect(read == bytes)
    }
  }
}
