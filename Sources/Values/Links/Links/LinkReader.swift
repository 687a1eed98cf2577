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

  /// Who sets the fields; a field that is for others to set is an unknown key.
  private let setter: LinkField.Setters

  package init(
    nullIsAbsence: Bool = true, setter: LinkField.Setters = .api,
    password: @escaping (JSONField) -> PasswordHash? = LinkReader.hashOnly
  ) {
    self.nullIsAbsence = nullIsAbsence
    self.setter = setter
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
    object.note(elsewhere: Self.paths)
    let unpacked = UnpackedLink(link)
    for group in Self.groups {
      if let part = group.part {
        read(part, group.fields, object, into: unpacked)
      } else {
        read(group.fields, object, into: unpacked)
      }
    }
    link = unpacked.packed
  }

  /// The fields in the order in which they are told as known: what nothing understands comes last.
  private static let groups: [LinkField.Group] = {
    let fields = LinkField.all.filter { $0.name != "host" && $0.name != "slug" }
    let isExtra = { (field: LinkField) in if case .extra = field.type { true } else { false } }
    return LinkField.Group.runs(of: fields.filter { !isExtra($0) } + fields.filter(isExtra))
  }()

  /// By the names of fields that stand in an object of the link.
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

  /// `null` where it counts as absence: a reader's job is then to go back to the default.
  private func isAbsence(_ field: JSONField) -> Bool { nullIsAbsence && field.isNull }

  /// What cannot be read is reported, and the link stays as it is.
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
      // Empty text is none: tables cannot tell the two apart.
      link[path] = text.isEmpty ? nil : text
    case .word(let path, let kind): set(path, json.word(kind))
    case .int(let path, let range): set(path, json.int(in: range))
    case .flag(let path): replace(path, by: json.bool())
    case .time(let path): set(path, Self.time(json))
    case .choice(let choice): choice.read(json, into: link)
    case .tags(let path): replace(path, by: Self.tags(json))
    case .password(let path): set(path, password(json))
    case .campaign(let path, let place):
      guard let text = json.plainText(limit: FieldType.wordBytes) else { return }
      link[path][place: place] = text.isEmpty ? nil : text
    case .extra(let path): replace(path, by: Self.extra(json))
    case .rules(let path): replace(path, by: Self.rules(json))
    }
  }
}
