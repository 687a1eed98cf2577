import Changes
import HTTPCore
import LinkStorage
import Links
import Service
import Synchronization
import System
import WebSyntax

/// The links with the most clicks in a period, cached for a while.
///
/// Finding them takes reading every day of every link, up to seconds on a busy service. An answer
/// is cached for two hundred times as long as it took, so that pages which are open all day cost
/// half a percent of a processor; a fast answer is not cached at all.
final class TopLinks: Sendable {
  struct Answer: Sendable {
    /// The rows, with the most clicks first, each with a way to its page.
    var rows: [BarTable.Row] = []
    var time: Timestamp
  }

  /// The answers and the ends of their validity, in seconds of the steady clock.
  private let kept = Mutex<[String: (answer: Answer, end: Double)]>([:])

  private static let factor = 200.0
  /// The longest time for which an answer is cached, in seconds.
  private static let longest = 900.0
  /// The cost in seconds below which an answer is not cached.
  private static let shortest = 0.005
  private static let limit = 64

  /// - Parameter now: the time of the question, in seconds of the steady clock.
  func known(_ key: String, at now: Double) -> Answer? {
    kept.withLock { $0[key] }.flatMap { $0.end > now ? $0.answer : nil }
  }

  /// - Parameters:
  ///   - now: the time of the question, in seconds of the steady clock.
  ///   - cost: the duration of the computation, in seconds.
  func keep(_ answer: Answer, for key: String, at now: Double, cost: Double) {
    guard cost >= Self.shortest else { return }
    let end = now + min(cost * Self.factor, Self.longest)
    kept.withLock { kept in
      kept = kept.filter { $0.value.end > now }
      if kept.count < Self.limit { kept[key] = (answer, end) }
    }
  }
}

extension PageContext {
  private static let topLinkLimit = 8
  /// The number of rows where links are chosen, whose list the card is.
  private static let chosenLinkLimit = 25

  /// The groups of clicks, their name, and the text when none of them has clicks.
  typealias TopGroup = (by: StatisticsQuery.Grouping, word: Word, nothing: Word)

  static let everyGroup: [TopGroup] = [
    (.link, .links, .noClicks), (.tag, .tags, .noTags), (.campaign, .campaigns, .noCampaigns),
  ]

  /// The property by which the query asks to sum up clicks.
  private var topGroup: TopGroup {
    let asked = query["top"]
    return Self.everyGroup.first { $0.by.rawValue == asked } ?? (.link, .links, .noClicks)
  }

  func topLinks(_ scope: ChartScope) throws(Problem) -> Markup {
    let answer = try topAnswer(scope)
    let age = timestamp.secondsSinceEpoch - answer.time.secondsSinceEpoch
    let note = Markup.when(age >= 60, "<p class=\"soft\">\(t(.asOf)) \(time(answer.time))</p>")
    let group = topGroup
    return barCard(
      t(.topLinks), answer.rows,
      data: answer.rows.isEmpty ? nil : dataAddress(scope, by: group.by),
      nameColumn: t(group.word), nothing: group.nothing, note: note,
      choices: topGroups(scope), help: .topLinks)
  }

  private func topGroups(_ scope: ChartScope) -> Markup {
    let items = Markup.each(Self.everyGroup) { group in
      var items = period.items + [("split", split?.rawValue)] + (scope.part?.items ?? [])
      items += chosen.chosenItems + [("top", group.by == .link ? nil : group.by.rawValue)]
      let address = scope.address + PageQuery.text(items) + "#top"
      return tab(address, t(group.word), isHere: group.by == topGroup.by)
    }
    return tabs(.groupedBy, items, id: " id=\"top\"")
  }

  private func topAnswer(_ scope: ChartScope) throws(Problem) -> TopLinks.Answer {
    let group = topGroup.by
    var items = scope.period.items + scope.items + (scope.part?.items ?? [])
    items += [("in", scope.host?.description), ("top", group.rawValue)]
    if scope.links != nil { items.append(("reach", user?.authority.reach.stored)) }
    let key = PageQuery.text(items)
    let shelf = pages.memory.topLinks
    if let known = shelf.known(key, at: now.steadySeconds) { return known }
    let start = Clock.monotonic()
    let top = TopLinks.Answer(rows: try topRows(scope, group), time: timestamp)
    let cost = Double(Clock.monotonic() - start) / 1_000_000_000
    shelf.keep(top, for: key, at: now.steadySeconds, cost: cost)
    return top
  }

  private func topRows(
    _ scope: ChartScope, _ group: StatisticsQuery.Grouping
  ) throws(Problem) -> [BarTable.Row] {
    // Links without a tag or a campaign are left out.
    let rows = try statistics(scope, by: group, only: scope.part?.name).shown(by: group)
    return rows.prefix(scope.links == nil ? Self.topLinkLimit : Self.chosenLinkLimit).map { row in
      let key = group == .link ? Statistics.link(named: row.name) : nil
      let address: String? =
        switch group {
        case .tag: PageAddresses.tag(row.name)
        case .campaign: PageAddresses.campaign(row.name)
        default: key.map(PageAddresses.link)
        }
      let name = key.map(shown) ?? row.name
      let linked = address.map { "<a href=\"\($0)\">\(name)</a>" as Markup }
      return (linked ?? "\(name)", row.clicks)
    }
  }
}
