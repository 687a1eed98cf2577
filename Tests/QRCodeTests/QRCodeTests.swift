import QRCode
import Testing

@Test func `draws the finder patterns of a code`() throws {
  let code = try #require(QRCode("https://asajikan.jp/s/spring"))
  #expect(code.width >= 25)
  for (x, y) in [(0, 0), (code.width - 7, 0), (0, code.width - 7)] {
    #expect((0..<7).allSatisfy { code.isDark(x: x + $0, y: y) })
    #expect(!code.isDark(x: x + 1, y: y + 1))
  }
  #expect(!code.isDark(x: -1, y: 0))
}

@Test func `draws as SVG and PNG`() throws {
  let code = try #require(QRCode("https://asajikan.jp/s/spring"))
  let svg = String(decoding: code.svg(size: 200, title: "x"), as: UTF8.self)
  #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"200\""))
  let title = String(decoding: code.svg(size: 200, title: "a&b<c>"), as: UTF8.self)
  #expect(title.contains("<title>a&amp;b&lt;c&gt;</title>"))
  let png = try #require(code.png(size: 200))
  #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
}

@Test func `rejects a text too long for any code`() {
  #expect(QRCode(String(repeating: "a", count: 5000)) == nil)
}
