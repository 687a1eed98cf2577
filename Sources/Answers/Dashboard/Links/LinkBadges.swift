import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import QRCode
import Questions
import Service
import WebSyntax

extension PageContext {
  /// The tags of a link, each leading to all links with that tag.
  func tagLinks(_ link: ShortLink) -> Markup { tagLinks(link.tags[...]) }

  /// The number of tags that a row of a list shows.
  private static let mostTags = 2

  /// The first tags of a link, followed by the number of the others, which leads to its page.
  func fewTagLinks(_ link: ShortLink) -> Markup {
    let more = link.tags.count - Self.mostTags
    guard more > 0 else { return tagLinks(link) }
    return """
      \(tagLinks(link.tags.prefix(Self.mostTags)))<a class="soft" \
      href="\(PageAddresses.link(link.key))">+\(more)<span class="unseen"> \(t(.moreTags))</span></a>
      """
  }

  /// The title has the whole of a tag that is cut.
  private func tagLinks(_ tags: ArraySlice<String>) -> Markup {
    Markup.each(tags) { tag in
      let address = PageAddresses.links([("tag", tag)])
      return "<a class=\"tag\" href=\"\(address)\" title=\"\(tag)\">\(tag)</a> "
    }
  }

  /// The stage of a link's life; nil for a link of the configuration.
  func state(of report: LinkReport) -> LinkState? {
    guard !report.isConfigured else { return nil }
    let special = LinkState.special.first {
      LinkState.AtTime($0, at: timestamp).takes(report.link)
    }
    return special ?? .active
  }

  /// The name of the stage of a link's life.
  func stateWord(_ report: LinkReport) -> Phrase {
    Phrase(state(of: report)?.word ?? .configured)
  }

  func stateBadge(_ report: LinkReport) -> Markup {
    let state = state(of: report)
    return badge(stateWord(report), state?.display.kind ?? "", state?.rawValue)
  }

  /// The badge for an unhealthy destination; empty for one that is healthy or not yet checked.
  func healthBadge(_ report: LinkReport) -> Markup {
    guard let state = report.health?.state, let notice = state.notice else { return "" }
    return badge(notice.word, state.kind, state.rawValue)
  }

  /// What visitors of a link meet before its destination, or instead of it.
  func traitBadges(_ link: ShortLink) -> Markup {
    let traits = [
      link.password.map { _ in t(.passwordLabel) },
      link.rules.isEmpty ? nil : t(.rulesCount, link.rules.count),
      link.maxClicks.map { t(.atMostClicks, $0) },
    ].compactMap(\.self)
    return .each(traits) { "<span class=\"badge\">\($0)</span> " }
  }

  /// A badge that leads to all links in the same state; plain text when no list shows that state.
  private func badge(_ word: Phrase, _ kind: String, _ state: String?) -> Markup {
    guard let state else { return "<span class=\"badge \(kind)\">\(t(word))</span>" }
    let address = PageAddresses.links([("state", state)])
    return "<a class=\"badge \(kind)\" href=\"\(address)\">\(t(word))</a>"
  }
}

extension HealthState {
  /// The class of its badge and of its entry in lists: visitors of a destination that has moved
  /// still arrive.
  var kind: String {
    switch self {
    case .ok: "good"
    case .moved, .unknown: "warn"
    case .dead, .looping: "bad"
    }
  }

  /// The notice about an unhealthy destination and advice on what to do; nil for a healthy one.
  var notice: (word: Phrase, next: Phrase)? {
    guard let word = Phrase("health", rawValue), let next = Phrase("healthNext", rawValue) else {
      return nil
    }
    return (word, next)
  }
}

extension LinkState {
  /// The stages that are told of a link, in the order in which they are looked for, before that it is
  /// active.
  fileprivate static let special: [LinkState] = [.archived, .expired, .scheduled, .ending]

  var word: Word { display.word }

  /// How pages show the stage: the word and the class of its badge, and advice about such a link; nil
  /// when there is nothing to do.
  var display: (word: Word, kind: String, next: Word?) {
    switch self {
    case .active: (.active, "good", nil)
    case .archived: (.archived, "", .archivedNext)
    case .ending: (.endsSoon, "warn", .endingNext)
    case .expired: (.expired, "bad", .expiredNext)
    case .scheduled: (.scheduled, "warn", .scheduledNext)
    }
  }
}

extension String {
  /// A URL without its scheme, as people write it.
  var droppingScheme: String {
    for scheme in ["https://", "http://"] where hasPrefix(scheme) {
      return String(dropFirst(scheme.count))
    }
    return self
  }
}

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

  /// - Parameter refused: why the form was refused, which then shows what was typed.
  func pictureForm(_ link: ShortLink, refused: Problem? = nil) -> Markup {
    let look = QRCodeLook.plain
    var typed = refused == nil ? PageForm() : query
    typed.faults = refused?.faults ?? []
    func entry(_ name: String, _ kind: Markup, _ value: String) -> Markup {
      framed(
        name, label(name), typed, hint: hint(name),
        """
        <input id="\(name)" name="\(name)" \(kind) value="\(value)"\
        \(aria(name, typed, hasHint: hint(name) != nil))>
        """)
    }
    func color(_ name: String, _ color: WebColor) -> Markup {
      entry(name, "type=\"color\"", typed.text(name) ?? color.description)
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
    func color(_ name: String, _ other: WebColor) throws(Problem) -> WebColor {
      guard let text = query.text(name) else { return other }
      guard let color = WebColor(text) else { throw .parameter(name, Phrase(.notColor, text)) }
      return color
    }
    let (typed, range) = (query.text("margin") ?? String(plain.margin), QRCodeLook.margins)
    guard let margin = Int(typed), range.contains(margin) else {
      throw .parameter("margin", Phrase(.notMargin, typed, range.lowerBound, range.upperBound))
    }
    let look = QRCodeLook(
      margin: margin, code: try color("color", plain.code),
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
    let asked = query.text("size").flatMap { Int($0) }
    let size = Self.pictureSizes.first { $0 == asked } ?? 1024
    let bytes =
      isPNG
      ? code.png(scale: code.scale(size: size, look: look), look: look)
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
