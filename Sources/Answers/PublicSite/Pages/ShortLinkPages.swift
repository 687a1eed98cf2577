import HTTPCore
import Service

/// The parts that the pages of a site's short links share; built once for each site when the
/// configuration is compiled.
///
/// None of the pages is ever cached: each depends on the visitor, on the hour, or on a secret.
struct ShortLinkPages: Sendable {
  let frame: PageFrame
  private let policies: Policies

  /// The policies of the pages, each allowing only the contents of its page.
  private struct Policies: Sendable {
    let words: SecurityFields
    let picture: SecurityFields
    let form: SecurityFields
    /// For pages that offer to copy their link, and a code.
    let takingAlong: SecurityFields
  }

  /// The content of a page besides words.
  enum Content {
    case words, picture, form
    case takingAlong(hasPicture: Bool)
  }

  init(_ frame: PageFrame) {
    self.frame = frame
    let words = frame.security.setting("img-src", to: "'self'").setting("form-action", to: "'none'")
    policies = Policies(
      words: words, picture: words.setting("img-src", to: "'self' https:"),
      // Browsers apply this directive to the redirect after a form too, and a password may lead to
      // any destination. The target of the form itself is fixed in the page.
      form: words.setting("form-action", to: "'self' https: http: intent:"),
      takingAlong: words.takingAlong)
  }

  var strings: PageStrings { frame.strings }

  func document(_ title: String) -> PageDocument {
    PageDocument(frame: frame, title: title)
  }

  /// - Parameter dependsOnAgent: whether another browser gets another answer at the same address.
  func response(
    _ page: PageDocument, status: HTTPStatus = .ok, content: Content = .words,
    dependsOnAgent: Bool = false, outcome: AnswerOutcome
  ) -> HTTPResponse {
    var fields = HTTPFields([
      "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
    ])
    if dependsOnAgent { fields.append("Vary", "User-Agent, Accept-Language") }
    switch content {
    case .words: policies.words.append(to: &fields)
    case .picture: policies.picture.append(to: &fields)
    case .form: policies.form.append(to: &fields)
    case .takingAlong(hasPicture: false): policies.takingAlong.append(to: &fields)
    case .takingAlong(hasPicture: true):
      policies.takingAlong.setting("img-src", to: "'self' https:").append(to: &fields)
    }
    return HTTPResponse(
      status, fields: fields, body: page.html(), route: .shortLink,
      outcome: outcome)
  }
}
