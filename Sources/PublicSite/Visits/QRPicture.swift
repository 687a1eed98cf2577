import Compression
import Cryptography
import HTTPCore
import QRCode
import SiteModel
import WebSyntax

/// A picture of a short URL: its text and its settings.
struct QRPicture: Hashable {
  let url: String
  let settings: QRCodeSettings
  /// Whether caches may keep it for long.
  let isLasting: Bool

  /// Nil when the URL does not fit into a code, or when memory is short.
  ///
  /// - Parameter security: for SVG, which browsers treat as a document.
  func draw(_ security: SecurityFields) -> Representation? {
    guard let code = QRCode(url),
      let bytes = settings.isPNG
        ? code.png(size: settings.size) : code.svg(size: settings.size, title: url),
      let digest = SHA256.digest(bytes)
    else { return nil }
    var fields = HTTPFields()
    if !settings.isPNG { security.append(to: &fields) }
    return Representation(
      contentType: settings.isPNG ? "image/png" : "image/svg+xml",
      cacheControl: "public, max-age=\(isLasting ? 3600 : 60)",
      entityTag: Hexadecimal.text(digest.prefix(12)), identity: bytes,
      gzip: settings.isPNG ? nil : Gzip.compress(bytes), fields: fields)
  }
}

/// The recently drawn pictures of one worker. Drawing a large one takes as long as a hundred
/// redirects, and made-up parameters bypass every cache in front.
final class QRPictureCache {
  private var pictures: [QRPicture: Representation] = [:]

  /// A few megabytes at most.
  private static let capacity = 256

  var count: Int { pictures.count }

  func picture(_ picture: QRPicture, _ security: SecurityFields) -> Representation? {
    if let drawn = pictures[picture] { return drawn }
    guard let drawn = picture.draw(security) else { return nil }
    if pictures.count >= Self.capacity { pictures.removeAll(keepingCapacity: true) }
    pictures[picture] = drawn
    return drawn
  }
}
