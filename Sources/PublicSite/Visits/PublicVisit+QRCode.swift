import HTTPCore
import Links
import Service
import SiteModel

extension PublicVisit {
  /// The short URL as a picture, as long as a visit would lead somewhere.
  func qrCode(_ link: ServedLink, _ pictures: QRPictureCache) -> HTTPResponse {
    let settings: QRCodeSettings
    do throws(QRCodeSettings.Fault) {
      settings = try QRCodeSettings(query: query ?? [])
    } catch {
      return Problem(.badRequest, "invalid-parameter", error.message).response(from: .qrCode)
    }
    guard let clicks = clicks(of: link.link) else { return storeFailure().routed(.qrCode) }
    switch link.codeOutcome(clicks: clicks, now: timestamp) {
    case .notFound: return notices.missingFile.response(to: request).routed(.qrCode)
    case .gone: return notices.gone.response(to: request).routed(.qrCode)
    case .shown: break
    }
    let picture = QRPicture(
      url: shortURL(link), settings: settings, isLasting: link.link.isLasting)
    guard let drawn = pictures.picture(picture) else {
      return Problem(.internalServerError, "qr-code", "the code could not be drawn")
        .response(from: .qrCode)
    }
    var answer = drawn.response(to: request).noted(.qrCode, .qr)
    if !settings.isPNG {
      answer.fields.append("Content-Security-Policy", security.contentSecurityPolicy)
      answer.fields.append("Referrer-Policy", "no-referrer")
    }
    return answer
  }

  /// The address of a page as a picture, for phones to scan from a desktop's screen.
  func pageCode(_ pictures: QRPictureCache) -> HTTPResponse {
    switch snapshot.pageCode(query: query, host: String(decoding: host, as: UTF8.self)) {
    case .address(let address):
      let picture = QRPicture(url: address, settings: QRCodeSettings(), isLasting: true)
      guard let drawn = pictures.picture(picture) else { break }
      var answer = drawn.response(to: request).noted(.qrCode, .qr)
      answer.fields.append("Content-Security-Policy", security.contentSecurityPolicy)
      answer.fields.append("Referrer-Policy", "no-referrer")
      return answer
    case .missingParameter:
      return Problem(.badRequest, "missing-parameter", "url: expected the URL of a page")
        .response(from: .qrCode)
    case .nothing: return notices.missingFile.response(to: request).routed(.qrCode)
    }
    return Problem(.internalServerError, "qr-code", "the code could not be drawn")
      .response(from: .qrCode)
  }

  /// The clicks that a decision about a link depends on; nil when the store does not answer.
  func clicks(of link: ShortLink) -> Int? {
    try? directory.limitedClicks.count(of: link)
  }
}

extension ShortLink {
  /// Whether only a change ends the link, so that its pictures may be cached for long.
  fileprivate var isLasting: Bool { self.expires == nil && self.maxClicks == nil }
}
