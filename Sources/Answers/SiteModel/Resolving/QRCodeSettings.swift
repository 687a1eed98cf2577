import HTTPCore
package import Links

/// The settings of a QR code: `?size=&format=`.
package struct QRCodeSettings: Hashable, Sendable {
  /// The width in pixels.
  package private(set) var size = 300
  /// False for SVG.
  package private(set) var isPNG = false

  package struct Fault: Error {
    package let message: String
  }

  private static let sizes = 64...1024

  /// The defaults.
  package init() {}

  /// Unknown parameters are ignored.
  package init(query: ArraySlice<UInt8>) throws(Fault) {
    for item in HTTPQuery(query) {
      let value = item.value.map { String(decoding: $0, as: UTF8.self) } ?? ""
      switch String(decoding: item.name, as: UTF8.self) {
      case "size":
        guard let size = Int(value), Self.sizes.contains(size) else {
          throw Fault(
            message: "size: '\(value)' is not a size: expected a number of pixels from "
              + "\(Self.sizes.lowerBound) to \(Self.sizes.upperBound)")
        }
        self.size = size
      case "format":
        guard ["svg", "png"].contains(value) else {
          throw Fault(message: "format: '\(value)' is not a format: expected svg or png")
        }
        isPNG = value == "png"
      default: break
      }
    }
  }
}

/// Whether a link has a code.
package enum QRCodeOutcome: Sendable {
  case shown, notFound, gone
}

extension ServedLink {
  /// A code is available as long as a visit would lead somewhere.
  ///
  /// - Parameter clicks: the clicks by people so far.
  package func codeOutcome(clicks: Int, now: Timestamp) -> QRCodeOutcome {
    let visit = Visit(query: nil, isPasswordVerified: true, clicksSoFar: clicks)
    let decision = Links.decide(link, visit: visit, now: now, site: site)
    if case .notFound = decision.outcome { return .notFound }
    return decision.isArrival ? .shown : .gone
  }
}
