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
    let example = JSONOutput.object([
      .init("url", .string(url)), .init("path", .string(path)),
      .init("conclusion", .string(conclusion)),
    ])
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
    let faults = causes.map { cause in
      JSONOutput.object([
        .init("fault", .string(cause.fault)), .init("count", .int(cause.count)),
        .init("examples", .array(cause.examples)),
      ])
    }
    let counts = warnings.map { warning in
      JSONOutput.object([
        .init("code", .string(warning.code)), .init("count", .int(warning.count)),
        .init("example", .string(warning.example)),
      ])
    }
    return .object([
      .init("checked", .int(count)), .init("atFault", .int(faultCount)),
      .init("faults", .array(faults)), .init("warnings", .array(gaps.map(\.output) + counts)),
      .init("states", .object(State.allCases.map { .init($0.rawValue, .int(states[$0] ?? 0)) })),
      .init("links", .array(links)),
    ])
  }
}

extension OpeningGap {
  fileprivate var output: JSONOutput {
    .object([
      .init("code", .string(kind.rawValue)), .init("count", .int(1)),
      .init("example", .string(example)), .init("path", .string(path)),
      .init("message", .string(message.english)),
    ])
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
