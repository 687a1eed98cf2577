import Telemetry
import Testing

@Suite struct TallyTests {
  private enum Fruit: String, CaseIterable, Sendable {
    case apple, pear
  }

  private func tally(label: String?) -> Tally<Fruit> {
    Tally("fruits", label: label, type: "gauge", help: "Fruits in the basket.")
  }

  @Test func `every kind has its sample, counted or not`() {
    let fruits = tally(label: "kind")
    fruits.add(3, to: .pear)
    fruits.add(to: .pear)
    var text = PrometheusText()
    fruits.append(to: &text)
    #expect(
      text.text == """
        # HELP fruits Fruits in the basket.
        # TYPE fruits gauge
        fruits{kind="apple"} 0
        fruits{kind="pear"} 4

        """)
  }

  @Test func `what is set takes the place of what was counted`() {
    let fruits = tally(label: "kind")
    fruits.add(to: .apple)
    fruits.set(7, of: .apple)
    #expect(fruits.value(of: .apple) == 7 && fruits.value(of: .pear) == 0)
  }

  @Test func `nothing is added beyond a limit`() {
    let fruits = tally(label: nil)
    #expect(fruits.add(8, to: .apple, upTo: 10))
    #expect(!fruits.add(3, to: .apple, upTo: 10))
    #expect(fruits.value(of: .apple) == 8)
    #expect(fruits.add(2, to: .apple, upTo: 10))
    fruits.add(-10, to: .apple)
    #expect(fruits.value(of: .apple) == 0)
  }
}
