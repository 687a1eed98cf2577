package import JSONSyntax

/// Reads the fields of a link strictly, from whatever text: every wrong one is reported.
///
/// What is absent stays as it is in the link that is read into, so that one reader serves making
/// links and changing them.
package struct LinkReader {
  /// Turns the value of `password` into a hash. Hashing is somebody else's work: without them only
  /// `{"hash": …}` is understood, as exports have it.
  package var password: (JSONField) -> PasswordHash?
  /// Whether null takes a field back to its default, as in a merge patch (RFC 7396).
  package var nullIsAbsence: Bool

  /// How long names, titles and the values of a campaign may be.
  static let wordBytes = 1024
  static let descriptionBytes = 8192

  package init(
    nullIsAbsence: Bool = true,
    password: @escaping (JSONField) -> PasswordHash? = LinkReader.hashOnly
  ) {
    self.nullIsAbsence = nullIsAbsence
    self.password = password
  }

  /// A whole link with its `host` and `slug`; nil when these or the destination cannot be read, or
  /// the field is no object.
  package func link(_ field: JSONField) -> ShortLink? {
    let link = field.object { object -> ShortLink? in
      let host = object.required("host").flatMap(host)
      let slug = object.required("slug").flatMap(slug)
      var link = ShortLink(host: host ?? "", slug: slug ?? "", url: "")
      readNew(object, into: &link)
      return host == nil || slug == nil || link.url.isEmpty ? nil : link
    }
    return link ?? nil
  }

  /// The fields of a link that is to be made; `host` and `slug` are the caller's.
  package func readNew(_ object: JSONObjectReader, into link: inout ShortLink) {
    _ = object.required("url")
    read(object, into: &link)
  }

  /// Every field but `host` and `slug`.
  package func read(_ object: JSONObjectReader, into link: inout ShortLink) {
    if let url = object.optional("url") { link.url = Self.url(url) ?? link.url }
    var rare = link.rare
    setText(&rare.name, object, "name", limit: Self.wordBytes)
    set(&rare.tags, [], object, "tags", tags)
    setPart(&rare.apple, ShortLink.Apple(), object, "apple", apple)
    setPart(&rare.android, ShortLink.Android(), object, "android", android)
    setPart(&rare.desktop, ShortLink.Desktop(), object, "desktop") { object, desktop in
      set(&desktop.fallback, object, "fallback", Self.url)
    }
    setPart(&rare.social, ShortLink.Social(), object, "social", social)
    setPart(&rare.campaign, ShortLink.Campaign(), object, "campaign", campaign)
    set(&link.status, .found, object, "status", Self.status)
    set(&link.query, .merge, object, "query", Self.query)
    set(&link.skipPage, false, object, "skipPage") { $0.bool() }
    set(&rare.notBefore, object, "notBefore", Self.time)
    set(&rare.expires, object, "expires", Self.time)
    set(&rare.expiredURL, object, "expiredURL", Self.url)
    set(&rare.maxClicks, object, "maxClicks") { $0.int(in: 1...1_000_000_000) }
    set(&link.archived, false, object, "archived") { $0.bool() }
    set(&rare.password, object, "password", password)
    set(&link.createdAt, object, "createdAt", Self.time)
    set(&link.updatedAt, object, "updatedAt", Self.time)
    set(&rare.extra, [], object, "extra", extra)
    link.rare = rare
  }

  // MARK: - Parts

  private func apple(_ object: JSONObjectReader, into apple: inout ShortLink.Apple) {
    set(&apple.fallback, object, "fallback", Self.url)
    set(&apple.ipadFallback, object, "ipadFallback", Self.url)
    set(&apple.appStoreID, object, "appStoreID") { $0.word(.appStoreID) }
    set(&apple.bundleID, object, "bundleID") { $0.word(.bundleID) }
    set(&apple.ipadBundleID, object, "ipadBundleID") { $0.word(.bundleID) }
    set(&apple.customScheme, object, "customScheme") { $0.word(.scheme) }
    set(&apple.minimumVersion, object, "minimumVersion") { $0.word(.version) }
  }

  private func android(_ object: JSONObjectReader, into android: inout ShortLink.Android) {
    set(&android.fallback, object, "fallback", Self.url)
    set(&android.packageName, object, "packageName") { $0.word(.packageName) }
    set(&android.minimumVersionCode, object, "minimumVersionCode") {
      // Play's own greatest version code is 2100000000; `versionCodeMajor` goes further.
      $0.int(in: 1...Int(Int32.max))
    }
  }

  private func social(_ object: JSONObjectReader, into social: inout ShortLink.Social) {
    setText(&social.title, object, "title", limit: Self.wordBytes)
    setText(&social.description, object, "description", limit: Self.descriptionBytes)
    set(&social.image, object, "image", Self.url)
  }

  private func campaign(_ object: JSONObjectReader, into campaign: inout ShortLink.Campaign) {
    var values = Dictionary(campaign.items.map { ($0.name, $0.value) }) { first, _ in first }
    for name in ShortLink.Campaign.names {
      setText(&values[name], object, name, limit: Self.wordBytes)
    }
    campaign.items = ShortLink.Campaign.names.compactMap { name in
      values[name].map { (name, $0) }
    }
  }

  private func tags(_ field: JSONField) -> [String]? {
    var seen: Set<String> = []
    return field.elements()?.compactMap { element in
      guard let tag = element.plainText(limit: 255) else { return nil }
      // A comma is one to tables even where Swift sees a letter, because a mark follows it.
      guard !tag.isEmpty, !tag.utf8.contains(UInt8(ascii: ",")) else {
        element.report("'\(tag)' is not a tag: expected some text without commas")
        return nil
      }
      return seen.insert(tag).inserted ? tag : nil
    }
  }

  private func extra(_ field: JSONField) -> [ShortLink.Extra]? {
    field.entries()?.compactMap { name, field in
      field.plainText(limit: 8192).map { ShortLink.Extra(name: name, value: $0) }
    }.sorted { $0.name < $1.name }
  }
}

extension LinkReader {
  /// `null` where it counts as absence: a reader's job is then to go back to the default.
  private func isAbsence(_ field: JSONField) -> Bool { nullIsAbsence && field.isNull }

  private func set<Value>(
    _ target: inout Value?, _ object: JSONObjectReader, _ name: String,
    _ read: (JSONField) -> Value?
  ) {
    guard let field = object.optional(name) else { return }
    target = isAbsence(field) ? nil : read(field) ?? target
  }

  private func set<Value>(
    _ target: inout Value, _ fallback: Value, _ object: JSONObjectReader, _ name: String,
    _ read: (JSONField) -> Value?
  ) {
    guard let field = object.optional(name) else { return }
    target = isAbsence(field) ? fallback : read(field) ?? target
  }

  /// Empty text is none: tables cannot tell the two apart.
  private func setText(
    _ target: inout String?, _ object: JSONObjectReader, _ name: String, limit: Int
  ) {
    set(&target, object, name) { $0.plainText(limit: limit) }
    if target?.isEmpty == true { target = nil }
  }

  private func setPart<Part>(
    _ target: inout Part, _ fallback: Part, _ object: JSONObjectReader, _ name: String,
    _ read: (JSONObjectReader, inout Part) -> Void
  ) {
    guard let field = object.optional(name) else { return }
    guard !isAbsence(field) else { return target = fallback }
    target =
      field.object { object in
        var part = target
        read(object, &part)
        return part
      } ?? target
  }
}
