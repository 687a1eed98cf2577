import AppAssociation
import JSONSyntax
import Links
import SiteModel

extension TapFacts {
  /// Explains which rule of the association file decides, and why.
  func tellAssociation() {
    let file = fileName
    guard let answer else {
      record.step(
        .association, "\(sitePath) serves no \(file), so no app can open the link", [filePath])
      return
    }
    let explanation = answer.explanation
    (explanation.doubts.map(\.message) + explanation.remarks).forEach { record.note($0) }
    if let obstacle = explanation.obstacle {
      record.step(
        .association, "\(file) does not open \(name(answer)): \(obstacle)", basis(nil, "R1", "R2"))
      return
    }
    switch explanation.verdict.decision {
    case .match:
      record.step(
        .association,
        Sentence(
          "\(file) opens it in \(name(answer))", "\(file) により「\(name(answer))」で開きます"),
        basis(explanation.verdict.rule, "R3"), details: parts(explanation.deciding))
    case .exclude:
      record.step(
        .association, "\(file) keeps it in the browser: the first rule that matches is an exclude",
        basis(explanation.verdict.rule, "R4"), details: parts(explanation.deciding))
    case .noMatch:
      let closest = explanation.closest
      record.step(
        .association,
        closest.map { "no rule of \(file) matches it; the closest is \($0.rule)" }
          ?? "no rule of \(file) matches it", basis(nil, "R5"), details: parts(explanation.closest))
    }
  }

  /// Returns the deciding rule and its justification: the numbers of Apple's rules, or Google's
  /// page.
  private func basis(_ rule: String?, _ numbers: String...) -> [String] {
    (rule.map { [$0] } ?? []) + (context.system.isApple ? numbers : [Reference.appLinks])
  }

  private func parts(_ trace: RuleTrace?) -> [Sentence] {
    (trace?.parts ?? []).map { part in
      let pattern = (part.name.map { $0 + "=" } ?? "") + "'\(part.pattern)'"
      let result = part.failure.map { "✗ \($0)" } ?? "✓ '\(part.text)'"
      return Sentence(english: "\(part.key)  \(pattern)  \(result)")
    }
  }

  /// What a tap gets past the association file and its source.
  enum Passing<Opening> {
    case opens(Opening)
    case stays(because: Sentence)
  }

  /// Explains whether the app opens, given the association file, its presence on the device and the
  /// source of the tap.
  func passSource() -> Passing<AssociationAnswer> {
    guard let answer, answer.opens else { return .stays(because: refusal) }
    guard context.installed.holds(answer.app.map { apps[$0] }) else {
      if source == .appClip { tellAppClip(answer) }
      record.step(
        .app, "\(name(answer)) is not installed, so the link goes to the browser", ["R33"])
      return .stays(because: .notInstalled(name(answer)))
    }
    if let refusal = continuationRefusal {
      record.step(.source, refusal, [filePath, Reference.handoff])
      return .stays(because: refusal)
    }
    let passage = tellPassage()
    guard passage.opens else { return .stays(because: passage.sentence) }
    if let chosen = tellChoice() { return .stays(because: chosen) }
    return .opens(answer)
  }

  /// Explains what the source of the tap lets through.
  func tellPassage() -> SourcePassage {
    let passage = source.passage(on: context.system)
    record.step(.source, passage.sentence, passage.basis, passage.isCertain ? .fact : .note)
    if let note = passage.note { record.note(note) }
    return passage
  }

  /// Names the App Clips that the system may offer in place of an app that is absent.
  private func tellAppClip(_ answer: AssociationAnswer) {
    let clips = answer.app.flatMap { apps[$0].apple?.appClipIDs } ?? []
    guard !clips.isEmpty, source.passage(on: context.system).opens else { return }
    record.note(
      "without the app the system offers its App Clip "
        + "'\(clips.map(\.description).joined(separator: "', '"))', if App Store Connect has an "
        + "experience for this URL, which Keiro cannot see (\(Reference.appClips))")
  }

  /// The reason why the association file does not open the app.
  private var refusal: Sentence {
    guard let answer else { return "the site serves no \(fileName)" }
    if let obstacle = answer.explanation.obstacle { return Sentence(obstacle) }
    let verdict = answer.explanation.verdict
    guard verdict.decision == .exclude else { return "no rule of the association file covers it" }
    return Sentence(
      "\(verdict.rule ?? "a rule") keeps it in the browser", "\(verdict.rule ?? "ルール") がブラウザにとどめます")
  }

  /// Explains whether an app or its successor opens a link, and what users of the old app see.
  func tellSuccession() {
    guard let answer, answer.opens, let app = answer.app else { return }
    let line = AppSuccession(of: apps).line(of: app)
    guard line.count > 1 else { return }
    let (new, old) = (name(line[0]), name(line[1]))
    let basis = ["apps.\(apps[line[1]].key).successor"]
    let offer: Sentence = "pages, banners and stores offer \(new)"
    switch context.installed {
    case .both:
      record.step(
        .succession, "\(new) and \(old) are installed: \(choice(new)); \(offer)", basis + order)
      if !context.system.isApple {
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
          + "\(new); \(offer)", basis)
    case .none:
      record.step(.succession, "neither \(new) nor \(old) is installed: \(offer)", basis)
    }
  }

  private func choice(_ new: String) -> Sentence {
    context.system.isApple
      ? "the entry of \(new) comes first in the file, so it opens the link"
      : "both are verified for the host, and \(new) is assumed here"
  }

  private var order: [String] { context.system.isApple ? ["R6"] : [] }

  private func name(_ app: Int) -> String { context.name(of: apps[app]) }
}

extension Sentence {
  /// - Parameter app: the app's name in the configuration or, failing that, in the file.
  static func notInstalled(_ app: String) -> Sentence { "\(app) is not installed" }

  static let browserError: Sentence = "the browser shows an error"
}
