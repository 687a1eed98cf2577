package import HTTPCore

/// The kind of an answer for metrics and the access log: the kind of route, and the outcome. An
/// answer carries it as a numeric code, since HTTP itself has no use for it.
package struct AnswerNote: Equatable, Sendable {
  /// The kind of route that answered.
  package var route: RouteLabel
  package var outcome: AnswerOutcome

  package init(_ route: RouteLabel, _ outcome: AnswerOutcome) {
    self.route = route
    self.outcome = outcome
  }

  init(code: UInt16) {
    route = RouteLabel(rawValue: UInt8(truncatingIfNeeded: code >> 8)) ?? .none
    outcome = AnswerOutcome(rawValue: UInt8(truncatingIfNeeded: code)) ?? .none
  }

  var code: UInt16 { UInt16(route.rawValue) << 8 | UInt16(outcome.rawValue) }

  /// The raw value of the route in a code.
  static func route(ofCode code: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: code >> 8) }
}

/// The outcome, as named in the access log.
package enum AnswerOutcome: UInt8, CaseIterable, Sendable {
  case none, options, refused, malformed, management, api
  case document, file, page, web, banner, resolved, launches, qr, pixel
  case redirect, landing, preview, explanation, password, passwordWrong, passwordLimited

  /// The name in metrics and logs; empty for none.
  package var name: StaticString {
    switch self {
    case .none: ""
    case .options: "options"
    case .refused: "refused"
    case .malformed: "malformed"
    case .management: "management"
    case .api: "api"
    case .document: "document"
    case .file: "file"
    case .page: "page"
    case .web: "web"
    case .banner: "banner"
    case .resolved: "resolved"
    case .launches: "launches"
    case .qr: "qr"
    case .pixel: "pixel"
    case .redirect: "redirect"
    case .landing: "landing"
    case .preview: "preview"
    case .explanation: "explanation"
    case .password: "password"
    case .passwordWrong: "password-wrong"
    case .passwordLimited: "password-limited"
    }
  }
}

extension HTTPResponse {
  package init(
    _ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
    route: RouteLabel = .none, outcome: AnswerOutcome, closesConnection: Bool = false
  ) {
    self.init(
      status, fields: fields, body: body, note: AnswerNote(route, outcome).code,
      closesConnection: closesConnection)
  }

  /// The note of the response, kept as a numeric code.
  package var answerNote: AnswerNote {
    get { AnswerNote(code: note) }
    set { note = newValue.code }
  }

  /// Returns the same answer, attributed to another kind of route.
  package consuming func routed(_ route: RouteLabel) -> HTTPResponse {
    answerNote.route = route
    return self
  }

  /// Returns the same answer with a note.
  package consuming func noted(_ route: RouteLabel, _ outcome: AnswerOutcome) -> HTTPResponse {
    note = AnswerNote(route, outcome).code
    return self
  }
}
