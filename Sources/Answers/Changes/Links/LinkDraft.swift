package import JSONSyntax
package import Links
import SiteModel
import WebSyntax

/// A link to be made, as somebody has asked for it.
///
/// A draft says what cannot be read; the change refuses it.
package struct LinkDraft: Equatable, Sendable {
  /// Everything but host and slug.
  package var link: ShortLink
  /// As it was written; nil for the host of the only site with short links.
  package var host: String?
  package var slug: LinkSlug
  /// Whether a link that differs in nothing but its times is given back in place of a new one; with a
  /// random slug, also one that differs in the slug.
  package var findsExisting = false
  package private(set) var faults: [FieldFault] = []
  /// With those that are not listed.
  private var faultCount = 0
  /// False where what is said of the host cannot be read.
  private var isPlaced = true

  /// - Parameter faults: what could not be read of other fields than host and slug.
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

  /// Reads a description in the API's JSON.
  ///
  /// - Parameter passwords: hashes a password that is written out.
  package init(_ description: JSONNode, passwords: PasswordHasher) {
    self.init(
      ShortLink(host: "", slug: "", url: ""), host: nil, slug: .random(RandomSlug()))
    let collector = JSONProblemCollector(tree: description)
    let reader = LinkReader(password: passwords.read)
    let read = collector.root.object { object -> LinkDraft in
      var draft = self
      draft.host = Self.present(object, "host")?.string()
      let given = Self.slug(object)
      reader.readNew(object, into: &draft.link)
      // Read in any case, so that they do not count as unknown keys next to a slug.
      let random = Self.randomSlug(object)
      draft.slug = given.map(LinkSlug.given) ?? .random(random)
      draft.findsExisting = Self.present(object, "findExisting")?.bool() ?? false
      return draft
    }
    self = read ?? self
    faults = collector.problems.faults
    faultCount = collector.count
    isPlaced = read != nil && !faults.contains { $0.field == "host" }
  }

  /// The field, unless it is null, which has the same meaning as its absence.
  private static func present(_ object: JSONObjectReader, _ name: String) -> JSONField? {
    object.optional(name).flatMap { $0.isNull ? nil : $0 }
  }

  private static func slug(_ object: JSONObjectReader) -> String? {
    guard let field = present(object, "slug"), let text = field.string() else { return nil }
    guard let fault = LinkSlug.fault(of: text) else { return text }
    field.report(fault)
    return nil
  }

  private static func randomSlug(_ object: JSONObjectReader) -> RandomSlug {
    var slug = RandomSlug()
    if let length = present(object, "slugLength")?.int(in: 4...64) { slug.length = length }
    guard let field = present(object, "slugAlphabet"), let text = field.string() else {
      return slug
    }
    if let alphabet = RandomSlug.alphabet(text) {
      slug.alphabet = alphabet
    } else {
      field.report(
        "'\(text.prefix(100))' is not an alphabet: expected 2 to 64 letters, digits, '-' and '_', each "
          + "once")
    }
    return slug
  }
}

// MARK: - Deciding

extension LinkDraft {
  /// The link that comes of the draft, still without its slug where that is random.
  ///
  /// - Parameter sites: as far as the caller reaches them.
  func link(in sites: ServiceSnapshot) throws(ChangeRefusal) -> ShortLink {
    let named = host?.lowercased()
    if let named, HostPattern(named) != nil, !sites.reaches(named) {
      throw .hostNotReached(named)
    }
    var faults: [FieldFault] = []
    var wanted = link
    do throws(FieldFault) {
      if isPlaced { wanted.host = try place(named, sites) }
    } catch {
      faults.append(error)
    }
    if let fault = slug.fault { faults.append(fault) }
    if case .given(let slug) = slug { wanted.slug = slug }
    guard faults.isEmpty, self.faults.isEmpty else {
      throw .invalid(faults + self.faults, count: faults.count + faultCount)
    }
    wanted.slug = sites.canonical(wanted.key).slug
    // A link of the configuration takes precedence at a visit.
    if sites.configuredLink(wanted.key) != nil { throw .slugTaken(wanted.key) }
    let others = sites.siteTable.site(of: wanted.host)?.faults(of: wanted) ?? []
    faults = others.filter { $0.path != "slug" || !slug.isRandom }.map(FieldFault.init)
    guard faults.isEmpty else { throw .invalid(faults) }
    return wanted
  }

  /// The host of the link; it may be left out where only one site has short links, apart from a
  /// sample on this machine's own name.
  private func place(_ named: String?, _ sites: ServiceSnapshot) throws(FieldFault) -> String {
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
