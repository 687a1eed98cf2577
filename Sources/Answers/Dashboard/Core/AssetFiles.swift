import CDocuments
import Compression
import Cryptography
import HTTPCore
import WebSyntax

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
