import HTTPCore
import JSONSyntax
import Links
import Service
import Synchronization
import System

/// The links with the most clicks of a period, kept for a while once they are computed.
///
/// Statistics know no period's clicks of a link but by reading every day of every link, which takes
/// up to seconds on a busy service. An answer is kept for two hundred times as long as it took, so
/// that pages which are looked at all day cost half a percent of a processor; one that took no time
/// is not kept at all.
final class TopLinks: Sendable {
  struct Answer: Sendable {
    /// With the most clicks first.
    var rows: [(name: String, clicks: Int)] = []
    /// When it was computed.
    var time: Timestamp
  }

  private struct Kept: Sendable {
    let answer: Answer
    /// Of the steady clock.
    let end: Double
  }

  private let kept = Mutex<[String: Kept]>([:])

  private static let factor = 200.0
  /// In seconds.
  private static let longest = 900.0
  /// An answer that took less, in seconds, is computed anew each time.
  private static let shortest = 0.005
  private static let places = 64

  /// - Parameters:
  ///   - key: What is asked for.
  ///   - now: The time of the question, in seconds of the steady clock.
  func known(_ key: String, at now: Double) -> Answer? {
    kept.withLock { $0[key] }.flatMap { $0.end > now ? $0.answer : nil }
  }

  /// - Parameters:
  ///   - answer: What was computed.
  ///   - key: What was asked for.
  ///   - now: The time of the question, in seconds of the steady clock.
  ///   - cost: How long it took, in seconds.
  func keep(_ answer: Answer, for key: String, at now: Double, cost: Double) {
    guard cost >= Self.shortest else { return }
    let end = now + min(cost * Self.factor, Self.longest)
    kept.withLock { kept in
      kept = kept.filter { $0.value.end > now }
      if kept.count < Self.places { kept[key] = Kept(answer: answer, end: end) }
    }
  }
}

extension PageContext {
  private static let topLinkLimit = 8

  func topLinks(_ scope: ChartScope) throws(Problem) -> Markup {
    guard let answer = topAnswer(scope) else { return "" }
    let rows = answer.rows.map { BarTable.Row(name: linkName($0.name), value: $0.clicks) }
    let content =
      rows.isEmpty
      ? "<p class=\"soft\">\(t(.noClicksInThisTime))</p>"
      : BarTable(
        caption: t(.topLinks), nameColumn: t(.link), valueColumn: t(.clicks), rows: rows
      ).markup
    let age = timestamp.secondsSinceEpoch - answer.time.secondsSinceEpoch
    let note: Markup =
      age < 60 ? "" : "<p class=\"soft\">\(t(.asOf)) \(time(answer.time))</p>"
    return "<section class=\"card\"><h2>\(t(.topLinks))</h2>\(content)\(note)</section>"
  }

  /// Nil when the API does not answer.
  private func topAnswer(_ scope: ChartScope) -> TopLinks.Answer? {
    let key = "\(scope.period.rawValue) \(scope.host ?? "")"
    let shelf = pages.memory.topLinks
    if let known = shelf.known(key, at: now.steadySeconds) { return known }
    let start = Clock.monotonic()
    let answer = ask(.get, "/v1/stats", scope.query(by: "link"))
    guard answer.isGood else { return nil }
    let rows = answer.json["rows"].elements.filter { $0["clicks"].integer > 0 }
    let top = TopLinks.Answer(
      rows: rows.prefix(Self.topLinkLimit).map { ($0["name"].text ?? "", $0["clicks"].integer) },
      time: timestamp)
    let cost = Double(Clock.monotonic() - start) / 1_000_000_000
    shelf.keep(top, for: key, at: now.steadySeconds, cost: cost)
    return top
  }

  /// A link of `host/slug`.
  private func linkName(_ text: String) -> Markup {
    guard let slash = text.firstIndex(of: "/") else { return Markup(text: text) }
    let key = LinkKey(
      host: String(text[..<slash]), slug: String(text[text.index(after: slash)...]))
    return "<a href=\"\(PageAddresses.link(key))\">\(text)</a>"
  }
}
