import AppAssociation
import JSONSyntax

/// Explains whether the app opens, given the association file, its presence on the device and the
/// source of the tap.
struct SourceSteps {
  let facts: TapFacts

  enum Passing {
    /// The answer about the app that opens.
    case opens(AssociationAnswer)
    case stays(because: Sentence)
  }

  func add(to record: inout TapRecord) -> Passing {
    let context = facts.context
    guard let answer = facts.answer, answer.opens else { return .stays(because: refusal) }
    guard context.installed.holds(answer.app.map { facts.apps[$0] }) else {
      record.step(
        .app,
        Sentence(
          "\(answer.name) is not installed, so the link goes to the browser",
          "「\(answer.name)」がインストールされていないため、リンクはブラウザで開きます"), ["R33"])
      return .stays(because: .notInstalled(answer.name))
    }
    let passage = facts.source.passage(on: context.system)
    record.step(.source, passage.sentence, passage.basis, passage.isCertain ? .fact : .note)
    if let note = passage.note { record.note(note) }
    guard passage.opens else { return .stays(because: passage.sentence) }
    if context.system.isApple {
      record.note(
        "the user may have chosen 'Open in Safari' for this host; a server cannot see that "
          + "(\(Reference.debugging))")
    }
    return .opens(answer)
  }

  /// The reason why the association file does not open the app.
  private var refusal: Sentence {
    guard let answer = facts.answer else {
      return Sentence(
        "the site serves no \(facts.fileName)", "サイトが \(facts.fileName) を公開していません")
    }
    if let obstacle = answer.explanation.obstacle { return Sentence(obstacle) }
    let verdict = answer.explanation.verdict
    guard verdict.decision == .exclude else {
      return Sentence(
        "no rule of the association file covers it", "関連付けファイルのどのルールにも合いません")
    }
    return Sentence(
      "\(verdict.rule ?? "a rule") keeps it in the browser",
      "\(verdict.rule ?? "ルール") がブラウザにとどめます")
  }
}

extension Sentence {
  /// - Parameter app: the app's name in the configuration or, failing that, in the file.
  static func notInstalled(_ app: String) -> Sentence {
    Sentence("\(app) is not installed", "「\(app)」がインストールされていません")
  }

  static let browserError = Sentence("the browser shows an error", "ブラウザにエラーが表示されます")
}
