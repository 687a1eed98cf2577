import HTTPCore
import QRCode
import ShortLinks

extension PublicVisit {
  var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)) }

  /// The address of a link, on the site's first host where the link is the whole site's.
  func shortURL(_ link: ServedLink) -> String {
    let prefix = site.definition.shortLinks?.prefix ?? "/"
    return "https://\(link.link.host)\(prefix)\(link.link.slug)"
  }

  /// The store does not answer: a moment later it may.
  func storeFailure() -> HTTPResponse {
    var answer = ProblemAnswer.response(
      .serviceUnavailable, type: "store-unavailable", detail: "the store does not answer")
    answer.fields.append("Retry-After", "1")
    answer.route = RouteLabel.shortLink.rawValue
    return answer
  }

  /// The short URL as a picture; made anew each time, since it is asked for once and then cached.
  func qrCode(_ link: ServedLink) -> HTTPResponse {
    let settings: QRCodeSettings
    do throws(QRCodeSettings.Fault) {
      settings = try QRCodeSettings(query ?? [])
    } catch {
      return ProblemAnswer.response(.badRequest, type: "invalid-parameter", detail: error.message)
    }
    let url = shortURL(link)
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
