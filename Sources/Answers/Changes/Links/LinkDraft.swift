import Cryptography
package import JSONSyntax
package import LinkStorage
package import Links
import SiteModel
import WebSyntax

/// A link to create, as a caller requested it.
///
/// A draft collects what cannot be read; the change refuses it.
package struct LinkDraft: Equatable, Sendable {
  /// The fields of the link except host and slug.
  package var link: ShortLink
  /// The host as written; nil for the host of the only site with short links.
  package var host: String?
  package var slug: LinkSlug
  /// Whether to return an existing link that differs only in its times instead of creating one; with a
  /// random slug, also one that differs in the slug.
  package var findsExisting = false
  /// The fields that could not be read, as far as they are listed.
  package private(set) var faults: [FieldFault] = []
  /// The number of fields that could not be read, including those not listed.
  private var faultCount = 0
  /// False if the host's value cannot be read.
  private var isHostReadable = true

  /// - Parameter faults: the invalid fields other than host and slug.
  package init(
    _ link: ShortLink, host: String?, slug: LinkSlug, findsExisting: Bool = false,
    faults: [FieldFault] = []
  ) {
    self.link = link
    self.host = host
    self.slug = slug
    self.findsExisting = findsExisting
    self.faults = faults
    faultCount = faults.count
  }

  package init(_ description: JSONNode, passwords: PasswordHasher) {
    self.init(
      ShortLink(host: "", slug: "", url: ""), host: nil, slug: .random(RandomSlug()))
    let collector = JSONProblemCollector(tree: description)
    let reader = LinkReader(password: passwords.read)
    let read = collector.root.object { object -> LinkDraft in
      var draft = self
      draft.host = object.present("host")?.string()
      let given = object.present("slug").flatMap(reader.slug)
      reader.readNew(object, into: &draft.link)
      // Read even with a slug, so that they do not count as unknown keys.
      let random = Self.randomSlug(object)
      draft.slug = given.map(LinkSlug.given) ?? .random(random)
      draft.findsExisting = object.present("findExisting")?.bool() ?? false
      return draft
    }
    self = read ?? self
    faults = collector.problems.faults
    faultCount = collector.count
    isHostReadable = read != nil && !faults.contains { $0.field == "host" }
  }

  /// Reads what an app says of a link. Its token decides everything else.
  package init(_ description: JSONNode, ofAppWith token: APIToken, at now: Timestamp) {
    var link = ShortLink(host: "", slug: "", url: "")
    let collector = JSONProblemCollector(tree: description)
    _ = collector.root.object { LinkReader(setter: .app).readNew($0, into: &link) }
    link.owner = token.name ?? token.id
    link.expires = token.making?.lifetime.map {
      Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + $0)
    }
    self.init(
      link, host: token.reach.soleHost, slug: .random(RandomSlug()),
      faults: collector.problems.faults)
  }

  private static func randomSlug(_ object: JSONObjectReader) -> RandomSlug {
    var slug = RandomSlug()
    if let length = object.present("slugLength")?.int(in: 4...64) { slug.length = length }
    slug.alphabet = object.present("slugAlphabet")?.value(
      "an alphabet: expected 2 to 64 letters, digits, '-' and '_', each once", RandomSlug.alphabet)
    return slug
  }
}

// MARK: - Deciding

extension LinkDraft {
  /// The link that the draft describes, still without its slug if that is random.
  func link(in sites: ServiceSnapshot) throws(ChangeRefusal) -> ShortLink {
    let named = host.map(HostName.compared)
    if let named, HostPattern(named) != nil, !sites.reaches(named) {
      throw .hostNotReached(named)
    }
    var faults: [FieldFault] = []
    var wanted = link
    do throws(FieldFault) {
      if isHostReadable { wanted.host = try chosenHost(named, sites) }
    } catch {
      faults.append(error)
    }
    if let fault = slug.fault { faults.append(fault) }
    if case .given(let slug) = slug { wanted.slug = slug }
    guard faults.isEmpty, self.faults.isEmpty else {
      throw .invalid(faults + self.faults, count: faults.count + faultCount)
    }
    wanted.slug = sites.canonical(wanted.key).slug
    // A configured link would take precedence at a visit.
    if sites.configuredLink(wanted.key) != nil { throw .slugTaken(wanted.key) }
    let others = sites.siteTable.site(of: wanted.host)?.faults(of: wanted) ?? []
    faults = others.filter { $0.path != "slug" || !slug.isRandom }.map(FieldFault.init)
    guard faults.isEmpty else { throw .invalid(faults) }
    return wanted
  }

  /// The host of the link. It may be omitted when only one site has short links, not counting a sample
  /// site on the machine's own name.
  private func chosenHost(_ named: String?, _ sites: ServiceSnapshot) throws(FieldFault) -> String {
    guard let named else {
      if let host = sites.onlyLinkHost { return host }
      let known = sites.linkHosts
      let hint = known.isEmpty ? nil : Sentence(LinkFault.hostChoices(known))
      throw FieldFault("host", ValueFault.missing("host", hint: hint))
    }
    guard HostPattern(named)?.isWildcard == false else {
      throw FieldFault("host", LinkFault.notHost(host ?? ""))
    }
    guard sites.siteTable.site(of: named) != nil else {
      throw FieldFault("host", sites.siteTable.unserved(named))
    }
    return named
  }
}

extension FieldFault {
  init(_ fault: SiteRules.Fault) {
    self.init(fault.path, fault.reason)
  }
}

package enum LinkSlug: Equatable, Sendable {
  case given(String)
  case random(RandomSlug)

  var isRandom: Bool { if case .random = self { true } else { false } }

  /// Why no link can have the slug; nil when one can.
  var fault: FieldFault? {
    switch self {
    case .given(let text): Self.fault(of: text).map { FieldFault("slug", $0) }
    case .random(let random):
      // A sample letter represents those to be drawn.
      Self.fault(of: random.folder + "x").map { FieldFault("slug", $0) }
    }
  }

  static func fault(of text: String) -> LinkFault? {
    Slug.fault(of: text).map { .notSlug(text, $0) }
  }
}

package struct RandomSlug: Equatable, Sendable {
  /// The text before the random letters: empty, or ending with a slash.
  package var folder = ""
  package var length = 8
  /// Whether slugs become longer as short ones become scarce.
  package var grows = false
  /// The letters to draw from; nil for base62.
  package var alphabet: [UInt8]?

  package init() {}

  static func alphabet(_ text: String) -> [UInt8]? {
    let letters = Array(Set(text.utf8)).sorted()
    let isPlain = letters.allSatisfy { letter in
      ASCII.isAlphanumeric(letter)
        || letter == UInt8(ascii: "-") || letter == UInt8(ascii: "_")
    }
    guard isPlain, (2...64).contains(letters.count), letters.count == text.utf8.count else {
      return nil
    }
    return letters
  }

  /// A random slug, after a number that were taken; nil when the random generator failed.
  func make(attempt: Int) -> String? {
    letters(grows ? length + attempt / 3 : length).map { folder + $0 }
  }

  private func letters(_ length: Int) -> String? {
    guard let alphabet else { return RandomBytes.base62(length) }
    var slug: [UInt8] = []
    // Values above the largest multiple of the alphabet's size would favour some letters.
    let bound = 256 / alphabet.count * alphabet.count
    while slug.count < length {
      guard let bytes = RandomBytes.make(length * 2 + 16) else { return nil }
      for byte in bytes where Int(byte) < bound && slug.count < length {
        slug.append(alphabet[Int(byte) % alphabet.count])
      }
    }
    return String(decoding: slug, as: UTF8.self)
  }
}
