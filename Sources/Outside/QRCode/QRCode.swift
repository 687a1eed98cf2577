import CQRCode
import WebSyntax

/// A QR code (ISO/IEC 18004) through libqrencode, drawn as SVG or, through libpng, as PNG.
package struct QRCode: Sendable {
  /// The number of modules on each side, without the quiet zone.
  package let width: Int
  private let dark: [Bool]

  /// The version of the linked libqrencode, such as `4.1.1`.
  package static var encoderVersion: String { String(cString: QRcode_APIVersionString()) }
  /// The version of the linked libpng, such as `1.6.48`.
  package static var pictureVersion: String {
    png_get_libpng_ver(nil).map { String(cString: $0) } ?? "unknown"
  }

  /// How much of a code may be unreadable (ISO/IEC 18004, section 7.5): about 7, 15, 25 or 30 %.
  package enum Correction: String, CaseIterable, Sendable {
    case low = "L"
    case medium = "M"
    case quartile = "Q"
    case high = "H"

    fileprivate var level: QRecLevel {
      switch self {
      case .low: QR_ECLEVEL_L
      case .medium: QR_ECLEVEL_M
      case .quartile: QR_ECLEVEL_Q
      case .high: QR_ECLEVEL_H
      }
    }
  }

  /// Nil when the text does not fit in the largest code or memory runs out.
  package init?(_ text: String, correction: Correction = .medium) {
    let bytes = Array(text.utf8)
    let code = QRcode_encodeData(Int32(clamping: bytes.count), bytes, 0, correction.level)
    guard let code, let modules = code.pointee.data else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    self.width = width
    dark = (0..<width * width).map { modules[$0] & 1 == 1 }
  }

  private func side(_ look: QRCodeLook) -> Int { width + 2 * look.margin }

  /// Whether a module is dark; coordinates start at 0, without the quiet zone.
  package func isDark(x: Int, y: Int) -> Bool {
    guard (0..<width).contains(x), (0..<width).contains(y) else { return false }
    return dark[y * width + x]
  }

  /// The code as a vector image (SVG) of any size.
  package struct Vector: Sendable {
    fileprivate let rest: [UInt8]

    /// - Parameter size: the side length in pixels.
    package func bytes(size: Int) -> [UInt8] {
      Array(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size)\" height=\"\(size)\" ".utf8)
        + rest
    }
  }

  /// - Parameter title: the text for screen readers.
  package func vector(title: String, look: QRCodeLook = .plain) -> Vector {
    let (side, margin) = (side(look), look.margin)
    var path = ""
    for y in 0..<width {
      var x = 0
      while x < width {
        guard isDark(x: x, y: y) else {
          x += 1
          continue
        }
        let start = x
        while isDark(x: x, y: y) { x += 1 }
        path += "M\(start + margin) \(y + margin)h\(x - start)v1h-\(x - start)z"
      }
    }
    return Vector(
      rest: Array(
        ("viewBox=\"0 0 \(side) \(side)\" shape-rendering=\"crispEdges\" role=\"img\">"
          + "<title>\(Self.escape(title))</title><path fill=\"\(look.ground)\" d=\"M0 0h\(side)v\(side)H0z\"/>"
          + "<path fill=\"\(look.code)\" d=\"\(path)\"/></svg>\n").utf8))
  }

  /// Escapes text for XML (XML 1.0, section 2.4).
  private static func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// The number of pixels for a module's side in an image with at most the given side length; at least
  /// one.
  package func scale(size: Int, look: QRCodeLook = .plain) -> Int { max(size / side(look), 1) }

  /// The code as an image (PNG) with the given number of pixels for each module's side; nil when libpng
  /// fails.
  package func png(scale: Int, look: QRCodeLook = .plain) -> [UInt8]? {
    let (side, margin) = (side(look), look.margin)
    let pixels = side * scale
    let quietLines = [UInt8](repeating: Self.white, count: pixels * margin * scale)
    var rows = quietLines
    rows.reserveCapacity(pixels * pixels)
    var line = [UInt8](repeating: Self.white, count: pixels)
    for y in 0..<width {
      for x in 0..<width {
        let left = (x + margin) * scale
        let colour = dark[y * width + x] ? Self.black : Self.white
        line.replaceSubrange(
          left..<(left + scale), with: repeatElement(colour, count: scale))
      }
      for _ in 0..<scale { rows += line }
    }
    rows += quietLines
    return Self.encode(rows, pixels: pixels, look)
  }

  /// The values that `keiro_png` reads.
  private static let (black, white): (UInt8, UInt8) = (0, 1)

  private static func encode(
    _ rows: [UInt8], pixels: Int, _ look: QRCodeLook
  ) -> [UInt8]? {
    // One bit a pixel plus the framing takes less than a byte a pixel.
    let room = rows.count + 4096
    let colors = [look.code, look.ground].flatMap { [$0.red, $0.green, $0.blue] }
    let output = [UInt8](unsafeUninitializedCapacity: room) { output, count in
      count = keiro_png(
        rows, UInt32(clamping: pixels), colors, output.baseAddress, output.count)
    }
    return output.isEmpty ? nil : output
  }
}
