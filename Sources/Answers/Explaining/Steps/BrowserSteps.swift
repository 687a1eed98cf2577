import JSONSyntax
import LaunchRouting
import Links
import SiteModel

/// Explains the server's answer to a browser when the app does not open.
struct BrowserSteps {
  let facts: TapFacts
  /// The reason why the app does not open.
  let reason: Sentence
  let launch: LaunchSteps

  func add(to record: inout TapRecord) -> TapCourse {
    switch facts.server.kind {
    case .redirect, .landing, .preview, .form, .explanation:
      return facts.decision.map { visit($0, &record) } ?? redirectByRoute(&record)
    case .page: return PageSteps(facts: facts, reason: reason).show(&record)
    case .qrCode: return .stays(.file, reason, Sentence("the QR code is shown", "QR コードが表示されます"))
    case .document, .file, .banner, .resolution:
      return .stays(
        .file, reason, Sentence("one of Keiro's own files is shown", "Keiro のファイルが表示されます"))
    case .missing: return facts.decision.map { visit($0, &record) } ?? miss(&record)
    case .gone:
      return facts.decision.map { visit($0, &record) }
        ?? refuse(
          Sentence("the link has ended: 410", "リンクの公開は終わっています（410）"), "410", as: .gone, &record)
    case .forbidden:
      return refuse(
        Sentence("the link asks for a password: 403", "リンクにはパスワードが必要です（403）"), "403", &record)
    case .refused: return refuse(refusal, "400", &record)
    case .unavailable:
      return refuse(
        Sentence("the store does not answer: 503", "ストアが応答しません（503）"), "503", &record)
    case .notAllowed:
      return refuse(
        Sentence("apps report launches here: 405", "アプリが起動を報告するアドレスです（405）"), "405", &record)
    }
  }

  // MARK: - Refusals

  private func refuse(
    _ sentence: Sentence, _ status: String, as kind: LinkExplanation.Staying.Kind = .missing,
    _ record: inout TapRecord
  ) -> TapCourse {
    record.step(.server, sentence, [], .warning)
    return .stays(
      kind, reason, Sentence("the server refuses it with \(status)", "サーバーは \(status) で拒否します"))
  }

  private var refusal: Sentence {
    switch facts.place {
    case .unreadable: Sentence("the path is not valid: 400", "パスが正しくありません（400）")
    case .refusedLongLink(let fault):
      Sentence(fault.message + ": 400", "長いリンクとして受け付けられません（400）")
    default:
      Sentence("a parameter is missing or wrong: 400", "パラメータがないか、正しくありません（400）")
    }
  }

  private func miss(_ record: inout TapRecord) -> TapCourse {
    if case .excluded(let number, _) = facts.place, facts.server.location == nil {
      record.step(
        .server,
        Sentence(
          "the route is an exclude: Keiro has no page for it, 404",
          "このルートは除外（exclude）なので、Keiro にページがありません（404）"),
        ["\(facts.sitePath).routes[\(number)]"], .warning)
      return .stays(
        .missing, reason,
        Sentence(
          "it is not found (404) unless another server has it",
          "ほかのサーバーにない限り、見つかりません（404）"))
    }
    if let location = facts.server.location {
      record.step(
        .server,
        Sentence(
          "nothing is there: browsers are sent to '\(location)'",
          "何もないため、ブラウザは「\(location)」に案内されます"),
        [facts.sitePath + ".notFound"], .warning)
      return .leads(to: location, by: .redirect)
    }
    record.step(
      .server, Sentence("nothing is there: 404", "何もありません（404）"), [facts.sitePath], .warning)
    return .stays(.missing, reason, Self.notFound)
  }

  private static let notFound = Sentence("it is not found (404)", "見つかりません（404）")

  // MARK: - Links and routes

  /// Explains a visit to a link as the server decides it.
  private func visit(_ decision: Decision, _ record: inout TapRecord) -> TapCourse {
    record.step(
      .server,
      decision.reasons.last.map { Sentence($0) }
        ?? Sentence("the link decides", "リンクの設定で決まります"),
      [facts.linkPath ?? facts.sitePath],
      details: decision.reasons.dropLast().map { Sentence($0) })
    switch decision.outcome {
    case .redirect(let location, _) where location.hasPrefix("intent:"):
      return IntentSteps(facts: facts, launch: launch).follow(location, &record)
    case .redirect(let location, let status):
      record.step(
        .redirect,
        Sentence(
          "\(status.rawValue) to '\(location)'", "\(status.rawValue) で「\(location)」へ進みます"))
      return .leads(to: location, by: .redirect)
    case .landing(let page): return PageSteps(facts: facts, reason: reason).land(page, &record)
    case .passwordForm:
      return .stays(
        .form, reason,
        Sentence("a form asks for the link's password", "リンクのパスワードを求める画面が表示されます"))
    case .explanation:
      return .stays(
        .file, reason, Sentence("a page explains the link", "リンクを説明するページが表示されます"))
    case .preview:
      return .stays(.page, reason, Sentence("a preview is shown", "プレビューが表示されます"))
    case .notFound:
      return facts.server.location.map { .leads(to: $0, by: .redirect) }
        ?? .stays(.missing, reason, Self.notFound)
    case .gone:
      return .stays(.gone, reason, Sentence("it is gone (410)", "公開は終わっています（410）"))
    }
  }

  private var redirectPath: String {
    switch facts.place {
    case .root: facts.sitePath + ".root"
    case .changePassword: facts.sitePath + ".changePassword"
    case .respelled: facts.sitePath + ".routes"
    default: facts.pagePath + ".web"
    }
  }

  private func redirectByRoute(_ record: inout TapRecord) -> TapCourse {
    let location = facts.server.location ?? ""
    record.step(
      .server,
      Sentence("browsers are sent to '\(location)'", "ブラウザは「\(location)」に案内されます"),
      [redirectPath])
    return .leads(to: location, by: .redirect)
  }
}
