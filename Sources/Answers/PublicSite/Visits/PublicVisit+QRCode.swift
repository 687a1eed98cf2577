import HTTPCore
import Links
import Service
import SiteModel
import WebSyntax

extension PublicVisit {
  /// The short URL as a QR code, as long as a visit would lead to a destination.
  func qrCode(
    _ link: ServedLink, _ form: QRCodeSettings.Form, client: IPAddress?
  ) -> HTTPAnswer {
    let settings: QRCodeSettings
    do throws(QRCodeSettings.Fault) {
      settings = try QRCodeSettings(form, query: query ?? [])
    } catch {
      return .ready(Problem.parameter(error.name, error.message).response(from: .qrCode))
    }
    return knowingClicks(of: link.link, failure: storeFailure().routed(.qrCode)) { [self] clicks in
      qrCode(link, settings, clicks: clicks, client: client)
    }
  }

  private func qrCode(
    _ link: ServedLink, _ settings: QRCodeSettings, clicks: Int, client: IPAddress?
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
    return drawn(picture, client: client)
  }

  /// The address of a page as a QR code, for phones to scan from a desktop's screen.
  func pageCode(client: IPAddress?) -> HTTPAnswer {
    switch snapshot.pageCode(query: query, host: String(decoding: host, as: UTF8.self)) {
    case .address(let address):
      let picture = QRPicture(
        url: address, settings: QRCodeSettings(), isLasting: true,
        isCompressed: request.prefersGzip, contentSecurityPolicy: security.contentSecurityPolicy)
      return drawn(picture, client: client)
    case .missingParameter:
      return .ready(
        Problem(.badRequest, "missing-parameter", "url: expected the URL of a page")
          .response(from: .qrCode))
    case .nothing: return .ready(notices.missingFile.response(to: request).routed(.qrCode))
    }
  }

  /// Answers with a picture that has been drawn before, or queues it.
  private func drawn(_ picture: QRPicture, client: IPAddress?) -> HTTPAnswer {
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
