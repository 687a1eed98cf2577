import AppAssociation
import Links
import SiteModel
import WebSyntax

struct PageRequestParts {
  /// The bytes of the request, which contain path and query.
  let bytes: [UInt8]
  let path: Range<Int>
  let query: Range<Int>?
  /// The ranges of the captures, relative to the path.
  let captures: CaptureRanges
  /// The host of the request in lower case, without port and trailing dot.
  let host: ArraySlice<UInt8>
  let visitor: PageVisitor
  /// Whether the page is on the host that Open buttons lead to.
  let isOnOtherHost: Bool

  /// The byte range of a capture; empty when the path does not have it.
  fileprivate func capture(_ index: Int) -> Range<Int> {
    guard index < captures.count else { return 0..<0 }
    let capture = captures[index]
    let range = path.lowerBound + capture.lowerBound..<path.lowerBound + capture.upperBound
    return range.upperBound <= path.upperBound ? range : 0..<0
  }

  /// The length of the contents of a page's slots when nothing has to be escaped.
  fileprivate var length: Int {
    path.count + (query?.count ?? 0) + host.count
  }

  /// A hash of what pages differ by.
  var hash: UInt64 {
    let bytes = bytes.span
    var hash = ByteWords.mix(ByteWords.hash(host.span), UInt64(visitor.rawValue))
    hash = ByteWords.mix(hash, ByteWords.hash(bytes.extracting(path)))
    guard let query else { return hash }
    return ByteWords.mix(hash, ByteWords.hash(bytes.extracting(query)))
  }

  fileprivate func sees(_ audience: PageTemplate.Audience) -> Bool {
    !audience.visitors.isDisjoint(with: visitor)
      && (isOnOtherHost ? audience.onOtherHost : audience.onOwnHost)
  }
}

extension PageTemplate {
  /// The bytes of the page, with every slot filled and escaped for its position.
  func render(_ context: PageRequestParts) -> [UInt8] {
    // Enough for all pages except those with many escapes.
    let expected = bytes.count + holes.count * context.length + 64
    return PageWriter.bytes(expected: expected) { page in
      // The title and the address appear several times in a page and are escaped once.
      var written = InlineArray<8, Range<Int>>(repeating: 0..<0)
      var start = 0
      var index = 0
      while index < holes.count {
        let hole = holes[index]
        page.append(bytes.span.extracting(start..<hole.end))
        start = hole.end
        index += 1
        guard case .slot(let slot) = hole.content else {
          if case .section(let audience, let end) = hole.content, !context.sees(audience) {
            (index, start) = (end.hole, end.byte)
          }
          continue
        }
        let known = slot < written.count ? written[slot] : 0..<0
        guard known.isEmpty else {
          page.append(again: known)
          continue
        }
        let begin = page.count
        Self.fill(slots[slot], context, &page)
        if slot < written.count { written[slot] = begin..<page.count }
      }
      page.append(bytes.span.extracting(start..<bytes.count))
    }
  }

  private static func fill(_ slot: Slot, _ context: PageRequestParts, _ page: inout PageWriter) {
    let bytes = context.bytes.span
    switch slot {
    case .captureText(let index):
      CaptureText.append(bytes.extracting(context.capture(index)), to: &page)
    case .captureInURL(let index):
      ByteEscaping.addressInHTML.append(bytes.extracting(context.capture(index)), to: &page)
    case .host: ByteEscaping.html.append(context.host.span, to: &page)
    case .hostInQuery: ByteEscaping.component.append(context.host.span, to: &page)
    case .target: append(target: context, .addressInHTML, to: &page)
    case .bannerTarget: append(target: context, .bannerArgument, to: &page)
    case .targetInQuery: append(target: context, .component, to: &page)
    case .referrer(let host, let isInAddress):
      append(referrer: context, host: host, isInAddress: isInAddress, to: &page)
    }
  }

  private static func append(
    referrer context: PageRequestParts, host: String?, isInAddress: Bool,
    to page: inout PageWriter
  ) {
    let item = page.count
    let escaping = isInAddress ? ByteEscaping.componentThrice : .componentTwice
    page.append(isInAddress ? "%26referrer%3D" : "&amp;referrer=")
    let value = page.count
    let name = isInAddress ? carriedInAddress : carried
    page.append(name.span)
    escaping.append("https://".utf8.span, to: &page)
    if let host {
      page.append(host.utf8.span)
    } else {
      escaping.append(context.host.span, to: &page)
    }
    append(target: context, escaping, to: &page)
    if page.count - value > StoreURLs.referrerBytes { page.remove(behind: item) }
  }

  /// The name of the item and its equals sign, encoded for the item that contains it.
  private static let carried = Array("\(StoreURLs.carriedName)%3D".utf8)
  private static let carriedInAddress = Array("\(StoreURLs.carriedName)%253D".utf8)

  /// Appends path and query as sent; `/` for an empty path.
  private static func append(
    target context: PageRequestParts, _ escaping: ByteEscaping, to page: inout PageWriter
  ) {
    let bytes = context.bytes.span
    if context.path.isEmpty { escaping.append(UInt8(ascii: "/"), to: &page) }
    escaping.append(bytes.extracting(context.path), to: &page)
    guard let query = context.query else { return }
    escaping.append(UInt8(ascii: "?"), to: &page)
    escaping.append(bytes.extracting(query), to: &page)
  }
}

/// The kinds of devices that get different pages, as a set.
struct PageVisitor: OptionSet, Sendable {
  let rawValue: UInt8

  /// iPhone and iPad.
  static let apple = PageVisitor(rawValue: 1)
  static let android = PageVisitor(rawValue: 2)
  /// Devices that cannot run apps for phones.
  static let desktop = PageVisitor(rawValue: 4)
  /// A Mac, or an iPad that requests desktop pages; the style sheet decides by the pointer.
  static let unclear = PageVisitor(rawValue: 8)
  /// Browsers of iPhone and iPad that do not show Apple's banner.
  static let appleBanner = PageVisitor(rawValue: 16)
  /// Android's browsers, which show no banner.
  static let androidBanner = PageVisitor(rawValue: 32)
  /// Firefox on Android, which follows the fallback of an `intent:` without trying the app.
  static let firefoxBanner = PageVisitor(rawValue: 64)
}

extension PageVisitor {
  init(_ agent: UserAgent) {
    self =
      switch agent.platform {
      case .iPhone, .iPad: .apple
      case .android: .android
      case .windows, .linux: .desktop
      case .macOS, .chromeOS, .unknown: .unclear
      }
  }

  /// The browsers that get a banner in the page: people's on phones, except Safari. Empty for others.
  static func seeingBanner(_ agent: UserAgent) -> PageVisitor {
    guard !agent.isBot else { return [] }
    return switch agent.platform {
    case .iPhone, .iPad: agent.showsSmartAppBanner ? [] : .appleBanner
    case .android: agent.browser == .firefox ? .firefoxBanner : .androidBanner
    case .macOS, .windows, .linux, .chromeOS, .unknown: []
    }
  }
}

extension PageOpenings {
  subscript(_ visitor: PageVisitor) -> PageOpening {
    visitor.isDisjoint(with: [.android, .androidBanner, .firefoxBanner]) ? apple : android
  }
}

extension UserAgent {
  /// Whether the browser may show Apple's banner: Safari, also on a Mac, which may be an iPad.
  var showsSmartAppBanner: Bool {
    browser == .safari && inAppBrowser == nil && !isBot && (platform.isApple || platform == .macOS)
  }
}
