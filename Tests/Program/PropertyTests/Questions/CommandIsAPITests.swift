import RandomCases
import JSONSyntax
import KeiroCommand
import Testing

/// Command line and API answer the same questions with the same document, or refuse both for the
/// same reason.
@Suite struct CommandIsAPITests {
  private static let questionsPerWorld = 40

  @Test func `the document of a command is the one of its call`() throws {
    var counts: [Question.Kind: Int] = [:]
    var left = CaseCount.questions
    var seed = CaseSeed.value
    var differences = 0
    while left > 0 {
      var worlds = RandomConfigurations(dice: Dice(seed: seed))
      let world = worlds.world()
      let bench = try QuestionBench(world)
      var questions = RandomQuestions(dice: worlds.dice) { try bench.write($0, to: $1) }
      for number in 0..<min(left, Self.questionsPerWorld) {
        let question = try questions.question()
        counts[question.kind, default: 0] += 1
        guard let difference = try Self.difference(question, bench) else { continue }
        Issue.record("KEIRO_SEED=\(seed), question \(number): \(difference)\n\(world.text)")
        differences += 1
        guard differences < 20 else { return }
      }
      left -= Self.questionsPerWorld
      seed &+= 1
    }
    let kinds = Question.Kind.allCases.map { "\($0.rawValue) \(counts[$0] ?? 0)" }
    print(
      "command line = API: \(CaseCount.questions) cases: \(kinds.joined(separator: ", "))")
  }

  /// The difference between the two answers; nil if there is none.
  private static func difference(
    _ question: Question, _ bench: QuestionBench
  ) throws -> String? {
    let command = bench.command(question.arguments)
    let api = try bench.api(question.method, question.target, question.body)
    let both = "\(command)\n\(api)"
    let (document, answer) = (command.root, api.root)
    guard command.code == .done || command.code == .negative, let document else {
      return [400, 404, 422].contains(api.status) ? nil : "one refuses: \(both)"
    }
    if document.object?.count == 1, let refusal = document.member("error") {
      guard [400, 404, 422].contains(api.status) else { return "one refuses: \(both)" }
      // A call whose body is not a launch is refused before its app is looked up.
      if question.kind == .launch, [400, 422].contains(api.status) { return nil }
      return Self.reasons(refusal) == answer.map(Self.reasons) ? nil : "other reasons: \(both)"
    }
    if question.kind == .launch, [400, 422].contains(api.status) {
      // If a file is not a document, or not an object, the command still shows what the app would
      // do.
      let problem = document.member("problems")?.array?.first?.string ?? ""
      let reason = problem.split(separator: ": ", maxSplits: 1).last ?? ""
      let isTold = !reason.isEmpty && api.details.contains { $0.contains(reason) }
      return question.body.isEmpty || isTold ? nil : "other reasons: \(both)"
    }
    // A call without a body has no file; an empty file has a finding.
    if question.kind == .validate, question.body.isEmpty, api.status == 400 { return nil }
    let isRefusedPayload = question.kind == .notification && command.code == .negative
    guard api.status == (isRefusedPayload ? 422 : 200), let answer else {
      return "one refuses: \(both)"
    }
    if question.kind == .list, let listed = document.member("links"),
      let page = answer.member("links"), Self.text(listed) == Self.text(page)
    {
      // The command reads all pages; here one page contains all links.
      return answer.member("next").map(Self.text) == "null" ? nil : "more pages: \(both)"
    }
    return Self.text(document) == Self.text(answer) ? nil : "other documents: \(both)"
  }

  /// What is wrong in each field, whose name is a file's with a command; the whole where no field is named.
  private static func reasons(_ refusal: JSONNode) -> [String?] {
    let faults = refusal.member("errors")?.array ?? []
    return (faults.isEmpty ? [refusal] : faults).map { $0.member("detail")?.string }
  }

  /// The document in one line, members in their order.
  private static func text(_ node: JSONNode) -> String { JSONOutput(node).compact }
}
