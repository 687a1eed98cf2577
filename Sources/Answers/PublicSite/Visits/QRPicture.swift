import Cryptography
import HTTPCore
import Links
import QRCode
import Service
import SiteModel
import Synchronization
import WebSyntax

struct QRPicture {
  let url: String
  let settings: QRCodeSettings
  /// Whether it may be cached for long.
  let isLasting: Bool
  /// Whether search engines may list it.
  var isIndexed = true

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
    if !isIndexed { fields.appendNoIndex() }
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
  private struct CodeKey: Hashable {
    let url: String
    let correction: QRCode.Correction

    init(_ picture: QRPicture) {
      (url, correction) = (picture.url, picture.settings.correction)
    }
  }

  private struct DrawingKey: Hashable {
    let code: CodeKey
    let look: QRCodeLook
    let isLasting: Bool
    let isIndexed: Bool
    /// The pixels of a module's side; nil for a vector image.
    let scale: Int?
  }

  private enum Drawing {
    case image(Representation)
    case vector(QRCode.Vector)

    /// - Parameter size: the side length of a vector image in pixels.
    func shown(as picture: QRPicture, size: Int) -> Representation? {
      switch self {
      case .image(let image): image
      case .vector(let vector): picture.representation(vector.bytes(size: size))
      }
    }
  }

  private struct Drawings {
    var codes: [CodeKey: QRCode] = [:]
    var drawn: [DrawingKey: Drawing] = [:]
  }

  private let drawings = Mutex(Drawings())

  /// The number of codes and of drawings, which take a few megabytes at most.
  private static let capacity = 256

  var count: Int { drawings.withLock { $0.codes.count + $0.drawn.count } }

  /// The picture, if it does not have to be drawn.
  func find(_ picture: QRPicture) -> Representation? {
    guard let code = drawings.withLock({ $0.codes[CodeKey(picture)] }) else { return nil }
    let (size, look) = picture.settings.plan(width: code.width)
    let key = Self.key(picture, code, size, look)
    return drawings.withLock { $0.drawn[key] }?.shown(as: picture, size: size)
  }

  /// The picture, drawn if necessary; nil when the URL does not fit into a code or memory is short.
  func draw(_ picture: QRPicture) -> Representation? {
    if let found = find(picture) { return found }
    guard let code = code(of: picture) else { return nil }
    let (size, look) = picture.settings.plan(width: code.width)
    let key = Self.key(picture, code, size, look)
    let drawing: Drawing
    if let scale = key.scale {
      guard let bytes = code.png(scale: scale, look: look),
        let image = picture.representation(bytes)
      else { return nil }
      drawing = .image(image)
    } else {
      drawing = .vector(code.vector(title: picture.url, look: look))
    }
    drawings.withLock { drawings in
      if drawings.drawn.count >= Self.capacity { drawings.drawn.removeAll() }
      drawings.drawn[key] = drawing
    }
    return drawing.shown(as: picture, size: size)
  }

  private func code(of picture: QRPicture) -> QRCode? {
    let key = CodeKey(picture)
    if let known = drawings.withLock({ $0.codes[key] }) { return known }
    guard let code = QRCode(key.url, correction: key.correction) else { return nil }
    drawings.withLock { drawings in
      if drawings.codes.count >= Self.capacity { drawings.codes.removeAll() }
      drawings.codes[key] = code
    }
    return code
  }

  private static func key(
    _ picture: QRPicture, _ code: QRCode, _ size: Int, _ look: QRCodeLook
  ) -> DrawingKey {
    DrawingKey(
      code: CodeKey(picture), look: look, isLasting: picture.isLasting,
      isIndexed: picture.isIndexed,
      scale: picture.settings.isPNG ? code.scale(size: size, look: look) : nil)
  }
}

extension PublicVisit {
  /// The short URL as a QR code, as long as a visit would lead to a destination.
  func qrCode(
    _ link: ServedLink, _ form: QRCodeSettings.Form
  ) -> HTTPAnswer {
    let settings: QRCodeSettings
    do throws(QRCodeSettings.Fault) {
      settings = try QRCodeSettings(form, query: query ?? [])
    } catch {
      return .ready(Problem.parameter(error.name, error.message).response(from: .qrCode))
    }
    return knowingClicks(of: link.link, failure: storeFailure().routed(.qrCode)) { [self] clicks in
      qrCode(link, settings, clicks: clicks)
    }
  }

  private func qrCode(
    _ link: ServedLink, _ settings: QRCodeSettings, clicks: Int
  ) -> HTTPAnswer {
    switch link.codeOutcome(clicks: clicks, now: timestamp) {
    case .notFound: return .ready(notices.missingFile.response(to: request).routed(.qrCode))
    case .gone: return .ready(notices.gone.response(to: request).routed(.qrCode))
    case .shown: break
    }
    let picture = QRPicture(
      url: shortURL(link), settings: settings, isLasting: link.link.isLasting,
      isIndexed: link.site.isIndexed,
      isCompressed: request.prefersGzip, contentSecurityPolicy: security.contentSecurityPolicy)
    return drawn(picture)
  }

  /// The address of a page as a QR code, for phones to scan from a desktop's screen.
  func pageCode() -> HTTPAnswer {
    switch snapshot.pageCode(query: query, host: String(decoding: host, as: UTF8.self)) {
    case .address(let address):
      let picture = QRPicture(
        url: address, settings: QRCodeSettings(), isLasting: true,
        isCompressed: request.prefersGzip, contentSecurityPolicy: security.contentSecurityPolicy)
      return drawn(picture)
    case .missingParameter:
      return .ready(
        Problem(.badRequest, "missing-parameter", "url: expected the URL of a page")
          .response(from: .qrCode))
    case .nothing: return .ready(notices.missingFile.response(to: request).routed(.qrCode))
    }
  }

  /// Answers with a picture that has been drawn before, or queues it.
  private func drawn(_ picture: QRPicture) -> HTTPAnswer {
    if let drawn = pictures.find(picture) { return .ready(represented(drawn, .qrCode, .qr)) }
    if let wait = directory.guards.pictures.take(client, at: now) {
      return .ready(tooMany(wait: wait).routed(.qrCode))
    }
    return beside(directory.queues.pictures) { [self] in
      guard let drawn = pictures.draw(picture) else {
        return Problem(.internalServerError, "qr-code", "the code could not be drawn")
          .response(from: .qrCode)
      }
      return represented(drawn, .qrCode, .qr)
    }
  }
}

extension ShortLink {
  /// Whether the link ends only when changed, so that its pictures may be cached for long.
  fileprivate var isLasting: Bool { self.expires == nil && self.maxClicks == nil }
}
