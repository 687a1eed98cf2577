import HTTPCore
import JSONSyntax
import Links
import QRCode
import Service

/// The QR code of a link, and the form for one with another margin or other colors.
extension PageContext {
  /// Side lengths in pixels: for screens, for print, and for posters.
  private static let pictureSizes = [512, 1024, 2048]

  func pictureLinks(_ link: ShortLink) -> Markup {
    let address = PageAddresses.link(link.key)
    return Markup.each(Self.pictureSizes) { size in
      "<a href=\"\(address)?qr=png&amp;size=\(size)\" download=\"\(link.slug)-\(size).png\">\(size)</a> "
    }
  }

  /// The requested side length in pixels; the middle one by default.
  private var pictureSize: Int {
    query.text("size").flatMap(Int.init).flatMap { size in
      Self.pictureSizes.first { $0 == size }
    } ?? 1024
  }

  /// - Parameter refused: why the form was refused, which then shows what was typed.
  func pictureForm(_ link: ShortLink, refused: Problem? = nil) -> Markup {
    let look = QRCodeLook.plain
    let typed = refused == nil ? PageForm() : query
    var told = LinkForm(isNew: false, in: zone)
    for fault in refused?.faults ?? [] { told.faults[fault.field] = fault.reason }
    func entry(_ name: String, _ kind: Markup, _ value: String) -> Markup {
      wrapped(
        name, told,
        "<input id=\"\(name)\" name=\"\(name)\" \(kind) value=\"\(value)\"\(aria(name, told))>")
    }
    func color(_ name: String, _ color: QRCodeLook.Color) -> Markup {
      entry(name, "type=\"color\"", typed.text(name) ?? color.text)
    }
    let margins: Markup = """
      type="number" min="\(QRCodeLook.margins.lowerBound)" max="\(QRCodeLook.margins.upperBound)" \
      required
      """
    let sizes = Self.pictureSizes.map { (String($0), "PNG, \($0)") }
    return """
      <details class="data"\(refused == nil ? "" : " open")><summary>\(t(.pictureLook))</summary>
      <form method="get" action="\(PageAddresses.link(link.key))">
      <input type="hidden" name="qr" value="png">
      \(choice("size", t(.format), [("svg", "SVG")] + sizes, chosen: typed.text("size") ?? "1024"))
      \(entry("margin", margins, typed["margin"] ?? String(look.margin)))
      \(color("color", look.code))
      \(color("ground", look.ground))
      <p class="hint">\(t(.pictureContrast))</p>
      <p class="actions"><button class="quiet small">\(t(.download))</button></p>
      </form></details>
      """
  }

  private func look() throws(Problem) -> QRCodeLook {
    let plain = QRCodeLook.plain
    func color(_ name: String, _ other: QRCodeLook.Color) throws(Problem) -> QRCodeLook.Color {
      guard let text = query.text(name) else { return other }
      guard let color = QRCodeLook.Color(text) else {
        throw .parameter(name, Phrase(.notColor, text))
      }
      return color
    }
    let margin = try query.text("margin").map { text throws(Problem) in
      guard let margin = Int(text), QRCodeLook.margins.contains(margin) else {
        let range = QRCodeLook.margins
        throw .parameter(
          "margin", Phrase(.notMargin, text, range.lowerBound, range.upperBound))
      }
      return margin
    }
    let look = QRCodeLook(
      margin: margin ?? plain.margin, code: try color("color", plain.code),
      ground: try color("ground", plain.ground))
    guard let look else { throw .parameter("color", Word.pictureContrast) }
    return look
  }

  /// `GET /dashboard/links/HOST/SLUG?qr=svg|png`, with `size`, `margin`, `color` and `ground`.
  func picture(_ url: String, of link: ShortLink, _ format: String) throws(Problem) -> HTTPResponse
  {
    let look = try look()
    guard let code = QRCode(url) else {
      throw Problem(
        .unprocessableContent, "no-picture", Sentence(Word.urlTooLongForCode))
    }
    let isPNG = format == "png" && query.text("size") != "svg"
    let bytes =
      isPNG
      ? code.png(scale: code.scale(size: pictureSize, look: look), look: look)
      : code.vector(title: url, look: look).bytes(size: 1024)
    guard let bytes else { throw .busy(Sentence(Word.noPictureMemory)) }
    var fields = HTTPFields([
      "Content-Type": isPNG ? "image/png" : "image/svg+xml", "Cache-Control": "private, max-age=60",
      "Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    ])
    if query.has("margin") {
      fields.append("Content-Disposition", "attachment; filename=\"qr.\(isPNG ? "png" : "svg")\"")
    }
    return HTTPResponse(.ok, fields: fields, body: bytes, route: .dashboard, outcome: .qr)
  }
}
