package import JSONSyntax
package import LinkStorage
package import Links
import WebSyntax

/// Requested changes to a link, read from the API's JSON: a merge patch (RFC 7396) over the table of
/// fields.
///
/// A patch collects what cannot be read; the change refuses it.
package struct LinkPatch: Equatable, Sendable {
  /// The fields that get another value or are reset to their default.
  package private(set) var fields: [LinkField] = []
  /// A link that holds the new values of these fields.
  private var values = ShortLink(host: "", slug: "", url: "")
  /// The names within `extra` that get another value or go; nil when all of them go.
  private var extras: Set<String>?
  /// Whether the password is only marked as present, as in a link's description.
  private var keepsPassword = false
  /// The fields that could not be read, as far as they are listed.
  package private(set) var faults: [FieldFault] = []
  /// The number of fields that could not be read, including those not listed.
  private(set) var faultCount = 0

  /// - Parameter key: the key of the link, whose host and slug the patch may repeat.
  package init(_ description: JSONNode, of key: LinkKey, passwords: PasswordHasher) {
    self.init(description, of: key, password: passwords.read)
  }

  /// - Parameter description: a merge patch without a password.
  init(_ description: JSONNode, of key: LinkKey) {
    self.init(description, of: key, password: LinkReader.hashOnly)
  }

  init(tags: [String], of key: LinkKey) {
    let kept = tags.filter { !$0.trimmed.isEmpty }
    self.init(JSONNode(["tags": .strings(kept)]), of: key)
  }

  private init(
    _ description: JSONNode, of key: LinkKey, password: @escaping (JSONField) -> PasswordHash?
  ) {
    let collector = JSONProblemCollector(tree: description)
    let reader = LinkReader { $0.node.bool == true ? nil : password($0) }
    let read = collector.root.object { object -> ShortLink in
      Self.passOverDescription(object, of: key)
      var link = ShortLink(host: key.host, slug: key.slug, url: "")
      reader.read(object, into: &link)
      return link
    }
    guard let read, collector.count == 0 else {
      faults = collector.problems.faults
      faultCount = collector.count
      return
    }
    values = read
    extras = description.member("extra")?.object.map { Set($0.map(\.name)) }
    keepsPassword = description.member("password")?.bool == true
    fields = LinkField.all.filter { field in
      if case .password = field.type, keepsPassword { return false }
      return field.isNamed(in: description)
    }
  }

  /// Ignores what the server sets, so that a link may be sent back as it was read.
  private static func passOverDescription(_ object: JSONObjectReader, of key: LinkKey) {
    for name in ["shortURL", "source", "clicks", "reservedClicks", "warnings", "health"] {
      _ = object.optional(name)
    }
    for (name, value) in [("host", key.host), ("slug", key.slug)] {
      guard let field = object.optional(name), field.node.string != value else { continue }
      field.report(LinkFault.fixedOnceMade(field: name))
    }
  }

  /// What an import brought along, of which no request could bring more.
  private static let extraBytes = 1 << 20

  /// The faults of the patch that depend on the link itself.
  func faults(against link: ShortLink) -> [FieldFault] {
    if keepsPassword, link.password == nil {
      let fault = "the link has no password to keep: expected a text or null"
      return [FieldFault("password", fault)]
    }
    guard extras != nil else { return [] }
    let bytes = applied(to: link).extra.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    guard bytes > Self.extraBytes else { return [] }
    return [FieldFault("extra", LinkFault.textTooLong(bytes: bytes, limit: Self.extraBytes))]
  }

  package func applied(to link: ShortLink) -> ShortLink {
    let (values, changed) = (UnpackedLink(values), UnpackedLink(link))
    for field in fields {
      if case .extra(let path) = field.type, let extras {
        let kept = changed[path].filter { !extras.contains($0.name) }
        changed[path] = (kept + values[path]).sorted { $0.name < $1.name }
      } else {
        _ = field.type.restore(field.type.stored(in: values), in: changed)
      }
    }
    return changed.packed
  }
}

extension LinkField {
  /// Whether a merge patch changes the field; host and slug name the link instead, and its times are
  /// those of its writes.
  fileprivate func isNamed(in description: JSONNode) -> Bool {
    if case .host = type { return false }
    guard isContent else { return false }
    guard let part else { return description.member(name) != nil }
    guard let object = description.member(part) else { return false }
    if case .null = object.value { return true }
    return object.member(name) != nil
  }
}

/// One state of one link; a new link at the same host and slug has another identifier.
package struct LinkRevision: Equatable, Sendable {
  package let id: Int
  package let revision: Int

  package init(id: Int, revision: Int) {
    self.id = id
    self.revision = revision
  }

  package init(_ stored: StoredLink) {
    self.init(id: stored.id, revision: stored.revision)
  }

  /// Reads a `description`; nil for any other text.
  package init?(_ text: some StringProtocol) {
    guard let (id, revision) = LinkCursor.numbers(Substring(text), "-") else { return nil }
    self.init(id: id, revision: revision)
  }
}

extension LinkRevision: CustomStringConvertible {
  package var description: String { "\(id)-\(revision)" }
}

/// The states of a link in which a change is to be made.
package struct LinkPrecondition: Equatable, Sendable {
  package enum States: Equatable, Sendable {
    case every
    case some([LinkRevision])

    func contains(_ stored: StoredLink) -> Bool {
      switch self {
      case .every: true
      case .some(let revisions): revisions.contains(LinkRevision(stored))
      }
    }
  }

  /// The states of which the link has to be in one; nil where it may as well be absent.
  package var expected: States?
  package var excluded = States.some([])

  package init() {}

  package static let none = LinkPrecondition()

  func check(_ stored: StoredLink) throws(ChangeRefusal) {
    guard expected?.contains(stored) ?? true else { throw .linkChanged(stored.link.key) }
    guard !excluded.contains(stored) else { throw .linkExcluded(stored.link.key) }
  }
}
