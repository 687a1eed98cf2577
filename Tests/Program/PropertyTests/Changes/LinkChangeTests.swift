import JSONSyntax
import KeiroCommand
import LinkStorage
import Links
import ProgramSupport
import SQLiteStore
import SiteModel
import Testing

/// The same change of a link by command line, API, page and Firebase's call gives the same link, the
/// same problem and the same entry in the audit log.
@Suite struct LinkChangeTests {
  /// The number of changes made to one pair of stores.
  static let changesPerWorld = 50

  @Test func `the command line changes links as the API does`() throws {
    let counts = ChangeCounts(of: LinkChangeCase.Kind.allCases)
    try ChangeRounds.run(name: "changes of links", until: counts.hasBoth) { changes, benches in
      let change = changes.change()
      let isThere = try change.renamed.map(benches.api.isChangeable) ?? false
      let (command, api, both) = try benches.ask(
        change.arguments, change.method, change.target, change.body)
      let isDone = command.code == .done
      counts.note(change.kind, isDone: isDone)
      let isRandomlyDone = change.isRandom && isDone
      guard Self.outcome(command) == Self.outcome(api, change) || isRandomlyDone else {
        return "other outcomes: \(both)"
      }
      guard isDone || !isThere else { return "a fault of something else: \(both)" }
      return try Self.areAlike(benches, change, isDone: isDone) ? nil : "other stores: \(both)"
    }
    counts.expectBoth()
  }

  @Test func `pages change links as the API does`() throws {
    let counts = ChangeCounts(of: LinkChangeCase.Kind.allCases)
    try ChangeRounds.run(name: "links by page", until: counts.hasBoth) { changes, benches in
      let change = changes.pageChange()
      let shown = try benches.command.api("GET", change.target)
      let (page, api, both) = try benches.post(
        change.page, change.form(of: shown.root), change.method, change.target, change.body)
      let isDone = api.status < 300
      counts.note(change.kind, isDone: isDone)
      // The page of a deleted link says more than that there is none: it keeps the form.
      let isKept = api.status == 404 && page.html.contains("name=\"restores\"")
      guard page.status == (isDone ? 303 : api.status),
        isDone || isKept || api.details.allSatisfy(page.contains)
      else { return "other outcomes: \(both)" }
      return try Self.areAlike(benches, change, isDone: isDone) ? nil : "other stores: \(both)"
    }
    counts.expectBoth()
  }

  @Test func `Firebase's call makes links as the API does`() throws {
    try ChangeRounds.run(name: "links by Firebase's call") { changes, benches in
      let dice = changes.firebaseChange()
      let firebase = try benches.command.api("POST", "/v1/shortLinks", dice.firebase)
      let api = try benches.api.api("POST", "/v1/links", dice.api)
      return try benches.difference(Self.isSame(firebase, api), "\(firebase)\n\(api)")
    }
  }

  // MARK: - Outcomes

  private static func areAlike(
    _ benches: TwinBenches, _ change: LinkChangeCase, isDone: Bool
  ) throws -> Bool {
    guard try benches.areAlike(slugsAside: change.isRandom) else { return false }
    if change.isRandom, isDone { try benches.removeNewest() }
    return true
  }

  /// The document of a command, or the code and the faults of its refusal.
  private static func outcome(_ command: QuestionBench.CommandAnswer) -> String {
    guard let root = command.root, command.result.error == "" else {
      return "\(command.code) \(command.result.error)"
    }
    return "\(command.code) \(text(root.member("error") ?? root))"
  }

  private static func outcome(
    _ api: QuestionBench.APIAnswer, _ change: LinkChangeCase
  ) -> String {
    let root = api.root
    switch api.status {
    case 200, 201: return "done \(root.map(text) ?? "")"
    case 204:
      let names = change.target.split(separator: "/", maxSplits: 3).dropFirst(2)
      let members = zip(["host", "slug"], names).map { JSONOutput.Member($0, .string(String($1))) }
      return "done \(JSONOutput.object(members).compact)"
    default:
      let code = root?.member("type")?.string?.split(separator: ":").last.map(String.init) ?? ""
      let problem = JSONOutput.object([
        .init("code", .string(code)), .init("detail", .optional(root?.member("detail")?.string)),
        .init("errors", root?.member("errors").map { JSONOutput($0) } ?? .array([])),
      ])
      return "negative \(problem.compact)"
    }
  }

  private static func text(_ node: JSONNode) -> String { JSONOutput(node).compact }

  /// Google's form of a problem contains only its sentences.
  private static func isSame(
    _ firebase: QuestionBench.APIAnswer, _ api: QuestionBench.APIAnswer
  ) -> Bool {
    guard api.status >= 400 else { return firebase.status == 200 }
    let faults = (api.problem?.faults ?? []).map { "\($0.field): \($0.detail)" }
    let expected = faults.isEmpty ? api.problem?.detail : faults.joined(separator: "; ")
    let error = firebase.root?.member("error")
    return error?.member("message")?.string == expected
      && firebase.status == (api.status == 422 ? 400 : api.status)
  }
}

extension QuestionBench {
  /// Whether the store has the link and the configuration does not override it.
  fileprivate func isChangeable(_ key: LinkKey) throws -> Bool {
    try store.currentLink(at: key) != nil && snapshot.configuredLink(key) == nil
  }
}
