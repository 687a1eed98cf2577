import Inflation
import QRCode
import Testing
import WebSyntax

struct QRCodeTests {
  /// The quiet zone around a code (ISO/IEC 18004, section 9.1).
  private static let quietZone = 4

  /// Texts from the smallest code to the largest, which contains 2,331 bytes with error correction
  /// M.
  static let texts = [
    "a", "https://asajikan.jp/s/spring", "https://a.example/" + String(repeating: "b", count: 200),
    "https://a.example/?" + (0..<50).map { "k\($0)=%E7%B5%8C%E8%B7%AF" }.joined(separator: "&"),
    String(repeating: "https://a.example/abcdef?", count: 93) + "123456",
  ]

  /// Dark modules, row by row, with the quiet zone.
  private func modules(_ code: QRCode) -> [Bool] {
    let range = -Self.quietZone..<code.width + Self.quietZone
    return range.flatMap { y in range.map { x in code.isDark(x: x, y: y) } }
  }

  @Test func `draws the finder patterns of a code`() throws {
    let code = try #require(QRCode("https://asajikan.jp/s/spring"))
    #expect(code.width >= 25)
    for (x, y) in [(0, 0), (code.width - 7, 0), (0, code.width - 7)] {
      #expect((0..<7).allSatisfy { code.isDark(x: x + $0, y: y) })
      #expect(!code.isDark(x: x + 1, y: y + 1))
    }
    #expect(!code.isDark(x: -1, y: 0))
  }

