import AppAssociation

/// Whether the app opens: by the association file, its presence on the device, and the place of the
/// tap.
struct SourceSteps {
  let facts: TapFacts

  enum Passing {
    /// The app that this answer is about.
    case opens(AssociationAnswer)
    case stays(because: String)
  }

  func tell(_ record: inout TapRecord) -> Passing {
    let context = facts.context
    guard let answer = facts.answer, answer.opens else { return .stays(because: refusal) }
    guard context.installed.holds(answer.app.map { facts.apps[$0] }) else {
      record.step(
        "app", "\(answer.name) is not installed, so the link goes to the browser", ["R33"])
      return .stays(because: "\(answer.name) is not installed")
    }
    let passage = facts.source.passage(on: context.system)
    record.step("source", passage.sentence, passage.basis, passage.isCertain ? .fact : .note)
    if let note = passage.note { record.note(note) }
    guard passage.opens else { return .stays(because: passage.sentence) }
    if context.system.isApple {
      record.note(
        "the user may have chosen 'Open in Safari' for this host; a server cannot see that "
          + "(\(Reference.debugging))")
    }
    return .opens(answer)
  }

  /// Why the association file does not open the app.
  private var refusal: String {
    guard let answer = facts.answer else { return "the site serves no \(facts.fileName)" }
    if let obstacle = answer.explanation.obstacle { return obstacle }
    switch answer.explanation.verdict.decision {
    case .exclude:
      return "\(answer.explanation.verdict.rule ?? "a rule") keeps it in the browser"
    default: return "no rule of the association file covers it"
    }
  }
}
