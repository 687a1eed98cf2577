import HTTPCore
import Service
import Testing
import WebSyntax

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
}
