import Service
import Testing

@Suite struct BodyBudgetTests {
  @Test func `lends no more memory for bodies than there is`() {
    let budget = BodyBudget(bytes: 10)
    let one = budget.lease(6)
    #expect(one != nil && budget.lease(5) == nil)
    do {
      let other = budget.lease(4)
      #expect(other != nil && budget.lease(1) == nil)
    }
    withExtendedLifetime(one) { #expect(budget.lease(4) != nil) }
  }
}
