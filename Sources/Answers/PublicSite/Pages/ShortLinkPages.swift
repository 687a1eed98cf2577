import HTTPCore
import Links
import Service
import WebSyntax

/// The parts shared by the pages of a site's short links; built once per site when the
/// configuration is compiled.
///
/// These pages are never cached: each depends on the visitor, on the time, or on a secret.
struct ShortLinkPages: Sendable {
  let frame: PageFrame
  // The policies of the pages; each allows only the contents of its page.
  private let wordsOnly: SecurityFields
  let withPicture: SecurityFields
  private let withForm: SecurityFields
  /// The policy of pages that offer to copy their link or to show a code.
  let takingAlong: SecurityFields

  static let pictures = "'self' https:"

  init(_ frame: PageFrame) {
    self.frame = frame
    wordsOnly = frame.security.setting("img-src", to: "'self'").setting(
      "form-action", to: "'none'")
    withPicture = wordsOnly.setting("img-src", to: Self.pictures)
    // Browsers also apply this directive to the redirect after a form, and a password may lead to
    // any destination. The target of the form itself is fixed in the page.
    withForm = wordsOnly.setting("form-action", to: "'self' https: http: intent:")
    takingAlong = wordsOnly.takingAlong
  }

  var words: PageWords { frame.words }

  func document(_ title: String) -> PageDocument {
    PageDocument(frame: frame, title: title)
  }

  /// - Parameters:
  ///   - policy: nil for a page of words alone.
  ///   - dependsOnAgent: whether other browsers get another answer at the same address.
  func response(
    _ page: PageDocument, status: HTTPStatus = .ok, policy: SecurityFields? = nil,
    dependsOnAgent: Bool = false, outcome: AnswerOutcome
  ) -> HTTPResponse {
    var fields = HTTPFields([
      "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
    ])
    if dependsOnAgent { fields.append("Vary", "User-Agent, Accept-Language") }
    (policy ?? wordsOnly).append(to: &fields)
    return HTTPResponse(
      status, fields: fields, body: page.html(), route: .shortLink, outcome: outcome)
  }
}

enum PasswordFormState: Equatable {
  case asked
  case wrong
  /// - Parameter retryAfter: the seconds to wait.
  case tooManyTries(retryAfter: Int)
  /// Too many other checks are in progress.
  ///
  /// - Parameter retryAfter: the seconds to wait.
  case busy(retryAfter: Int)
}

extension ShortLinkPages {
  /// A form that sends the field `password` back to its own address.
  ///
  /// - Parameter action: the path and query of the request.
  func passwordForm(_ state: PasswordFormState, action: String) -> HTTPResponse {
    let address = PageAddress(local: action)
    switch state {
    case .asked: return form(.ok, address, isWrong: false, outcome: .password)
    case .wrong: return form(.forbidden, address, isWrong: true, outcome: .passwordWrong)
    case .tooManyTries(let seconds):
      return later(.tooManyRequests, .tooManyTitle, .tooManyText, seconds, address)
    case .busy(let seconds):
      return later(.serviceUnavailable, .unavailableTitle, .busyText, seconds, address)
    }
  }

  private func form(
    _ status: HTTPStatus, _ action: PageAddress?, isWrong: Bool, outcome: AnswerOutcome
  ) -> HTTPResponse {
    var page = document(words(.passwordTitle))
    page.body = ["<p id=\"why\">\(HTMLText.escape(words(.passwordText)))</p>"]
    if isWrong {
      page.body.append(
        "<p class=\"wrong\" id=\"wrong\" role=\"alert\">\(HTMLText.escape(words(.passwordWrong)))</p>"
      )
    }
    // A form without an action goes to the page's own address, which is the fallback for an action
    // that is not a path on this host.
    let target = action.map { " action=\"\($0.html)\"" } ?? ""
    let described = isWrong ? "\"wrong\" aria-invalid=\"true\"" : "\"why\""
    page.body += [
      "<form method=\"post\"\(target)>",
      "<label for=\"password\">\(HTMLText.escape(words(.passwordLabel)))</label>",
      "<input id=\"password\" name=\"password\" type=\"password\" required autofocus "
        + "autocomplete=\"current-password\" aria-describedby=\(described)>",
      "<button class=\"button\">\(HTMLText.escape(words(.passwordSubmit)))</button>", "</form>",
    ]
    return response(page, status: status, policy: withForm, outcome: outcome)
  }

  private func later(
    _ status: HTTPStatus, _ title: PageWord, _ text: PageWord, _ seconds: Int,
    _ address: PageAddress?
  ) -> HTTPResponse {
    var page = document(words(title))
    page.body = ["<p>\(HTMLText.escape(words(text)))</p>"]
    if let address { page.body.append(address.link(words(.tryAgain))) }
    var answer = response(page, status: status, outcome: .passwordLimited)
    answer.fields.append("Retry-After", String(max(seconds, 1)))
    return answer
  }
}

extension ShortLinkPages {
  /// The page for services that show a preview of the link: its tags are for them, its words for
  /// people whose browser was mistaken for such a service.
  ///
  /// Sources: The Open Graph protocol; X Developer Platform, "Cards markup".
  func preview(_ link: ShortLink, destination: String, shortURL: String?) -> HTTPResponse {
    let card = SocialCard(link: link, siteTitle: frame.name, destination: destination)
    var page = document(card.title)
    page.isIndexed = true
    page.head = card.tags(shortURL: PageAddress(web: shortURL), siteTitle: frame.name)
    if let description = card.description {
      page.body.append("<p dir=\"auto\">\(HTMLText.escape(description))</p>")
    }
    if let address = PageAddress(web: destination) {
      page.body.append(address.link(words(.continueInBrowser)))
    }
    return response(page, dependsOnAgent: true, outcome: .preview)
  }
}

extension SocialCard {
  fileprivate func tags(shortURL: PageAddress?, siteTitle: String?) -> [String] {
    let image = PageAddress(web: image)
    var tags: [String] = []
    func add(_ kind: String, _ name: String, _ html: String?) {
      if let html { tags.append("<meta \(kind)=\"\(name)\" content=\"\(html)\">") }
    }
    let titleHTML = HTMLText.escape(title)
    let descriptionHTML = description.map(HTMLText.escape)
    add("name", "description", descriptionHTML)
    if let shortURL { tags.append("<link rel=\"canonical\" href=\"\(shortURL.html)\">") }
    add("property", "og:type", "website")
    add("property", "og:title", titleHTML)
    add("property", "og:url", shortURL?.html)
    add("property", "og:site_name", siteTitle.map(HTMLText.escape))
    add("property", "og:description", descriptionHTML)
    add("property", "og:image", image?.html)
    add("property", "og:image:alt", image.map { _ in titleHTML })
    add("name", "twitter:card", image == nil ? "summary" : "summary_large_image")
    add("name", "twitter:title", titleHTML)
    add("name", "twitter:description", descriptionHTML)
    add("name", "twitter:image", image?.html)
    return tags
  }
}
