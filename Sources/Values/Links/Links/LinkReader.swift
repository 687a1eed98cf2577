package import JSONSyntax

/// Reads the fields of a link strictly, from any source, and reports every invalid one.
///
/// Absent fields stay as they are in the link that is read into, so that one reader serves for creating
/// and changing links.
package struct LinkReader {
  /// Turns the value of `password` into a hash. Hashing is injected: by default only `{"hash": …}` is
  /// accepted, the format of exports.
  package var password: (JSONField) -> PasswordHash?
  /// Whether null resets a field to its default, as in a merge patch (RFC 7396).
  package var nullIsAbsence: Bool

  /// The source of the values; a field that it may not set is an unknown key.
  private let setter: LinkField.Setters

  package init(
    nullIsAbsence: Bool = true, setter: LinkField.Setters = .api,
    password: @escaping (JSONField) -> PasswordHash? = LinkReader.hashOnly
  ) {
    self.nullIsAbsence = nullIsAbsence
    self.setter = setter
    self.password = password
  }

  /// A whole link with its `host` and `slug`; nil when these or the destination cannot be read, or the
  /// field is not an object.
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

  /// Reads the fields of a new link; the caller provides `host` and `slug`.
  package func readNew(_ object: JSONObjectReader, into link: inout ShortLink) {
    _ = object.required("url")
    read(object, into: &link)
  }

  /// Reads all fields except `host` and `slug`.
  package func read(_ object: JSONObjectReader, into link: inout ShortLink) {
    object.note { Self.paths[$0] }
    let unpacked = UnpackedLink(link)
    for group in Self.groups
    where group.fields.contains(where: { $0.setters.contains(setter) }) {
      if let part = group.part {
        read(part, group.fields, object, into: unpacked)
      } else {
        read(group.fields, object, into: unpacked)
      }
    }
    link = unpacked.packed
  }

  /// The fields in the order in which errors list them; uninterpreted values come last.
  private static let groups: [LinkField.Group] = {
    let fields = LinkField.all.filter { $0.name != "host" && $0.name != "slug" }
    let isExtra = { (field: LinkField) in if case .extra = field.type { true } else { false } }
    return LinkField.Group.runs(of: fields.filter { !isExtra($0) } + fields.filter(isExtra))
  }()

  /// Paths by the names of fields that are in an object of the link.
  private static let paths = Dictionary(
    LinkField.all.filter { $0.part != nil }.map { ($0.name, $0.path) }
  ) { first, _ in first }

  private func read(
    _ part: LinkPart, _ fields: [LinkField], _ object: JSONObjectReader,
    into link: UnpackedLink
  ) {
    guard let json = object.optional(part.name) else { return }
    guard !isAbsence(json) else { return part.reset(link) }
    guard json.node.object != nil else {
      return json.reportMismatch(fields.first.map { .objectWith($0.name) } ?? .object)
    }
    _ = json.object { read(fields, $0, into: link) }
  }

  private func read(
    _ fields: [LinkField], _ object: JSONObjectReader, into link: UnpackedLink
  ) {
    for field in fields where field.setters.contains(setter) {
      guard let json = object.optional(field.name) else { continue }
      if isAbsence(json), !field.type.isRequired {
        field.type.reset(in: link)
      } else {
        read(field.type, json, into: link)
      }
    }
  }

  /// Whether the field is `null` and that means absence, so that the reader resets it to its default.
  func isAbsence(_ field: JSONField) -> Bool { nullIsAbsence && field.isNull }

  /// Reads one field; an invalid value is reported and leaves the link as it is.
  private func read(_ type: FieldType, _ json: JSONField, into link: UnpackedLink) {
    func set<Value>(_ path: FieldPath<Value?>, _ value: Value?) {
      if let value { link[path] = value }
    }
    func replace<Value>(_ path: FieldPath<Value>, by value: Value?) {
      if let value { link[path] = value }
    }
    switch type {
    case .host(let path): replace(path, by: host(json))
    case .slug(let path): replace(path, by: slug(json))
    case .destination(let path): replace(path, by: Self.url(json, isVisited: true))
    case .url(let path, let isVisited): set(path, Self.url(json, isVisited: isVisited))
    case .text(let path, let limit):
      guard let text = json.plainText(limit: limit) else { return }
      // Empty text means none: tables cannot distinguish the two.
      link[path] = text.isEmpty ? nil : text
    case .word(let path, let kind): set(path, json.word(kind))
    case .int(let path, let range): set(path, json.int(in: range))
    case .flag(let path): replace(path, by: json.bool())
    case .time(let path): set(path, Self.time(json))
    case .choice(let choice): choice.read(json, into: link)
    case .tags(let path): replace(path, by: Self.tags(json))
    case .password(let path): set(path, password(json))
    case .campaign(let path, let index):
      guard let text = json.plainText(limit: FieldType.wordBytes) else { return }
      link[path][index: index] = text.isEmpty ? nil : text
    case .extra(let path): replace(path, by: extra(json))
    case .rules(let path): replace(path, by: Self.rules(json))
    }
  }
}

extension ShortLink {
  /// Reads a link whose host and slug are known, as in a configuration: an object, or its
  /// destination alone. Every invalid field is reported.
  ///
  /// - Parameter slug: the slug, which must already be valid.
  package static func read(
    _ field: JSONField, host: String, slug: String,
    reader: LinkReader = LinkReader(nullIsAbsence: false)
  ) -> ShortLink? {
    if field.node.string != nil {
      return LinkReader.url(field, isVisited: true).map {
        ShortLink(host: host, slug: slug, url: $0)
      }
    }
    guard field.node.object != nil else {
      field.report(
        "found \(field.node.value.kindName): expected a URL, or an object such as {\"url\": …}")
      return nil
    }
    return field.object { object in
      var link = ShortLink(host: host, slug: slug, url: "")
      reader.readNew(object, into: &link)
      return link
    }
  }
}
