import Cryptography
import HTTPCore
import QRCode
import SiteModel
import Synchronization
import WebSyntax

/// A picture of a short URL: its text and its settings.
struct QRPicture {
  let url: String
  let settings: QRCodeSettings
  /// Whether it may be cached for long.
  let isLasting: Bool

  let isCompressed: Bool
  /// The policy of vector images, which browsers treat as documents.
  let contentSecurityPolicy: String

  /// The picture as an answer that pages of other sites may embed.
  fileprivate func representation(_ bytes: [UInt8]) -> Representation? {
    guard let digest = SHA256.digest(bytes) else { return nil }
    var fields = HTTPFields()
    if !settings.isPNG {
      fields.append("Content-Security-Policy", contentSecurityPolicy)
      fields.append("Referrer-Policy", "no-referrer")
    }
    fields.append("Cross-Origin-Resource-Policy", "cross-origin")
    return Representation(
      contentType: settings.isPNG ? "image/png" : "image/svg+xml",
      cacheControl: "public, max-age=\(isLasting ? 3600 : 60)",
      entityTag: Hexadecimal.text(digest.prefix(12)), identity: bytes,
      gzip: isCompressed && !settings.isPNG ? CompressedBody.compress(bytes) : nil,
      varies: !settings.isPNG, fields: fields)
  }
}

/// The recently drawn pictures, for all workers.
///
/// Drawing a large one takes as long as a hundred redirects, and made-up parameters bypass all
/// upstream caches. An image depends on the whole number of pixels per module, and a vector image
/// only states its size: requests for a thousand sizes cause few drawings.
final class QRPictureCache: Sendable {
  private struct Key: Hashable {
    let url: String
    let isLasting: Bool
    /// The pixels of a module's side.
    let scale: Int
  }

  private struct Drawings {
    var codes: [String: (code: QRCode, vector: QRCode.Vector)] = [:]
    var images: [Key: Representation] = [:]
  }

  private let drawings = Mutex(Drawings())

  /// The number of codes and of images, which take a few megabytes at most.
  private static let capacity = 256

  var count: Int { drawings.withLock { $0.codes.count + $0.images.count } }

  /// The picture, if it does not have to be drawn.
  func find(_ picture: QRPicture) -> Representation? {
    drawings.withLock { drawings in
      guard let (code, vector) = drawings.codes[picture.url] else { return nil }
      guard picture.settings.isPNG else { return Self.vector(vector, picture) }
      return drawings.images[Self.key(picture, code)]
    }
  }

  /// The picture, drawn if necessary; nil when the URL does not fit into a code or memory is short.
  func draw(_ picture: QRPicture) -> Representation? {
    if let found = find(picture) { return found }
    guard let (code, vector) = drawing(of: picture.url) else { return nil }
    guard picture.settings.isPNG else { return Self.vector(vector, picture) }
    let key = Self.key(picture, code)
    guard let bytes = code.png(scale: key.scale),
      let image = picture.representation(bytes)
    else { return nil }
    drawings.withLock { drawings in
      if drawings.images.count >= Self.capacity { drawings.images.removeAll() }
      drawings.images[key] = image
    }
    return image
  }

  private func drawing(of url: String) -> (code: QRCode, vector: QRCode.Vector)? {
    if let known = drawings.withLock({ $0.codes[url] }) { return known }
    guard let code = QRCode(url) else { return nil }
    let vector = code.vector(title: url)
    drawings.withLock { drawings in
      if drawings.codes.count >= Self.capacity { drawings.codes.removeAll() }
      drawings.codes[url] = (code, vector)
    }
    return (code, vector)
  }

  private static func key(_ picture: QRPicture, _ code: QRCode) -> Key {
    Key(
      url: picture.url, isLasting: picture.isLasting,
      scale: code.scale(size: picture.settings.size))
  }

  private static func vector(_ vector: QRCode.Vector, _ picture: QRPicture) -> Representation? {
    picture.representation(vector.bytes(size: picture.settings.size))
  }
}
