import HTTPCore
package import Links
import WebSyntax

/// A link as a compact record: a header, the slug, the location or destination, and the link's
/// times.
///
/// A link as a value takes five times as much memory in several allocations, and a visit waits for
/// each of them. The record of an ordinary link is also its prepared answer.
package struct PackedLink {
  /// The flags of the record.
  package struct Marks: OptionSet, Sendable {
    /// The bits of all marks.
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The redirect of a visit without a query is ready, if the flag of the visitor's system is
    /// set.
    package static let isReady = Marks(rawValue: 1)
    /// The link has settings for Apple's platforms.
    package static let isForApple = Marks(rawValue: 2)
    /// The link has settings for Android.
    package static let isForAndroid = Marks(rawValue: 4)
    /// The link redirects even visitors who would get a page.
    package static let skipsPage = Marks(rawValue: 8)
    package static let isArchived = Marks(rawValue: 16)
    /// The time of creation is known.
    package static let isCreated = Marks(rawValue: 32)
    /// The time of the last change is known.
    package static let isUpdated = Marks(rawValue: 64)
    /// The link is not in the record but in a separate list; the text is the ready location.
    package static let isBeside = Marks(rawValue: 128)
  }

  /// The properties that are either there or not.
  package let marks: Marks
  package let status: ShortLink.RedirectStatus
  let query: ShortLink.QueryMode
  /// The lines of the prepared redirect.
  package let lines: ReadyRedirect.Lines
  /// The number of the link's `LinkSite`.
  package let site: Int
  /// The index in the list of links outside the records.
  let position: Int
  package let slug: Range<Int>
  /// The range of the destination; for a link outside the records, of its ready location.
  package let text: Range<Int>

  static let headerBytes = 12

  /// The greatest length of a slug in bytes, which `Slug` allows as well.
  static let slugLimit = Int(UInt8.max)

  /// Returns whether the ready redirect applies to a visitor.
  @inline(__always)
  package func isReady(for agent: UserAgent) -> Bool {
    marks.contains(.isReady)
      && ReadyRedirect.holds(
        for: agent, isForApple: marks.contains(.isForApple),
        isForAndroid: marks.contains(.isForAndroid))
  }

  /// Reads the record at an offset; nil when there is no valid record.
  @inline(__always)
  package init?(_ bytes: Span<UInt8>, at start: Int) {
    guard start >= 0, start &+ Self.headerBytes <= bytes.count else { return nil }
    let (low, high) = bytes.withUnsafeBytes { raw in
      (
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: start, as: UInt64.self)),
        UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: start &+ 8, as: UInt32.self))
      )
    }
    self.init(low, high, start)
    guard text.upperBound <= bytes.count else { return nil }
  }

  @inline(__always)
  private init(_ low: UInt64, _ high: UInt32, _ start: Int) {
    marks = Marks(rawValue: UInt8(truncatingIfNeeded: low))
    let codes = UInt8(truncatingIfNeeded: low &>> 8)
    status = ShortLink.RedirectStatus(code: codes & 7)
    query = ShortLink.QueryMode(code: codes &>> 3 & 3)
    lines = ReadyRedirect.Lines(rawValue: codes &>> 5 & 3) ?? .neverCached
    let slugCount = Int(UInt8(truncatingIfNeeded: low &>> 16))
    let textCount = Int(UInt16(truncatingIfNeeded: low &>> 32))
    site = Int(UInt16(truncatingIfNeeded: low &>> 48))
    position = Int(high)
    let slugStart = start &+ Self.headerBytes
    slug = Range(uncheckedBounds: (slugStart, slugStart &+ slugCount))
    text = Range(uncheckedBounds: (slug.upperBound, slug.upperBound &+ textCount))
  }

  /// Returns the size, in words, of a record with the given first word.
  @inline(__always)
  package static func words(header: UInt64) -> Int {
    (PackedLink(header, 0, 0).size + 7) / 8
  }

  /// The size of the record in bytes.
  @inline(__always)
  var size: Int {
    let times = (marks.contains(.isCreated) ? 8 : 0) + (marks.contains(.isUpdated) ? 8 : 0)
    let end = text.upperBound + (marks.contains(.isBeside) ? 0 : times)
    return end - slug.lowerBound + Self.headerBytes
  }

  // MARK: - Packing

  /// Returns the record of a single link; a link that does not fit is not contained in it.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - site: the number of the link's `LinkSite`.
  ///   - ready: the link's ready redirect; nil for none.
  static func record(
    of link: ShortLink, site: UInt16, ready: ReadyRedirect?
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    append(link, site: site, ready: ready, to: &bytes) { _ in 0 }
    return bytes
  }

  /// Appends the record of a link.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - site: the number of the link's `LinkSite`.
  ///   - ready: the link's ready redirect; nil without one, and for a link that its path does not
  ///     find.
  ///   - bytes: receives the record.
  ///   - beside: stores a link that does not fit into a record, and returns its index.
  static func append(
    _ link: ShortLink, site: UInt16, ready: ReadyRedirect?, to bytes: inout [UInt8],
    beside: (ShortLink) -> UInt32
  ) {
    // A link with a longer location has no ready redirect and is decided on every visit.
    let ready = ready.flatMap { $0.location.utf8.count <= UInt16.max ? $0 : nil }
    let isItsOwn = ready.map { ($0.location, $0.status) == (link.url, link.status) } ?? true
    let isBeside = !fits(link) || !isItsOwn
    let text = isBeside ? ready?.location ?? "" : link.url
    var marks: Marks = []
    if let ready {
      marks.insert(.isReady)
      if ready.isForApple { marks.insert(.isForApple) }
      if ready.isForAndroid { marks.insert(.isForAndroid) }
    }
    if link.skipPage { marks.insert(.skipsPage) }
    if link.archived { marks.insert(.isArchived) }
    if link.createdAt != nil { marks.insert(.isCreated) }
    if link.updatedAt != nil { marks.insert(.isUpdated) }
    if isBeside { marks.insert(.isBeside) }
    let status = ready?.status ?? link.status
    let lines = ready?.lines ?? .neverCached
    bytes.append(marks.rawValue)
    bytes.append(status.code | link.query.code << 3 | lines.rawValue << 5)
    bytes.append(UInt8(truncatingIfNeeded: link.slug.utf8.count))
    bytes.append(0)
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: text.utf8.count))
    bytes.append(littleEndian: site)
    bytes.append(littleEndian: isBeside ? beside(link) : 0)
    bytes += link.slug.utf8
    bytes += text.utf8
    guard !isBeside else { return }
    for time in [link.createdAt, link.updatedAt] {
      if let time { bytes.append(littleEndian: Int64(time.secondsSinceEpoch)) }
    }
  }

  private static func fits(_ link: ShortLink) -> Bool {
    link.rare == ShortLink.Rare() && link.url.utf8.count <= UInt16.max
  }

  /// Returns the link of the record; nil for a link stored in the separate list.
  package func link(_ bytes: Span<UInt8>, host: String) -> ShortLink? {
    guard !marks.contains(.isBeside) else { return nil }
    var link = ShortLink(
      host: host, slug: bytes.extracting(slug).text, url: bytes.extracting(text).text)
    link.status = status
    link.query = query
    link.skipPage = marks.contains(.skipsPage)
    link.archived = marks.contains(.isArchived)
    var offset = text.upperBound
    if marks.contains(.isCreated) { link.createdAt = Self.time(bytes, &offset) }
    if marks.contains(.isUpdated) { link.updatedAt = Self.time(bytes, &offset) }
    return link
  }

  private static func time(_ bytes: Span<UInt8>, _ offset: inout Int) -> Timestamp? {
    let end = offset + MemoryLayout<Int64>.size
    guard end <= bytes.count else { return nil }
    let seconds = bytes.withUnsafeBytes {
      Int64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int64.self))
    }
    offset = end
    return Timestamp(secondsSinceEpoch: Int(seconds))
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

extension Span<UInt8> {
  fileprivate var text: String {
    withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}

extension ShortLink.RedirectStatus {
  fileprivate var code: UInt8 {
    switch self {
    case .movedPermanently: 1
    case .found: 0
    case .seeOther: 2
    case .temporary: 3
    case .permanent: 4
    }
  }

  @inline(__always)
  fileprivate init(code: UInt8) {
    switch code {
    case 1: self = .movedPermanently
    case 2: self = .seeOther
    case 3: self = .temporary
    case 4: self = .permanent
    default: self = .found
    }
  }
}

extension ShortLink.QueryMode {
  fileprivate var code: UInt8 {
    switch self {
    case .merge: 0
    case .visitor: 1
    case .drop: 2
    }
  }

  @inline(__always)
  fileprivate init(code: UInt8) {
    switch code {
    case 1: self = .visitor
    case 2: self = .drop
    default: self = .merge
    }
  }
}