  @Test(arguments: texts, [1, 300])
  func `PNG and SVG show the modules of the code`(text: String, size: Int) throws {
    let code = try #require(QRCode(text))
    let expected = modules(code)
    let side = code.width + 2 * Self.quietZone

    let png = try PNGPicture(try #require(code.png(scale: code.scale(size: size))))
    let scale = max(size / side, 1)
    #expect([png.width, png.height] == [side * scale, side * scale])
    let pixels = (0..<side * scale).flatMap { y in
      (0..<side * scale).map { x -> UInt8 in expected[y / scale * side + x / scale] ? 0 : 255 }
    }
    #expect(png.pixels == pixels)

    let drawing = String(decoding: code.vector(title: "x").bytes(size: size), as: UTF8.self)
    #expect(drawing.contains("width=\"\(size)\" height=\"\(size)\""))
    let svg = try #require(SVGPicture(drawing))
    #expect(svg.side == side)
    #expect(svg.dark == expected)
  }

  @Test(arguments: texts)
  func `a barcode reader finds the text in the picture`(text: String) throws {
    let picture = try #require(QRCode(text).flatMap { $0.png(scale: $0.scale(size: 1024)) })
    #expect(try CodeReader.text(in: picture) == text + "\n")
  }

  @Test(arguments: [(0, 40), (1, 33), (4, 300), (16, 1024)])
  func `a reader finds the text in colors and with another margin`(_ margin: Int, _ size: Int)
    throws
  {
    let (blue, cream) = try (
      #require(WebColor("#0A5bd0")), #require(WebColor("#fdf1d8"))
    )
    let look = try #require(QRCodeLook(margin: margin, code: blue, ground: cream))
    let code = try #require(QRCode("https://asajikan.jp/s/spring"))
    let scale = code.scale(size: size, look: look)
    let bytes = try #require(code.png(scale: scale, look: look))
    // The header contains the width and the colour type of the picture: a palette.
    #expect(Int(bytes[22]) << 8 | Int(bytes[23]) == (code.width + 2 * margin) * scale)
    #expect(bytes[25] == 3)
    let drawing = String(
      decoding: code.vector(title: "x", look: look).bytes(size: 9), as: UTF8.self)
    #expect(drawing.contains("fill=\"#0a5bd0\"") && drawing.contains("fill=\"#fdf1d8\""))
    if margin > 1 { #expect(try CodeReader.text(in: bytes) == "https://asajikan.jp/s/spring\n") }
  }

  @Test(arguments: [
    (4, "#000000", "#ffffff", true), (0, "#0a5bd0", "#ffffff", true),
    (-1, "#000000", "#ffffff", false),
    (17, "#000000", "#ffffff", false), (4, "#ffffff", "#000000", false),
    (4, "#cccccc", "#ffffff", false),
    (4, "#ff0000", "#00ff00", true), (4, "#00ff00", "#ff0000", false),
  ])
  func `colors that scanners cannot tell apart are refused`(
    _ margin: Int, _ code: String, _ ground: String, _ isTaken: Bool
  ) throws {
    let (code, ground) = try (
      #require(WebColor(code)), #require(WebColor(ground))
    )
    #expect((QRCodeLook(margin: margin, code: code, ground: ground) != nil) == isTaken)
  }

  @Test(arguments: [
    "", "#", "#12345", "#1234567", "red", "#+12345", "#12345g", "＃123456", "#１23456",
  ])
  func `a color is six digits`(_ text: String) {
    #expect(WebColor(text) == nil)
  }

  @Test func `both readers reject a corrupt picture`() throws {
    let picture = try #require(QRCode("a").flatMap { $0.png(scale: $0.scale(size: 300)) })
    var faulty = picture
    faulty[40] ^= 1
    #expect(throws: PNGPicture.Fault("a checksum is wrong")) { try PNGPicture(faulty) }
    #expect(try CodeReader.text(in: Array(picture.prefix(60))) == nil)
  }

  @Test func `escapes the title for XML`() throws {
    let code = try #require(QRCode("https://asajikan.jp/s/spring"))
    let title = String(decoding: code.vector(title: "a&b<c>").bytes(size: 200), as: UTF8.self)
    #expect(title.contains("<title>a&amp;b&lt;c&gt;</title>"))
  }

  @Test func `more correction needs a larger code, which a reader still reads`() throws {
    let text = "https://asajikan.jp/s/spring"
    let codes = try QRCode.Correction.allCases.map { try #require(QRCode(text, correction: $0)) }
    #expect(codes.map(\.width) == codes.map(\.width).sorted())
    #expect(try #require(codes.last).width > #require(codes.first).width)
    for code in codes {
      let picture = try #require(code.png(scale: 8))
      #expect(try CodeReader.text(in: picture) == text + "\n")
    }
  }

  @Test(arguments: [(-1, 0), (3, 3), (99, 16)])
  func `a margin out of range becomes the nearest`(_ margin: Int, _ expected: Int) {
    #expect(QRCodeLook.plain.framed(by: margin).margin == expected)
  }

  @Test func `rejects a text too long for any code`() {
    #expect(QRCode(String(repeating: "a", count: 2331))?.width == 177)
    #expect(QRCode(String(repeating: "a", count: 2332)) == nil)
  }
}

/// The drawing of a code, read from its path data.
struct SVGPicture {
  /// The width and height, in units of the view box.
  let side: Int
  /// Whether each square is dark, row by row from the top, including the quiet zone.
  private(set) var dark: [Bool]

  /// Nil unless the drawing is a white square with rows of dark squares on it.
  init?(_ file: String) {
    guard
      let match = file.wholeMatch(
        of: #/<svg [^>]*viewBox="0 0 (\d+) \1"[^>]*><title>[^<]*</title>(.*)</svg>\n/#),
      let side = Int(match.1),
      let paths = match.2.wholeMatch(
        of: #/<path fill="#ffffff" d="M0 0h(\d+)v(\d+)H0z"/><path fill="#000000" d="([^"]*)"/>/#),
      paths.1 == match.1, paths.2 == match.1
    else { return nil }
    self.side = side
    dark = [Bool](repeating: false, count: side * side)
    let runs = paths.3.matches(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)z/#)
    guard runs.map({ $0.0 }).joined() == paths.3 else { return nil }
    for run in runs {
      guard let x = Int(run.1), let y = Int(run.2), let length = Int(run.3), run.3 == run.4,
        x + length <= side, y < side
      else { return nil }
      for column in x..<(x + length) { dark[y * side + column] = true }
    }
  }
}
