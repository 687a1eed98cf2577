import AppAssociation
import JSONSyntax

/// Explains which rule of the association file decides, and why.
struct AssociationSteps {
  let facts: TapFacts

  func add(to record: inout TapRecord) {
    let file = facts.fileName
    guard let answer = facts.answer else {
      record.step(
        .association,
        Sentence(
          "\(facts.sitePath) serves no \(file), so no app can open the link",
          "\(facts.sitePath) は \(file) を公開していないため、アプリは開きません"), [facts.filePath])
      return
    }
    let explanation = answer.explanation
    (explanation.doubts.map(\.message) + explanation.remarks).forEach { record.note($0) }
    if let obstacle = explanation.obstacle {
      record.step(
        .association,
        Sentence(
          "\(file) does not open \(answer.name): \(obstacle)",
          "\(file) では「\(answer.name)」は開きません。\(obstacle.japanese)"), basis(nil, "R1", "R2"))
      return
    }
    switch explanation.verdict.decision {
    case .match:
      record.step(
        .association,
        Sentence(
          "\(file) opens it in \(answer.name)", "\(file) により「\(answer.name)」で開きます"),
        basis(explanation.verdict.rule, "R3"), details: parts(explanation.deciding))
    case .exclude:
      record.step(
        .association,
        Sentence(
          "\(file) keeps it in the browser: the first rule that matches is an exclude",
          "\(file) によりブラウザで開きます。最初に合うルールが除外（exclude）です"),
        basis(explanation.verdict.rule, "R4"), details: parts(explanation.deciding))
    case .noMatch:
      let closest = explanation.closest
      record.step(
        .association,
        Sentence(
          "no rule of \(file) matches it" + (closest.map { "; the closest is \($0.rule)" } ?? ""),
          "\(file) のどのルールにも合いません" + (closest.map { "（最も近いのは \($0.rule)）" } ?? "")),
        basis(nil, "R5"),
        details: parts(explanation.closest))
    }
  }

  /// Returns the deciding rule and its justification: the numbers of Apple's rules, or Google's
  /// page.
  private func basis(_ rule: String?, _ numbers: String...) -> [String] {
    (rule.map { [$0] } ?? []) + (facts.context.system.isApple ? numbers : [Reference.appLinks])
  }

  /// Returns the parts of a rule and the result of each.
  private func parts(_ trace: RuleTrace?) -> [Sentence] {
    (trace?.parts ?? []).map { part in
      let pattern = (part.name.map { $0 + "=" } ?? "") + "'\(part.pattern)'"
      let result = part.failure.map { "✗ \($0)" } ?? "✓ '\(part.text)'"
      return Sentence(english: "\(part.key)  \(pattern)  \(result)")
    }
  }
}
