import JSONSyntax
import LinkImport
import Links
import WebSyntax

struct ReplayReport {
  /// A request with different answers, or without an answer.
  private struct Row {
    let asked: ReplayTally.Request
    let url: String
    let old: OldAnswer
    let new: OldAnswer
    let isDifferent: Bool
  }

  private struct Sum {
    var requests = 0
    var visits = 0

    mutating func add(_ asked: ReplayTally.Request) {
      requests += 1
      visits += asked.visits
    }

    var text: String {
      "\(requests.counted("request")) of \(visits.counted("visit"))"
    }

    var json: JSONOutput {
      ["requests": .int(requests), "visits": .int(visits)]
    }
  }

  private var same = Sum()
  private var different = Sum()
  private var unanswered = Sum()
  private var rows: [Row] = []
  private let passed: [PassedLine: Int]
  /// The number of visits whose requests were left out because of the limit.
  var crowdedOut: Int

  private static let shownRows = 100

  init(_ tally: ReplayTally) {
    passed = tally.passed
    crowdedOut = tally.crowdedOut
  }

  var isClean: Bool { rows.isEmpty && same.requests > 0 }

  mutating func note(
    _ asked: ReplayTally.Request, old: OldAnswer, new: [OldAnswer], _ likeness: AnswerLikeness
  ) {
    guard let first = new.first else { return }
    let meaning = likeness.meaning(old)
    let meanings = new.map(likeness.meaning)
    let isAnswered = meaning != .unknown && !meanings.contains(.unknown)
    guard isAnswered else {
      unanswered.add(asked)
      return rows.append(Row(asked: asked, url: old.url, old: old, new: first, isDifferent: false))
    }
    guard !meanings.contains(meaning) else { return same.add(asked) }
    different.add(asked)
    rows.append(Row(asked: asked, url: old.url, old: old, new: first, isDifferent: true))
  }

  // MARK: - Printing

  var lines: [String] {
    var lines = ["the same: \(same.text)", "different: \(different.text)"]
    if unanswered.requests > 0 { lines.append("without an answer: \(unanswered.text)") }
    for row in rows.prefix(Self.shownRows) {
      let visits = row.asked.visits.counted("visit")
      let visitor = UserAgent(row.asked.visit.agent).kindName
      let heading = row.isDifferent ? "differs" : "no answer"
      lines.append("\(heading), \(visits): \(row.url) (\(visitor))")
      lines.append("  old: " + Self.text(row.old))
      lines.append("  new: " + Self.text(row.new))
    }
    if rows.count > Self.shownRows {
      lines.append("and \(rows.count - Self.shownRows) more, which --json lists")
    }
    for reason in PassedLine.allCases {
      guard let count = passed[reason] else { continue }
      lines.append("left out: \(count.counted("line")) \(reason.text)")
    }
    if crowdedOut > 0 {
      lines.append("left out: \(crowdedOut) visits of requests that were seldom made: see --limit")
    }
    lines.append(conclusion)
    return lines
  }

  private var conclusion: String {
    let visits = same.visits + different.visits
    if visits == 0 { return "nothing was compared" }
    if different.visits == 0 {
      return unanswered.requests == 0
        ? "every visitor gets the same from both" : "what was answered is the same from both"
    }
    let share = Double(different.visits) / Double(visits) * 1000
    let tenths = Int(share.rounded(.up))
    let percent = "\(tenths / 10).\(tenths % 10) %"
    return "\(different.visits) of \(visits) visits (\(percent)) would end elsewhere"
  }

  private static func text(_ answer: OldAnswer) -> String {
    if let failure = answer.failure { return failure }
    guard let location = answer.location else { return "\(answer.status)" }
    return "\(answer.status) \(PercentCoding.encodeUnsafe(location.utf8))"
  }

  var json: JSONOutput {
    [
      "same": same.json, "different": different.json, "unanswered": unanswered.json,
      "leftOut": .object(
        PassedLine.allCases.map { .init($0.rawValue, .int(passed[$0] ?? 0)) }
          + [.init("seldomVisits", .int(crowdedOut))]),
      "differences": .array(rows.map(Self.json)),
    ]
  }

  private static func json(_ row: Row) -> JSONOutput {
    [
      "url": .string(row.url), "visits": .int(row.asked.visits),
      "visitor": .string(UserAgent(row.asked.visit.agent).kindName),
      "agent": .string(row.asked.visit.agent), "answered": .bool(row.isDifferent),
      "old": json(row.old), "new": json(row.new),
    ]
  }

  private static func json(_ answer: OldAnswer) -> JSONOutput {
    [
      "status": answer.status == 0 ? .null : .int(answer.status),
      "location": .optional(answer.location), "failure": .optional(answer.failure),
    ]
  }
}

extension PassedLine {
  fileprivate var text: String {
    switch self {
    case .unreadable: "without a request"
    case .otherMethod: "with another method than GET and HEAD"
    case .ownFile: "about files that each service makes for itself, such as /robots.txt"
    }
  }
}
