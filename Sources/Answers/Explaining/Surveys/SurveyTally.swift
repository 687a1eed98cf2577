import JSONSyntax
import SiteModel

/// The results of a survey: sums, and the first examples of each fault.
struct SurveyTally: Sendable {
  private(set) var count = 0
  private(set) var faultCount = 0
  private let scope: ExplanationSurvey.Scope
  /// The URLs that fail the same expectation in the same way.
  private var causes: [(fault: String, end: String, count: Int, examples: [JSONOutput])] = []
  /// The number of URLs with the same warning, and the first of them.
  private var warnings: [(code: String, count: Int, example: String)] = []
  private var gaps: [OpeningGap] = []
  private var states: [State: Int] = [:]
  private var links: [JSONOutput] = []

  init(_ scope: ExplanationSurvey.Scope) { self.scope = scope }

  /// - Parameter row: what is listed about the link; nil where links are not listed.
  mutating func add(_ state: State, row: JSONOutput?) {
    count += 1
    states[state, default: 0] += 1
    if let row { links.append(row) }
  }

  mutating func add(warning code: String, at url: String) {
    guard scope != .fault else { return }
    if let known = warnings.firstIndex(where: { $0.code == code }) {
      warnings[known].count += 1
    } else {
      warnings.append((code, 1, url))
    }
  }

  mutating func add(_ gap: OpeningGap) {
    if scope != .fault { gaps.append(gap) }
  }

  /// - Parameters:
  ///   - end: the final result of the tap, in one word.
  ///   - path: the path of the link or route in the configuration, or `the store`.
  mutating func add(fault: String, end: String, url: String, path: String, conclusion: String) {
    faultCount += 1
    guard scope != .warning else { return }
    let example: JSONOutput = [
      "url": .string(url), "path": .string(path), "conclusion": .string(conclusion),
    ]
    guard let known = causes.firstIndex(where: { $0.fault == fault && $0.end == end }) else {
      causes.append((fault, end, 1, [example]))
      return
    }
    causes[known].count += 1
    // Faults alone are asked for in order to review each of them.
    guard causes[known].examples.count < (scope == .fault ? 1000 : 3) else { return }
    causes[known].examples.append(example)
  }

  var output: JSONOutput {
    let faults: [JSONOutput] = causes.map { cause in
      [
        "fault": .string(cause.fault), "count": .int(cause.count),
        "examples": .array(cause.examples),
      ]
    }
    let counts: [JSONOutput] = warnings.map { warning in
      [
        "code": .string(warning.code), "count": .int(warning.count),
        "example": .string(warning.example),
      ]
    }
    return [
      "checked": .int(count), "atFault": .int(faultCount), "faults": .array(faults),
      "warnings": .array(gaps.map(\.output) + counts),
      "states": .object(State.allCases.map { .init($0.rawValue, .int(states[$0] ?? 0)) }),
      "links": .array(links),
    ]
  }
}

extension OpeningGap {
  fileprivate var output: JSONOutput {
    [
      "code": .string(kind.rawValue), "count": .int(1), "example": .string(example),
      "path": .string(path), "message": .string(message.english),
    ]
  }
}

extension SurveyTally {
  enum State: String, CaseIterable {
    case opens, page, redirect, dead

    init(_ outcome: LinkExplanation.Outcome) {
      switch outcome {
      case .opens: self = .opens
      case .stays(let staying):
        switch staying.kind {
        case .page, .form: self = .page
        case .store, .site, .file: self = .redirect
        case .missing, .gone, .loop, .noLaunch: self = .dead
        }
      }
    }
  }
}
