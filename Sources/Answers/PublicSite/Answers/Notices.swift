import Compression
import HTTPCore
import Links
import Service
import SiteModel
import WebSyntax

final class Notices: Sendable {
  /// The answer to an address without a page or link; a site may have its own.
  let notFound: Notice
  /// The answer to a missing file that a program expects.
  let missingFile: Notice
  let gone: Notice
  let badRequest: Notice
  /// A long link to a destination outside the site's allowed hosts.
  let foreignLink: Notice
  let unavailable: Notice
  let busy: Notice
  let tooMany: Notice

  init(_ frame: PageFrame, notFound answer: NotFoundAnswer? = nil) {
    let words = frame.words
    func notice(
      _ status: HTTPStatus, _ type: String, _ title: PageWord, _ text: PageWord
    ) -> Notice {
      let page = NoticePage(frame: frame, title: words(title), text: words(text))
      return Notice(status: status, type: type, page: page)
    }
    missingFile = notice(.notFound, "not-found", .notFoundTitle, .notFoundText)
    notFound = answer.map { Notice($0, text: words(.notFoundText)) } ?? missingFile
    gone = notice(.gone, "gone", .goneTitle, .goneText)
    badRequest = notice(.badRequest, "unreadable-address", .badRequestTitle, .badRequestText)
    foreignLink = notice(.badRequest, "invalid-dynamic-link", .foreignLinkTitle, .foreignLinkText)
    unavailable = notice(
      .serviceUnavailable, "store-unavailable", .unavailableTitle, .unavailableText)
    busy = notice(.serviceUnavailable, "busy", .unavailableTitle, .busyText)
    tooMany = notice(.tooManyRequests, "too-many-requests", .tooManyTitle, .tooManyText)
  }
}

/// A refusal as a page for people and as a problem (RFC 9457) for programs.
final class Notice: Sendable {
  private let problem: HTTPResponse
  /// Whether a phone is offered the store of its own system alone.
  private let dependsOnAgent: Bool
  private let make: @Sendable (PageVisitor) -> Page
  private let page = Lazy<Page>()
  private let applePage = Lazy<Page>()
  private let androidPage = Lazy<Page>()

  /// A page in both of its codings.
  private final class Page: Sendable {
    let plain: HTTPResponse
    let compressed: HTTPResponse

    init(_ answer: HTTPResponse, dependsOnAgent: Bool = false) {
      var answer = answer.varying
      if dependsOnAgent { answer.fields.vary(by: "User-Agent") }
      plain = answer.prepared()
      compressed = answer.compressed.prepared()
    }
  }

  init(status: HTTPStatus, type: String, page: NoticePage) {
    let dependsOnAgent = page.frame.stores.areAny
    self.dependsOnAgent = dependsOnAgent
    make = { visitor in
      let answer = HTTPResponse(
        status, fields: page.fields, body: page.html(for: visitor), outcome: .refused)
      return Page(answer, dependsOnAgent: dependsOnAgent)
    }
    problem = Problem(status, type, page.text).response().varying.prepared()
  }

  /// A site's own answer to an unknown address. Programs get the same problem as from other sites.
  init(_ answer: NotFoundAnswer, text: String) {
    var fields = HTTPFields(["Cache-Control": "no-store"])
    let own: HTTPResponse
    switch answer {
    case .redirect(let url):
      fields.append("Location", url)
      fields.append("X-Content-Type-Options", "nosniff")
      own = HTTPResponse(.found, fields: fields, outcome: .refused)
    case .page(let html):
      fields.append("Content-Type", "text/html; charset=utf-8")
      SecurityFields(contentSecurityPolicy: Self.ownPagePolicy).append(to: &fields)
      own = HTTPResponse(.notFound, fields: fields, body: html, outcome: .refused)
    }
    dependsOnAgent = false
    make = { _ in Page(own) }
    problem = Problem(.notFound, "not-found", text).response().varying.prepared()
  }

