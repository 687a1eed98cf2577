import HTTPCore
import Service

/// The parts shared by the pages of a site's short links; built once per site when the
/// configuration is compiled.
///
/// These pages are never cached: each depends on the visitor, on the time, or on a secret.
struct ShortLinkPages: Sendable {
  let frame: PageFrame
  private let policies: Policies

  /// The policies of the pages; each allows only the contents of its page.
  private struct Policies: Sendable {
    let words: SecurityFields
    let picture: SecurityFields
    let form: SecurityFields
    /// The policy of pages that offer to copy their link or to show a code.
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
      // Browsers also apply this directive to the redirect after a form, and a password may lead to
      // any destination. The target of the form itself is fixed in the page.
      form: words.setting("form-action", to: "'self' https: http: intent:"),
      takingAlong: words.takingAlong)
  }

  var words: PageWords { frame.words }

  func document(_ title: String) -> PageDocument {
    PageDocument(frame: frame, title: title)
  }

  /// - Parameter dependsOnAgent: whether other browsers get another answer at the same address.
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
