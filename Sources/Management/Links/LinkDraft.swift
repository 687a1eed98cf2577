import Cryptography
import JSONSyntax
import Links
import Service
import SiteModel
import WebSyntax

/// A link to be created, as a caller describes it.
struct LinkDraft {
  var link: ShortLink
  /// The generator of the slug; nil when the caller has given one.
  var randomSlug: RandomSlug?
  var findsExisting = false

  struct RandomSlug: Equatable {
    var length = 8
    /// Nil for base62.
    var alphabet: [UInt8]?

    /// Nil when the system cannot provide random bytes.
    func make() -> String? {
      guard let alphabet else { return RandomBytes.base62(length) }
      var slug: [UInt8] = []
      // Values above the largest multiple of the size would favour some letters.
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

  /// Reads a description; all of its errors are reported at once.
  ///
  /// - Parameter snapshot: as far as the author reaches the sites.
  init(
    _ document: JSONDocument, directory: LinkDirectory, snapshot: ServiceSnapshot
  ) throws(Problem) {
    let named = document.root.member("host")?.string?.lowercased()
    if let named, HostPattern(named) != nil, !snapshot.reaches(named) {
      throw .hostNotReached(named)
    }
    let collector = JSONProblemCollector(document)
    let reader = LinkReader(password: directory.passwords.read)
    let draft = collector.root.object { object -> LinkDraft in
      let host = Self.host(object, snapshot)
      let slug = Self.slug(object)
      var link = ShortLink(host: host ?? "", slug: slug ?? "", url: "")
      reader.readNew(object, into: &link)
      var draft = LinkDraft(link: link)
      // Read in any case, so that they do not count as unknown keys next to a slug.
      let random = Self.randomSlug(object)
      if object.optional("slug")?.isNull ?? true { draft.randomSlug = random }
      draft.findsExisting = Self.present(object, "findExisting")?.bool() ?? false
      return draft
    }
    guard let draft, collector.count == 0 else {
      throw .invalid(collector.problems.faults, count: collector.count)
    }
    self = draft
    let faults = snapshot.siteTable.site(of: link.host)?.faults(of: link) ?? []
    let others = faults.filter { $0.path != "slug" || randomSlug == nil }
    guard others.isEmpty else {
      if snapshot.configuredLink(link.key) != nil { throw .slugTaken(link.key) }
      throw .invalid(others.map { Problem.Fault(field: $0.path, detail: $0.message) })
    }
  }

  private init(link: ShortLink) {
    self.link = link
  }

  /// The host of the link; optional where only one site has short links.
  private static func host(_ object: JSONObjectReader, _ snapshot: ServiceSnapshot) -> String? {
    guard let field = object.optional("host"), !field.isNull else {
      let hosts = snapshot.reachedSites.map { snapshot.sites[$0].definition }
        .filter { $0.shortLinks != nil }
        .map { site in site.primaryHost.flatMap { snapshot.reaches($0) ? $0 : nil } }
      if hosts.count == 1, let host = hosts[0] { return host }
      let known = hosts.compactMap(\.self).joined(separator: ", ")
      object.field.reportMissing("host", known.isEmpty ? nil : "expected one of \(known)")
      return nil
    }
    guard let text = field.string() else { return nil }
    let host = text.lowercased()
    guard HostPattern(host)?.isWildcard == false else {
      field.report("'\(text.prefix(253))' is not a host: expected one such as www.example.com")
      return nil
    }
    guard snapshot.siteTable.site(of: host) != nil else {
      field.report(snapshot.siteTable.unserved(host))
      return nil
    }
    return host
  }

  /// The field, unless it is null, which has the same meaning as its absence.
  private static func present(_ object: JSONObjectReader, _ name: String) -> JSONField? {
    object.optional(name).flatMap { $0.isNull ? nil : $0 }
  }

  private static func slug(_ object: JSONObjectReader) -> String? {
    guard let field = object.optional("slug"), !field.isNull, let text = field.string() else {
      return nil
    }
    guard let fault = Slug.fault(of: text) else { return text }
    field.report("'\(text.prefix(300))' is not a slug: \(fault)")
    return nil
  }

  private static func randomSlug(_ object: JSONObjectReader) -> RandomSlug {
    var slug = RandomSlug()
    if let length = present(object, "slugLength")?.int(in: 4...64) { slug.length = length }
    guard let field = present(object, "slugAlphabet"), let text = field.string() else {
      return slug
    }
    let letters = Array(Set(text.utf8)).sorted()
    let isPlain = letters.allSatisfy { letter in
      ASCII.isAlphanumeric(letter)
        || letter == UInt8(ascii: "-") || letter == UInt8(ascii: "_")
    }
    if isPlain, (2...64).contains(letters.count), letters.count == text.utf8.count {
      slug.alphabet = letters
    } else {
      field.report(
        "'\(text.prefix(100))' is not an alphabet: expected 2 to 64 letters, digits, '-' and '_', each "
          + "once")
    }
    return slug
  }
}
