import Cryptography
import HTTPCore
import QRCode
import WebSyntax

/// A picture of a short URL: what it shows, and how.
struct QRPicture: Hashable {
  let url: String
  private(set) var size = 300
  private(set) var isPNG = false
  /// Whether caches may keep it for long.
  let isLasting: Bool

  struct Fault: Error {
    let message: String
  }

  private static let sizes = 64...1024

  /// Parameters that are not known change nothing.
  init(url: String, query: ArraySlice<UInt8>, isLasting: Bool) throws(Fault) {
    self.url = url
    self.isLasting = isLasting
    for item in HTTPQuery(query) {
      let value = item.value.map { String(decoding: $0, as: UTF8.self) } ?? ""
      switch String(decoding: item.name, as: UTF8.self) {
      case "size":
        guard let size = Int(value), Self.sizes.contains(size) else {
          throw Fault(
            message: "size: '\(value)' is no size: expected a number of pixels from "
              + "\(Self.sizes.lowerBound) to \(Self.sizes.upperBound)")
        }
        self.size = size
      case "format":
        guard ["svg", "png"].contains(value) else {
          throw Fault(message: "format: '\(value)' is no format: expected svg or png")
        }
        isPNG = value == "png"
      default: break
      }
    }
  }

  /// Nil when the URL does not fit into a code, or for want of memory.
  func draw() -> Representation? {
    guard let code = QRCode(url),
      let bytes = isPNG ? code.png(size: size) : code.svg(size: size, title: url),
      let digest = SHA256.digest(bytes)
    else { return nil }
    return Representation(
      contentType: isPNG ? "image/png" : "image/svg+xml",
      cacheControl: "public, max-age=\(isLasting ? 3600 : 60)",
      entityTag: Hexadecimal.text(digest.prefix(12)),
      identity: bytes, gzip: nil)
  }
}

/// The pictures that one worker has drawn lately. Drawing a large one takes as long as a hundred
/// redirects, and made-up parameters get past every cache in front.
final class QRPictureCache {
  private var pictures: [QRPicture: Representation] = [:]

  /// Some megabytes at most.
  private static let capacity = 256

  var count: Int { pictures.count }

  func picture(_ settings: QRPicture) -> Representation? {
    if let picture = pictures[settings] { return picture }
    guard let picture = settings.draw() else { return nil }
    if pictures.count >= Self.capacity { pictures.removeAll(keepingCapacity: true) }
    pictures[settings] = picture
    return picture
  }
}
