import HTTPCore
package import Links
package import QRCode
import WebSyntax

/// The settings of a QR code: `?size=&format=&margin=&errorCorrection=&color=&bgColor=`.
package struct QRCodeSettings: Hashable, Sendable {
  /// The service whose defaults and units apply.
  package enum Form: Sendable {
    /// The size includes the margin, which is counted in modules.
    case own
    /// The size is that of the code alone, and the margin around it has pixels, too.
    case shlink
  }

  /// Whether the code is a PNG rather than an SVG.
  package private(set) var isPNG: Bool
  /// The error correction of the code.
  package private(set) var correction: QRCode.Correction
  private let form: Form
  private var size = 300
  private var margin: Int
  private var look = QRCodeLook.plain

  /// The reason why a query is refused, for the caller.
  package struct Fault: Error {
    package let name: String
    /// One sentence without a capital or a full stop.
    package let message: String

    fileprivate init(_ name: String, _ message: String) {
      self.name = name
      self.message = message
    }
  }

  package init(_ form: Form = .own) {
    self.form = form
    switch form {
    case .own: (isPNG, correction, margin) = (false, .medium, QRCodeLook.plain.margin)
    case .shlink: (isPNG, correction, margin) = (true, .low, 0)
    }
  }

  /// Reads the settings from a query. Unknown parameters are ignored.
  package init(_ form: Form = .own, query: ArraySlice<UInt8>) throws(Fault) {
    self.init(form)
    var (color, ground) = (look.code, look.ground)
    for item in HTTPQuery(query) {
      let value = item.value.map { PercentCoding.decodeLossy($0) } ?? ""
      switch String(decoding: item.name, as: UTF8.self) {
      case "size":
        size = try number(value, "size", of: "pixels", in: 64...1024, shlink: 50...1000)
      case "margin":
        margin = try number(
          value, "margin", of: "squares", in: QRCodeLook.margins, shlink: 0...1000)
      case "format": isPNG = try Self.isPNG(value)
      case "errorCorrection": correction = try Self.correction(value)
      case "color": color = try Self.color(value, "color")
      case "bgColor": ground = try Self.color(value, "bgColor")
      default: break
      }
    }
    guard let look = QRCodeLook(margin: look.margin, code: color, ground: ground) else {
      throw Fault(
        "color",
        "'\(color)' on '\(ground)' is hard to scan: expected a color that is "
          + "darker than bgColor by \(Int(QRCodeLook.contrast * 100)) % of the reflectance")
    }
    self.look = look
  }

  /// The side length in pixels and the look of a code.
  ///
  /// - Parameter width: the modules on each side of the code.
  package func plan(width: Int) -> (size: Int, look: QRCodeLook) {
    switch form {
    case .own: return (size, look.framed(by: margin))
    case .shlink:
      let look = look.framed(by: margin / max(size / width, 1))
      return (size * (width + 2 * look.margin) / width, look)
    }
  }

  // MARK: - Values

  /// A number within bounds. Shlink takes any number of pixels for its nearest allowed one.
  private func number(
    _ value: String, _ name: String, of unit: String, in range: ClosedRange<Int>,
    shlink: ClosedRange<Int>
  ) throws(Fault) -> Int {
    let number = Int(value)
    switch form {
    case .own:
      if let number, range.contains(number) { return number }
      throw Fault(
        name,
        "'\(value)' is not a \(name): expected a number of \(unit) from "
          + "\(range.lowerBound) to \(range.upperBound)")
    case .shlink:
      if let number, number >= 0 { return min(max(number, shlink.lowerBound), shlink.upperBound) }
      throw Fault(name, "'\(value)' is not a \(name): expected a number of pixels")
    }
  }

  private static func isPNG(_ value: String) throws(Fault) -> Bool {
    switch value.lowercased() {
    case "png": return true
    case "svg": return false
    default:
      throw Fault("format", "'\(value)' is not a format: expected svg or png")
    }
  }

  private static func correction(_ value: String) throws(Fault) -> QRCode.Correction {
    guard let level = QRCode.Correction(rawValue: value.uppercased()) else {
      throw Fault(
        "errorCorrection", "'\(value)' is not a level of error correction: expected L, M, Q or H")
    }
    return level
  }

  /// Three or six hexadecimal digits, with or without the `#` of style sheets.
  private static func color(_ value: String, _ name: String) throws(Fault) -> WebColor {
    guard let color = WebColor(value.hasPrefix("#") ? value : "#" + value) else {
      throw Fault(
        name, "'\(value)' is not a color: expected six hexadecimal digits, as in 0a5bd0")
    }
    return color
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
