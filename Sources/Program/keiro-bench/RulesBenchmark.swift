import CAllocations
import Links

/// The decision about a visit: what ten rules add to it, in time and in allocations.
enum RulesBenchmark {
  /// - Returns: 1 when rules cost an allocation, or more than a microsecond.
  static func run() -> Int32 {
    let none = Cost(link(rules: []))
    var isGood = true
    for (name, rules) in [
      ("ten rules, none of which holds", unmet),
      ("ten rules, the last of which holds", Array(unmet.dropLast()) + [met]),
    ] {
      let cost = Cost(link(rules: rules))
      let (time, allocations) = (cost.time - none.time, cost.allocations - none.allocations)
      print(
        "\(name): \(cost), without rules: \(none), difference: \(rounded(time)) ns, "
          + "\(rounded(allocations)) allocations")
      isGood = isGood && time < 1000 && allocations <= 0
    }
    return isGood ? 0 : 1
  }

  private static let decisions = 1_000_000
  private static let now = Timestamp(secondsSinceEpoch: 1_700_000_000)
  private static let visit = Visit(
    query: "from=mail&lang=en",
    agent: UserAgent(
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 "
        + "Safari/537.36"),
    traits: VisitorTraits(language: "de-at", country: "AT", draw: 42))

  /// The link has a name, as links with more than an address do, so that only the rules make a
  /// difference.
  private static func link(rules: [LinkRule]) -> ShortLink {
    var link = ShortLink(host: "a.example", slug: "spring", url: "https://www.example.com/spring")
    link.name = "Spring"
    link.rules = rules
    return link
  }

  /// Rules that each examine something different before they fail.
  private static let unmet: [LinkRule] = {
    let changes: [(inout LinkRule.Condition) -> Void] = [
      { $0.platforms = [.iPhone, .iPad] },
      { $0.languages = ["ja", "de-ch"] },
      { $0.countries = ["JP", "US", "DE"] },
      { $0.query = [.init(name: "from", value: "letter")] },
      { $0.until = now },
      { $0.from = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 1) },
      { $0.share = 10 },
      {
        $0.platforms = [.linux]
        $0.languages = ["de"]
        $0.countries = ["CH"]
      },
      { $0.query = [.init(name: "from", value: "mail"), .init(name: "lang", value: "ja")] },
      {
        $0.countries = ["AT"]
        $0.share = 20
      },
    ]
    return changes.map { change in
      var condition = LinkRule.Condition()
      change(&condition)
      return LinkRule(if: condition, url: "https://www.example.com/nobody")
    }
  }()

  private static let met: LinkRule = {
    var condition = LinkRule.Condition()
    condition.platforms = [.linux]
    condition.languages = ["de"]
    condition.countries = ["AT"]
    condition.query = [.init(name: "from", value: "mail")]
    return LinkRule(if: condition, url: "https://www.example.com/garden")
  }()

  /// The cost of one decision.
  private struct Cost: CustomStringConvertible {
    /// Nanoseconds, the best of five rounds.
    let time: Double
    /// The average of a million decisions.
    let allocations: Double

    init(_ link: ShortLink) {
      for _ in 0..<1000 { _ = Self.decision(link) }
      let before = keiro_allocations()
      for _ in 0..<decisions { _ = Self.decision(link) }
      allocations = Double(keiro_allocations() - before) / Double(decisions)
      time = measure { Self.decision(link) }
    }

    private static func decision(_ link: ShortLink) -> Int {
      let decision = decide(link, visit: visit, now: now)
      return 1 + decision.reasons.count
    }

    var description: String { "\(rounded(time)) ns and \(rounded(allocations)) allocations" }
  }

  private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
