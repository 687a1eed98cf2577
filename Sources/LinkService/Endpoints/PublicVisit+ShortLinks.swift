import HTTPCore
import QRCode
import ShortLinks

extension PublicVisit {
  func shortLink(_ number: Int) -> HTTPResponse {
    guard let compiled = link(number) else { return notices.notFound.response(to: request) }
    if query == nil || compiled.link.query == .drop, let ready = compiled.plainRedirect {
      return ready
    }
    var answer: HTTPResponse
    switch decision(compiled.link).outcome {
    case .redirect(let location, let status):
      return CompiledLink.redirect(to: location, status)
    case .notFound, .passwordForm, .explanation, .preview, .landing:
      // Links of the configuration have none of the fields that lead to a form or a page.
      answer = notices.notFound.response(to: request)
    case .gone: answer = notices.gone.response(to: request)
    }
    answer.route = RouteLabel.shortLink.rawValue
    return answer
  }

  func decision(_ link: ShortLink) -> Decision {
    let visitQuery = query.map { PercentCoding.encodeUnsafe($0) }
    return decide(
      link, visit: Visit(query: visitQuery),
      now: Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)),
      site: LinkSite(destinationHosts: site.definition.destinationHosts))
  }

  private func link(_ number: Int) -> CompiledLink? {
    guard let links = site.shortLinks?.links, links.indices.contains(number) else { return nil }
    return links[number]
  }

  /// The short URL as a picture; made anew each time, since it is asked for once and then cached.
  func qrCode(_ number: Int) -> HTTPResponse {
    guard let shortLinks = site.shortLinks, let link = link(number)?.link else {
      return notices.notFound.response(to: request)
    }
    let settings: QRCodeSettings
    do throws(QRCodeSettings.Fault) {
      settings = try QRCodeSettings(query ?? [])
    } catch {
      return ProblemAnswer.response(.badRequest, type: "invalid-parameter", detail: error.message)
    }
    let host = site.definition.primaryHost ?? String(decoding: self.host, as: UTF8.self)
    let url = "https://\(host)\(String(decoding: shortLinks.prefix, as: UTF8.self))\(link.slug)"
    guard let code = QRCode(url), let picture = settings.draw(code, url) else {
      return ProblemAnswer.response(
        .internalServerError, type: "qr-code", detail: "the code could not be drawn")
    }
    let fields = HTTPFields([
      "Content-Type": settings.isPNG ? "image/png" : "image/svg+xml",
      "Cache-Control": "public, max-age=86400", "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: picture, route: RouteLabel.qrCode.rawValue, outcome: "qr")
  }
}

/// The parameters of a QR code.
private struct QRCodeSettings {
  var size = 300
  var isPNG = false

  struct Fault: Error {
    let message: String
  }

  private static let sizes = 64...1024

  init(_ query: ArraySlice<UInt8>) throws(Fault) {
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

  func draw(_ code: QRCode, _ url: String) -> [UInt8]? {
    isPNG ? code.png(size: size) : code.svg(size: size, title: url)
  }
}
