import AppAssociation
import JSONSyntax
import SiteModel

/// Explains which rule of the association file decides, and why.
struct AssociationSteps {
  let facts: TapFacts

  func add(to record: inout TapRecord) {
    let file = facts.fileName
    guard let answer = facts.answer else {
      record.step(
        .association, "\(facts.sitePath) serves no \(file), so no app can open the link",
        [facts.filePath])
      return
    }
    let explanation = answer.explanation
    (explanation.doubts.map(\.message) + explanation.remarks).forEach { record.note($0) }
    if let obstacle = explanation.obstacle {
      record.step(
        .association, "\(file) does not open \(facts.name(answer)): \(obstacle)",
        basis(nil, "R1", "R2"))
      return
    }
    switch explanation.verdict.decision {
    case .match:
      record.step(
        .association,
        Sentence(
          "\(file) opens it in \(facts.name(answer))", "\(file) により「\(facts.name(answer))」で開きます"),
        basis(explanation.verdict.rule, "R3"), details: parts(explanation.deciding))
    case .exclude:
      record.step(
        .association, "\(file) keeps it in the browser: the first rule that matches is an exclude",
        basis(explanation.verdict.rule, "R4"),
        details: parts(explanation.deciding))
    case .noMatch:
      let closest = explanation.closest
      record.step(
        .association,
        closest.map { "no rule of \(file) matches it; the closest is \($0.rule)" }
          ?? "no rule of \(file) matches it", basis(nil, "R5"),
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

/// Explains whether the app opens, given the association file, its presence on the device and the
/// source of the tap.
struct SourceSteps {
  let facts: TapFacts

  enum Passing {
    case opens(AssociationAnswer)
    case stays(because: Sentence)
  }

  func add(to record: inout TapRecord) -> Passing {
    let context = facts.context
    guard let answer = facts.answer, answer.opens else { return .stays(because: refusal) }
    guard context.installed.holds(answer.app.map { facts.apps[$0] }) else {
      if facts.source == .appClip { tellAppClip(answer, &record) }
      record.step(
        .app, "\(facts.name(answer)) is not installed, so the link goes to the browser", ["R33"])
      return .stays(because: .notInstalled(facts.name(answer)))
    }
    if let refusal = facts.continuationRefusal {
      record.step(.source, refusal, [facts.filePath, Reference.handoff])
      return .stays(because: refusal)
    }
    let passage = facts.source.passage(on: context.system)
    record.step(.source, passage.sentence, passage.basis, passage.isCertain ? .fact : .note)
    if let note = passage.note { record.note(note) }
    guard passage.opens else { return .stays(because: passage.sentence) }
    if let chosen = ChoiceSteps(facts: facts).add(to: &record) { return .stays(because: chosen) }
    return .opens(answer)
  }

  /// Names the App Clips that the system may offer in place of an app that is absent.
  private func tellAppClip(_ answer: AssociationAnswer, _ record: inout TapRecord) {
    let clips = answer.app.flatMap { facts.apps[$0].apple?.appClipIDs } ?? []
    guard !clips.isEmpty, facts.source.passage(on: facts.context.system).opens else { return }
    record.note(
      "without the app the system offers its App Clip "
        + "'\(clips.map(\.description).joined(separator: "', '"))', if App Store Connect has an "
        + "experience for this URL, which Keiro cannot see (\(Reference.appClips))")
  }

  /// The reason why the association file does not open the app.
  private var refusal: Sentence {
    guard let answer = facts.answer else {
      return "the site serves no \(facts.fileName)"
    }
    if let obstacle = answer.explanation.obstacle { return Sentence(obstacle) }
    let verdict = answer.explanation.verdict
    guard verdict.decision == .exclude else {
      return "no rule of the association file covers it"
    }
    return Sentence(
      "\(verdict.rule ?? "a rule") keeps it in the browser", "\(verdict.rule ?? "ルール") がブラウザにとどめます")
  }
}

extension Sentence {
  /// - Parameter app: the app's name in the configuration or, failing that, in the file.
  static func notInstalled(_ app: String) -> Sentence {
    "\(app) is not installed"
  }

  static let browserError: Sentence = "the browser shows an error"
}

/// Explains whether an app or its successor opens a link, and what users of the old app see.
struct SuccessionSteps {
  let facts: TapFacts

  func add(to record: inout TapRecord) {
    guard let answer = facts.answer, answer.opens, let app = answer.app else { return }
    let line = AppSuccession(of: facts.apps).line(of: app)
    guard line.count > 1 else { return }
    let (new, old) = (name(line[0]), name(line[1]))
    let basis = ["apps.\(facts.apps[line[1]].key).successor"]
    let offer: Sentence = "pages, banners and stores offer \(new)"
    switch facts.context.installed {
    case .both:
      record.step(
        .succession, "\(new) and \(old) are installed: \(choice(new)); \(offer)", basis + order)
      if !facts.context.system.isApple {
        record.note(
          "which of two verified apps Android opens is not documented: it may ask, or remember what "
            + "the user chose")
      }
    case .new:
      record.step(.succession, "only \(new) is installed: it opens the link of \(old)", basis)
    case .old:
      record.step(
        .succession,
        "only \(old) is installed: its users keep seeing the link there until they install "
          + "\(new); \(offer)",
        basis)
    case .none:
      record.step(.succession, "neither \(new) nor \(old) is installed: \(offer)", basis)
    }
  }

  private func choice(_ new: String) -> Sentence {
    facts.context.system.isApple
      ? "the entry of \(new) comes first in the file, so it opens the link"
      : "both are verified for the host, and \(new) is assumed here"
  }

  private var order: [String] { facts.context.system.isApple ? ["R6"] : [] }

  private func name(_ app: Int) -> String { facts.context.name(of: facts.apps[app]) }
}
