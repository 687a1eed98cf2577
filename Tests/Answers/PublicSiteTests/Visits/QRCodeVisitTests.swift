import HTTPCore
import QRCode
import SiteModel
import Testing

@testable import PublicSite
@testable import ServiceSupport

@Suite struct QRCodeVisitTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(#""slug": "x", "url": "https://a.example/""#)
  }

  @Test func `draws the short URL`() throws {
    let svg = try service.visit("/s/x.qr", host: "www.a.example")
    #expect(svg.contentType == "image/svg+xml" && svg.cacheControl == "public, max-age=3600")
    #expect(svg.text.contains("<title>https://a.example/s/x</title>"))
    #expect(svg.field("Content-Security-Policy")?.contains("default-src 'none'") == true)
    #expect(svg.field("X-Content-Type-Options") == "nosniff")
    let png = try service.visit("/s/x.qr?format=png&size=1024")
    #expect(png.contentType == "image/png" && png.body.starts(with: [0x89, 0x50]))
    #expect(
      try service.visit("/fixed.qr", host: "y.w.example").text.contains(
        "https://y.w.example/fixed<"))
  }

  @Test func `gives nothing that a caller has`() throws {
    let tag = try #require(try service.visit("/s/x.qr").field("ETag"))
    let again = try service.visit("/s/x.qr?v=2", fields: "If-None-Match: W/\(tag)\r\n")
    #expect(again.status == 304 && again.body.isEmpty && again.field("ETag") == tag)
    #expect(
      try service.visit("/s/x.qr?size=400", fields: "If-None-Match: \(tag)\r\n").status == 200)
  }

  @Test(arguments: [
    ("size=63", "size: '63' is not a size: expected a number of pixels from 64 to 1024"),
    ("size=1025", "size: '1025' is not a size: expected a number of pixels from 64 to 1024"),
    ("size=", "size: '' is not a size: expected a number of pixels from 64 to 1024"),
    ("size=a", "size: 'a' is not a size: expected a number of pixels from 64 to 1024"),
    ("format=gif", "format: 'gif' is not a format: expected svg or png"),
    ("format=", "format: '' is not a format: expected svg or png"),
    ("margin=17", "margin: '17' is not a margin: expected a number of squares from 0 to 16"),
    ("margin=-1", "margin: '-1' is not a margin: expected a number of squares from 0 to 16"),
    (
      "errorCorrection=X",
      "errorCorrection: 'X' is not a level of error correction: expected L, M, Q or H"
    ),
    (
      "color=red", "color: 'red' is not a color: expected six hexadecimal digits, as in 0a5bd0"
    ),
    (
      "bgColor=%2312345",
      "bgColor: '#12345' is not a color: expected six hexadecimal digits, as in 0a5bd0"
    ),
    (
      "color=fff",
      "color: '#ffffff' on '#ffffff' is hard to scan: expected a color that is darker than bgColor "
        + "by 40 % of the reflectance"
    ),
  ])
  func `refuses pictures that nobody can draw or read`(_ query: String, _ reason: String) throws {
    let answer = try service.visit("/s/x.qr?\(query)")
    #expect(answer.status == 400 && answer.problem == "invalid-parameter")
    #expect(answer["detail"] == reason)
    #expect(answer.faults == [String(reason.prefix { $0 != ":" })])
  }

  /// The side of an SVG's view box: the modules of the code with its margin.
  private func side(_ query: String) throws -> Int {
    let text = try service.visit("/s/x.qr?\(query)").text
    let match = try #require(text.firstMatch(of: #/viewBox="0 0 (\d+) /#))
    return try #require(Int(match.1))
  }

  @Test func `draws margin, colors and error correction as they are asked for`() throws {
    let plain = try side("")
    #expect(try side("margin=0") == plain - 8 && side("margin=16") == plain + 24)
    #expect(try side("errorCorrection=m") == plain)
    #expect(try side("errorCorrection=L") <= plain && side("errorCorrection=H") > plain)
    for color in ["0a5bd0", "%230A5BD0"] {
      let text = try service.visit("/s/x.qr?color=\(color)&bgColor=ffe").text
      #expect(text.contains("fill=\"#0a5bd0\"") && text.contains("fill=\"#ffffee\""))
    }
    let png = try service.visit("/s/x.qr?format=PNG&color=0a5bd0")
    // The colour type of a palette.
    #expect(png.contentType == "image/png" && png.body[25] == 3)
    #expect(try service.visit("/s/x.qr?format=png").body != png.body)
    #expect(try service.visit("/s/x.qr?format=Svg").contentType == "image/svg+xml")
  }

  @Test(arguments: [
    // Without a margin, as many pixels as fit into whole modules.
    ("", 25, 12, 0), ("size=100", 25, 4, 0), ("size=10&margin=0", 25, 2, 0),
    ("size=5000", 25, 40, 0), ("margin=24", 25, 12, 2), ("margin=7000", 25, 12, 16),
    ("errorCorrection=h", 29, 10, 0),
  ])
  func `sizes are those of the code alone where Shlink's address is asked`(
    _ query: String, _ modules: Int, _ pixels: Int, _ margin: Int
  ) throws {
    let settings = try QRCodeSettings(.shlink, query: Array(query.utf8)[...])
    let code = try #require(QRCode("https://a.example/s/x", correction: settings.correction))
    #expect(code.width == modules && settings.isPNG)
    let (size, look) = settings.plan(width: code.width)
    #expect(code.scale(size: size, look: look) == pixels && look.margin == margin)
  }

  @Test(arguments: [
    (#""notBefore": "2030-01-01T00:00:00Z""#, 404), (#""archived": true"#, 410),
    (#""expires": "2020-01-01T00:00:00Z""#, 410),
    (#""archived": true, "expiredURL": "https://e.example/""#, 410), (#""password": "p""#, 200),
    (#""expires": "2030-01-01T00:00:00Z""#, 200), (#""maxClicks": 1"#, 200),
  ]) func `draws no link that leads nowhere`(_ members: String, _ status: Int) throws {
    try service.add("\"slug\": \"y\", \"url\": \"https://a.example/\", \(members)")
    let answer = try service.visit("/s/y.qr")
    #expect(answer.status == status)
    if status != 200 { #expect(answer.cacheControl == "no-store") }
    _ = try service.call("DELETE", "/v1/links/a.example/y")
    #expect(try service.visit("/s/y.qr").status == 404)
  }

  @Test func `draws one picture for all sizes that look the same`() throws {
    let pictures = QRPictureCache()
    for size in 64...1024 {
      for format in ["svg", "png"] {
        _ = pictures.draw(try picture("size=\(size)&x=\(size)&format=\(format)"))
      }
    }
    // The code, its vector image, and an image for each whole number of pixels that its modules can have.
    let side = try #require(QRCode("https://a.example/")).width + 8
    #expect(pictures.count == 2 + 1024 / side)
    let small = try #require(pictures.find(try picture("size=300&format=png")))
    let large = try #require(pictures.find(try picture("size=301&format=png")))
    #expect(small === large)
    let vector = try #require(pictures.find(try picture("size=777")))
    #expect(String(decoding: vector.bytes, as: UTF8.self).contains("width=\"777\""))
  }

  @Test func `keeps pictures in bounded memory`() throws {
    let pictures = QRPictureCache()
    for number in 0..<600 {
      _ = pictures.draw(try picture("format=png", of: "https://a.example/\(number)"))
      #expect(pictures.count <= 2 * 256)
    }
  }

  private func picture(
    _ query: String, of url: String = "https://a.example/"
  ) throws -> QRPicture {
    QRPicture(
      url: url, settings: try QRCodeSettings(query: Array(query.utf8)[...]), isLasting: true,
      isCompressed: false, contentSecurityPolicy: "")
  }

  @Test func `asks a network to wait that has too much drawn, but shows what is drawn`() throws {
    for number in 0...600 {
      _ = try service.visit("/fixed.qr", host: "\(number).w.example", counts: false)
    }
    let answer = try service.visit("/fixed.qr", host: "601.w.example")
    #expect(answer.status == 429 && answer.field("Retry-After") == "1")
    #expect(try service.visit("/fixed.qr", host: "600.w.example").status == 429)
    #expect(try service.visit("/fixed.qr", host: "599.w.example").status == 200)
    #expect(
      try service.visit("/fixed.qr", host: "601.w.example", client: "192.0.2.2").status == 200)
  }
}