  /// Styles, pictures and fonts from anywhere, but no script.
  private static let ownPagePolicy =
    "default-src 'none'; style-src 'self' 'unsafe-inline' https:; img-src 'self' https: data:; "
    + "font-src 'self' https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// - Parameter agent: read only for a page that differs by it.
  func response(
    to request: HTTPRequest, from agent: @autoclosure () -> UserAgent
  ) -> HTTPResponse {
    if request.wantsProblem { return problem }
    let visitor = dependsOnAgent ? PageVisitor(agent()) : .unclear
    let shown = shown(to: visitor)
    return request.prefersGzip ? shown.compressed : shown.plain
  }

  /// The page, made when it is first asked for.
  private func shown(to visitor: PageVisitor) -> Page {
    switch visitor {
    case .apple: applePage.value { make(visitor) }
    case .android: androidPage.value { make(visitor) }
    default: page.value { make(visitor) }
    }
  }

  func response(to request: HTTPRequest) -> HTTPResponse {
    response(to: request, from: request.agent)
  }

  /// The answer to bytes that are no request, which also ends the connection.
  static func response(to failure: HTTPFailure, in frame: PageFrame) -> HTTPResponse {
    let (status, text) = (failure.status, failure.message)
    let page = NoticePage(
      frame: frame, title: "\(status.code) \(status.reasonPhrase)",
      text: text.prefix(1).uppercased() + text.dropFirst() + ".")
    var fields = page.fields
    switch status {
    case .serviceUnavailable, .tooManyRequests: fields.append("Retry-After", "1")
    default: break
    }
    return HTTPResponse(
      status, fields: fields, body: page.html(for: .unclear), route: .malformed,
      outcome: .malformed,
      closesConnection: true)
  }
}

extension HTTPResponse {
  /// The answer with the request fields that select page or problem in `Vary`.
  fileprivate var varying: HTTPResponse {
    var answer = self
    answer.fields.append("Vary", "Accept, Accept-Encoding, Accept-Language")
    return answer
  }

  fileprivate var compressed: HTTPResponse {
    guard let bytes = Gzip.compress(body), bytes.count < body.count else { return self }
    var answer = self
    answer.fields.append("Content-Encoding", "gzip")
    answer.body = bytes
    return answer
  }
}

extension HTTPRequest {
  /// The agent of the visitor, for answers that are rarely given.
  var agent: UserAgent { first("User-Agent").map { UserAgent($0.span) } ?? .absent }

  /// Whether the client prefers JSON to a page.
  var wantsProblem: Bool {
    guard let accept = first("Accept") else { return false }
    return accept.holds("json") && !accept.holds("text/html")
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes contain a lower-case text that begins with a letter, regardless of case.
  fileprivate func holds(_ text: StaticString) -> Bool {
    let bytes = span
    let count = text.utf8CodeUnitCount
    guard bytes.count >= count else { return false }
    // Most values do not even contain the first letter.
    let first = text.utf8Start.pointee
    guard ByteWords.hold(bytes, either: first, or: first & ~0x20) else { return false }
    for start in 0...(bytes.count &- count) where bytes[start] | 0x20 == first {
      if (0..<count).allSatisfy({ offset in
        ASCII.lowercased(bytes[start &+ offset]) == text.utf8Start[offset]
      }) {
        return true
      }
    }
    return false
  }
}

/// The fields that protect a page from framing, sniffing, scripts, and access by other pages.
struct SecurityFields: Sendable {
  let contentSecurityPolicy: String

  func append(to fields: inout HTTPFields) {
    fields.append("Content-Security-Policy", contentSecurityPolicy)
    fields.append("X-Content-Type-Options", "nosniff")
    fields.append("Referrer-Policy", "no-referrer")
    fields.append("Cross-Origin-Opener-Policy", "same-origin")
    fields.append("Cross-Origin-Resource-Policy", "same-origin")
    fields.append("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
  }
}
