import HTTPCore
package import Links

/// The settings of a QR code: `?size=&format=`.
package struct QRCodeSettings: Hashable, Sendable {
  /// The width in pixels.
  package private(set) var size = 300
  /// Whether the code is a PNG rather than an SVG.
  package private(set) var isPNG = false

  /// The reason why a query is refused, for the caller.
  package struct Fault: Error {
    /// One sentence without a capital or a full stop.
    package let message: String
  }

  private static let sizes = 64...1024

  /// Creates the default settings.
  package init() {}

  /// Reads the settings from a query. Unknown parameters are ignored.
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

/// The availability of a link's QR code.
package enum QRCodeOutcome: Sendable {
  case shown, notFound, gone
}

extension ServedLink {
  /// Returns whether the code is available, which it is as long as a visit would lead somewhere.
  ///
  /// - Parameter clicks: the number of human clicks so far.
  package func codeOutcome(clicks: Int, now: Timestamp) -> QRCodeOutcome {
    let visit = Visit(query: nil, isPasswordVerified: true, clicksSoFar: clicks)
    let decision = Links.decide(link, visit: visit, now: now, site: site)
    if case .notFound = decision.outcome { return .notFound }
    return decision.isArrival ? .shown : .gone
  }
}
