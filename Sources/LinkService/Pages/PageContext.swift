import AppAssociation

/// What a request decides about a page.
struct PageContext {
  /// Holds the path and the query.
  let bytes: [UInt8]
  let path: Range<Int>
  let query: Range<Int>?
  /// Offsets in the path.
  let captures: CaptureRanges
  /// The host of the request in lower case, without port and trailing dot.
  let host: ArraySlice<UInt8>
  /// Where an Open button leads.
  let otherHost: ArraySlice<UInt8>

  /// Where the bytes of a capture lie; empty for one that the path does not have.
  fileprivate func capture(_ index: Int) -> Range<Int> {
    guard index < captures.count else { return 0..<0 }
    let capture = captures[index]
    let range = path.lowerBound + capture.lowerBound..<path.lowerBound + capture.upperBound
    return range.upperBound <= path.upperBound ? range : 0..<0
  }

  /// What the slots of a page hold, as long as there is nothing to escape.
  fileprivate var length: Int {
    path.count + (query?.count ?? 0) + host.count + otherHost.count
  }
}

extension PageTemplate {
  /// The page as bytes, every hole filled and escaped for its place.
  func render(_ context: PageContext) -> [UInt8] {
    var page: [UInt8] = []
    // Enough for all but pages in which much is escaped, so that the array is made once.
    page.reserveCapacity(bytes.count + holes.count * context.length + 64)
    var start = 0
    for hole in holes {
      page.append(copying: bytes.span.extracting(start..<hole.end))
      Self.fill(hole.slot, context, &page)
      start = hole.end
    }
    page.append(copying: bytes.span.extracting(start..<bytes.count))
    return page
  }

  private static func fill(_ slot: Slot, _ context: PageContext, _ page: inout [UInt8]) {
    let bytes = context.bytes.span
    switch slot {
    case .captureText(let index):
      CaptureText.append(bytes.extracting(context.capture(index)), to: &page)
    case .captureInURL(let index):
      page.append(bytes.extracting(context.capture(index)), escapedBy: .addressInHTML)
    case .captureInLocation(let index):
      page.append(bytes.extracting(context.capture(index)), escapedBy: .address)
    case .host: page.append(context.host.span, escapedBy: .html)
    case .otherHost: page.append(context.otherHost.span, escapedBy: .html)
    case .target: appendTarget(context, escapedBy: .addressInHTML, to: &page)
    case .bannerTarget: appendTarget(context, escapedBy: .bannerArgument, to: &page)
    }
  }

  /// Path and query as they were sent; an empty path reads as `/`.
  private static func appendTarget(
    _ context: PageContext, escapedBy escaping: ByteEscaping, to page: inout [UInt8]
  ) {
    let bytes = context.bytes.span
    if context.path.isEmpty { page.append(UInt8(ascii: "/")) }
    page.append(bytes.extracting(context.path), escapedBy: escaping)
    guard let query = context.query else { return }
    page.append(UInt8(ascii: "?"))
    page.append(bytes.extracting(query), escapedBy: escaping)
  }
}
