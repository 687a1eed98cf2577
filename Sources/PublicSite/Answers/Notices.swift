import Compression
import HTTPCore
import Service
import WebSyntax

/// The prepared refusals of a site.
final class Notices: Sendable {
  let notFound: Notice
  let gone: Notice
  let badRequest: Notice
  /// A long link to a destination outside the site's allowed hosts.
  let foreignLink: Notice
  let unavailable: Notice
  /// Others ask for more than can be made at once.
  let busy: Notice
  let tooMany: Notice

  init(language: String, siteTitle: String?, security: SecurityFields) {
    let strings = PageStrings.strings(for: language)
    func notice(_ status: HTTPStatus, _ type: String, _ title: String, _ text: String) -> Notice {
      let page = NoticePage(language: language, siteTitle: siteTitle, title: title, text: text)
      return Notice(status: status, type: type, page: page, security: security)
    }
    notFound = notice(.notFound, "not-found", strings.notFoundTitle, strings.notFoundText)
    gone = notice(.gone, "gone", strings.goneTitle, strings.goneText)
    badRequest = notice(
      .badRequest, "unreadable-address", strings.badRequestTitle, strings.badRequestText)
    foreignLink = notice(
      .badRequest, "invalid-dynamic-link", strings.foreignLinkTitle, strings.foreignLinkText)
    unavailable = notice(
      .serviceUnavailable, "store-unavailable", strings.unavailableTitle, strings.unavailableText)
    busy = notice(.serviceUnavailable, "busy", strings.unavailableTitle, strings.busyText)
    tooMany = notice(
      .tooManyRequests, "too-many-requests", strings.tooManyTitle, strings.tooManyText)
  }
}

/// A refusal as a page for people and as a problem (RFC 9457) for programs.
final class Notice: Sendable {
  private let page: HTTPResponse
  private let compressedPage: HTTPResponse
  private let problem: HTTPResponse

  init(status: HTTPStatus, type: String, page: NoticePage, security: SecurityFields) {
    var fields = HTTPFields([
      "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
    ])
    security.append(to: &fields)
    let plain = HTTPResponse(status, fields: fields, body: page.html(), outcome: .refused)
    self.page = plain.varying.prepared()
    compressedPage = plain.varying.compressed.prepared()
    problem = Problem(status, type, page.text).response().varying.prepared()
  }

  func response(to request: HTTPRequest) -> HTTPResponse {
    if request.wantsProblem { return problem }
    return request.prefersGzip ? compressedPage : page
  }
}

extension HTTPResponse {
  /// With the fields of a request that choose between page and problem.
  fileprivate var varying: HTTPResponse {
    var answer = self
    answer.fields.append("Vary", "Accept, Accept-Encoding")
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

/// The fields that keep a page from being framed, sniffed or scripted, and from other pages' reach.
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
