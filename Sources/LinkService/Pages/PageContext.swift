import AppAssociation
import HTTPCore

/// What a request decides about a page.
struct PageContext {
  /// Holds the path and the query.
  let bytes: [UInt8]
  let path: Range<Int>
  let query: Range<Int>?
  let captures: [RoutingMatch.Capture]
  /// The host of the request in lower case, without port and trailing dot.
  let host: String
  /// Where an Open button leads.
  let otherHost: String

  /// The bytes of a capture as the path has them; empty for a name that the route does not capture.
  func capture(_ name: String) -> ArraySlice<UInt8> {
    guard let capture = captures.first(where: { $0.name == name }) else { return [] }
    let lower = path.lowerBound + capture.range.lowerBound
    let upper = path.lowerBound + capture.range.upperBound
    guard lower <= upper, upper <= path.upperBound else { return [] }
    return bytes[lower..<upper]
  }

  /// Path and query as they were sent; an empty path reads as `/`.
  func target() -> String {
    var target = String(decoding: bytes[path], as: UTF8.self)
    if target.isEmpty { target = "/" }
    if let query { target += "?" + String(decoding: bytes[query], as: UTF8.self) }
    return target
  }

  /// The same with whatever no URL may hold percent-encoded.
  func safeTarget() -> String {
    PercentCoding.encodeUnsafe(Array(target().utf8)[...])
  }
}

extension PageTemplate {
  /// The page as bytes, every hole filled and escaped for its place.
  func render(_ context: PageContext) -> [UInt8] {
    var page: [UInt8] = []
    page.reserveCapacity(4096)
    // The address stands in several places of a page and is escaped once for all of them.
    var target: String?
    for segment in segments {
      switch segment {
      case .bytes(let bytes): page += bytes
      case .slot(.target):
        let text = target ?? HTMLText.escape(context.safeTarget())
        page += text.utf8
        target = text
      case .slot(let slot): page += text(of: slot, context).utf8
      }
    }
    return page
  }

  /// The path is a stranger's: what turns text backwards may stand in it as well as anything.
  private func visible(_ capture: ArraySlice<UInt8>) -> String {
    VisibleText.line(PercentCoding.decodeLossy(capture), limit: VisibleText.descriptionLimit) ?? ""
  }

  private func text(of slot: Slot, _ context: PageContext) -> String {
    switch slot {
    case .captureText(let name):
      HTMLText.escape(visible(context.capture(name)))
    case .captureInURL(let name):
      HTMLText.escape(PercentCoding.encodeUnsafe(context.capture(name)))
    case .captureInLocation(let name): PercentCoding.encodeUnsafe(context.capture(name))
    case .host: HTMLText.escape(context.host)
    case .otherHost: HTMLText.escape(context.otherHost)
    case .target: HTMLText.escape(context.safeTarget())
    case .bannerTarget: HTMLText.escape(SmartAppBanner.encodeArgument(context.target()))
    }
  }
}
