import WebSyntax
import HTTPCore
import Links
import Questions
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
    var links: [TopLink] = []
    /// When it was computed.
    var time: Timestamp
  }

  private struct Kept: Sendable {
    let answer: Answer
    /// In seconds of the steady clock.
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
    let answer = try topAnswer(scope)
    let rows = answer.links.map { link in
      BarTable.Row(
        name: "<a href=\"\(PageAddresses.link(link.key))\">\(link.shortURL.droppingScheme)</a>",
        value: link.clicks)
    }
    let age = timestamp.secondsSinceEpoch - answer.time.secondsSinceEpoch
    let note: Markup =
      age < 60 ? "" : "<p class=\"soft\">\(t(.asOf)) \(time(answer.time))</p>"
    return barCard(t(.topLinks), rows, nameColumn: t(.link), note: note)
  }

  private func topAnswer(_ scope: ChartScope) throws(Problem) -> TopLinks.Answer {
    let key = PageQuery.text(scope.period.items + [("host", scope.host?.description)])
    let shelf = pages.memory.topLinks
    if let known = shelf.known(key, at: now.steadySeconds) { return known }
    let start = Clock.monotonic()
    let links = try asked { inquiry throws(InquiryError) in
      try inquiry.topLinks(
        host: scope.host, since: scope.period.since, until: scope.period.until,
        limit: Self.topLinkLimit)
    }
    let top = TopLinks.Answer(links: links, time: timestamp)
    let cost = Double(Clock.monotonic() - start) / 1_000_000_000
    shelf.keep(top, for: key, at: now.steadySeconds, cost: cost)
    return top
  }
}
