import CDocuments
import Compression
import Cryptography
import HTTPCore
import Management
import Service
import WebSyntax

extension HTTPResponse {
  /// The fields of every page: no foreign scripts, no frames, no caching.
  static let pageFields: KeyValuePairs<String, String> = [
    "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
      + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
    // Our own pages see the address from which a form was sent; other sites see nothing.
    "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy":
      "camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self), "
      + "publickey-credentials-create=(self)",
  ]

  static func page(_ markup: Markup, _ status: HTTPStatus = .ok) -> HTTPResponse {
    HTTPResponse(
      status, fields: HTTPFields(pageFields), body: Array(markup.html.utf8), route: .dashboard,
      outcome: .page)
  }

  /// A file to keep, which is compressed as pages are.
  static func file(
    _ name: String, _ text: String = "", type: String = "text/csv; charset=utf-8; header=present"
  ) -> HTTPResponse {
    let fields = HTTPFields([
      "Content-Type": type, "Content-Disposition": "attachment; filename=\"\(name)\"",
      "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: Array(text.utf8), route: .dashboard, outcome: .page)
  }

  /// - Parameter address: a path of this server, percent-encoded.
  static func redirect(to address: String) -> HTTPResponse {
    var fields = HTTPFields(["Location": address, "Cache-Control": "no-store"])
    fields.append("Referrer-Policy", "same-origin")
    return HTTPResponse(.seeOther, fields: fields, route: .dashboard, outcome: .redirect)
  }

  /// The same response, which keeps a choice of the reader in a cookie.
  ///
  /// - Parameters:
  ///   - value: consists of characters allowed in a cookie.
  ///   - isForScripts: whether scripts may read it.
  func keeping(_ cookie: String, _ value: String, isForScripts: Bool = true) -> HTTPResponse {
    var answer = self
    let hidden = isForScripts ? "" : "HttpOnly; "
    answer.fields.append(
      "Set-Cookie", "\(cookie)=\(value); Path=/dashboard; Max-Age=31536000; \(hidden)SameSite=Lax")
    return answer
  }

  /// The same response, compressed when the client accepts that.
  func asPage(for request: HTTPRequest) -> HTTPResponse {
    guard isSourced || fields.first("Content-Type")?.starts(with: "text/".utf8) == true else {
      return self
    }
    return compressed(for: request.fields)
  }
}

/// The style sheet, the script and the icon, each under a constant name and with a digest in its
/// address, so that browsers may cache it forever.
struct AssetFiles: Sendable {
  private let representations: [String: Representation]
  private let tags: [String: String]

  /// Nil when libcrypto cannot compute a digest.
  init?() {
    var representations: [String: Representation] = [:]
    var tags: [String: String] = [:]
    for (name, type, document) in Self.all {
      let bytes = Array(UnsafeBufferPointer(start: document.bytes, count: Int(document.count)))
      guard let digest = SHA256.digest(bytes) else { return nil }
      let tag = Hexadecimal.text(digest.prefix(8))
      tags[name] = tag
      representations[name] = Representation(
        contentType: type, cacheControl: "public, max-age=31536000, immutable", entityTag: tag,
        identity: bytes, gzip: Gzip.compress(bytes), fields: Self.fields)
    }
    self.representations = representations
    self.tags = tags
  }

  private static let all: [(name: String, type: String, document: keiro_document)] = [
    ("style.css", "text/css; charset=utf-8", keiro_dashboard_style),
    ("script.js", "text/javascript; charset=utf-8", keiro_dashboard_script),
    ("icon.svg", "image/svg+xml", keiro_dashboard_icon),
  ]

  private static let fields = HTTPFields([
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  ])

  func address(_ name: String) -> String {
    "\(PageRequest.root)/\(name)?v=\(tags[name] ?? "")"
  }

  /// The response with a file; nil when there is no such file.
  func response(_ name: String, to request: HTTPRequest) -> HTTPResponse? {
    representations[name]?.response(to: request)
  }
}
