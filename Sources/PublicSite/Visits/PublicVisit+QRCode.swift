import Service
import HTTPCore
import Links
import LinkStorage
import SiteModel

extension PublicVisit {
  /// The short URL as a picture, as long as a visit would lead somewhere.
  func qrCode(_ link: ServedLink, _ pictures: QRPictureCache) -> HTTPResponse {
    let settings: QRPicture
    do throws(QRPicture.Fault) {
      settings = try QRPicture(
        url: shortURL(link), query: query ?? [], isLasting: link.link.isLasting)
    } catch {
      return labelled(
        ProblemAnswer.response(.badRequest, type: "invalid-parameter", detail: error.message))
    }
    if let refusal = refusal(of: link) { return labelled(refusal) }
    guard let picture = pictures.picture(settings) else {
      return labelled(
        ProblemAnswer.response(
          .internalServerError, type: "qr-code", detail: "the code could not be drawn"))
    }
    var answer = picture.response(to: request).noted(.qrCode, .qr)
    if !settings.isPNG {
      answer.fields.append("Content-Security-Policy", security.contentSecurityPolicy)
      answer.fields.append("Referrer-Policy", "no-referrer")
    }
    return answer
  }

  /// What a visit would be told in place of being led on; nobody shall print a code of that.
  private func refusal(of link: ServedLink) -> HTTPResponse? {
    var visit = Visit(query: nil, isPasswordVerified: true)
    if link.link.maxClicks != nil {
      do throws(LinkStoreError) {
        visit.clicksSoFar = try directory.limitedClicks.count(link.link, in: directory.store)
      } catch {
        return storeFailure()
      }
    }
    let decision = decide(link.link, visit: visit, now: timestamp, site: link.site)
    if case .notFound = decision.outcome { return notices.notFound.response(to: request) }
    return decision.isArrival ? nil : notices.gone.response(to: request)
  }

  private func labelled(_ answer: HTTPResponse) -> HTTPResponse {
    answer.routed(.qrCode)
  }
}

extension ShortLink {
  /// Whether nothing but a change of the link ends it.
  fileprivate var isLasting: Bool { self.expires == nil && self.maxClicks == nil }
}
