import LaunchRouting
import Links
import SiteModel

/// The server's answer to a browser, where the app does not open.
struct BrowserSteps {
  let facts: TapFacts
  /// Why the app does not open.
  let reason: String
  let launch: LaunchSteps

  func tell(_ record: inout TapRecord) -> TapCourse {
    switch facts.server.kind {
    case .redirect, .landing, .preview, .form, .explanation:
      return facts.decision.map { visit($0, &record) } ?? redirectByRoute(&record)
    case .page: return PageSteps(facts: facts, reason: reason).show(&record)
    case .qrCode: return .stays(.file, reason, "the QR code is shown")
    case .document, .file, .banner, .resolution:
      return .stays(.file, reason, "one of Keiro's own files is shown")
    case .missing: return facts.decision.map { visit($0, &record) } ?? miss(&record)
    case .gone:
      return facts.decision.map { visit($0, &record) }
        ?? refuse("the link has ended: 410", "410", as: .gone, &record)
    case .forbidden: return refuse("the link asks for a password: 403", "403", &record)
    case .refused: return refuse(refusal, "400", &record)
    case .unavailable: return refuse("the store does not answer: 503", "503", &record)
    case .notAllowed: return refuse("apps report launches here: 405", "405", &record)
    }
  }

  // MARK: - Refusals

  private func refuse(
    _ sentence: String, _ status: String, as kind: LinkExplanation.Staying.Kind = .missing,
    _ record: inout TapRecord
  ) -> TapCourse {
    record.step("server", sentence, [], .warning)
    return .stays(kind, reason, "it is refused as \(status)")
  }

  private var refusal: String {
    switch facts.place {
    case .unreadable: "the path is not valid: 400"
    case .refusedLongLink(let fault): fault.message + ": 400"
    default: "a parameter is missing or wrong: 400"
    }
  }

  private func miss(_ record: inout TapRecord) -> TapCourse {
    if case .excluded(let number, _) = facts.place, facts.server.location == nil {
      record.step(
        "server", "the route is an exclude: Keiro has no page for it, 404",
        ["\(facts.sitePath).routes[\(number)]"], .warning)
      return .stays(.missing, reason, "it is not found (404) unless another server has it")
    }
    if let location = facts.server.location {
      record.step(
        "server", "nothing is there: browsers are sent to '\(location)'",
        [facts.sitePath + ".notFound"], .warning)
      return .leads(to: location, by: .redirect)
    }
    record.step("server", "nothing is there: 404", [facts.sitePath], .warning)
    return .stays(.missing, reason, "it is not found (404)")
  }

  // MARK: - Links and routes

  /// A visit to a link, as the server decides it.
  private func visit(_ decision: Decision, _ record: inout TapRecord) -> TapCourse {
    let sentences = decision.reasons.map(\.sentence)
    record.step(
      "server", sentences.last ?? "the link decides", [facts.linkPath ?? facts.sitePath],
      details: Array(sentences.dropLast()))
    switch decision.outcome {
    case .redirect(let location, _) where location.hasPrefix("intent:"):
      return IntentSteps(facts: facts, launch: launch).follow(location, &record)
    case .redirect(let location, let status):
      record.step("redirect", "\(status.rawValue) to '\(location)'")
      return .leads(to: location, by: .redirect)
    case .landing(let page): return PageSteps(facts: facts, reason: reason).land(page, &record)
    case .passwordForm: return .stays(.form, reason, "a form asks for the link's password")
    case .explanation: return .stays(.file, reason, "a page explains the link")
    case .preview: return .stays(.page, reason, "a preview is shown")
    case .notFound:
      return facts.server.location.map { .leads(to: $0, by: .redirect) }
        ?? .stays(.missing, reason, "it is not found (404)")
    case .gone: return .stays(.gone, reason, "it is gone (410)")
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
    record.step("server", "browsers are sent to '\(location)'", [redirectPath])
    return .leads(to: location, by: .redirect)
  }
}
