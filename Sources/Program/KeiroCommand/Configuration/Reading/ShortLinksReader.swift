import JSONSyntax
import Links
import SiteModel
import WebSyntax

/// Reads the short links of a site.
struct ShortLinksReader {
  let folder: ConfigurationFolder
  let apps: AppNames
  /// The host in the keys of configured links.
  let host: String
  let destinationHosts: [HostPattern]?

  func read(_ field: JSONField) -> ShortLinksDefinition? {
    field.object { object in
      let prefix = object.optional("prefix")?.text(prefixProblem) ?? "/s/"
      let app = apps.index(object.optional("app"))
      let rules = SiteRules(hosts: [], prefix: prefix, destinationHosts: destinationHosts)
      let spelling = spelling(object)
      let entries = object.optional("links")
      // Different names can mean the same slug only if one is respelled; most files have none.
      let isRespelled =
        entries?.node.object?.contains { spelling.canonical($0.name) != $0.name } ?? false
      var known: [String: String]? = isRespelled ? [:] : nil
      let links = entries?.mapEntries { slug, field in
        link(slug, spelling, &known, field, rules)
      }
      var definition = ShortLinksDefinition(prefix: prefix, app: app, links: links ?? [])
      definition.spelling = spelling
      object.set(&definition.deferred, "deferred") { field in
        field.distinct { way in
          way.value(
            { DeferredWay(rawValue: $0) },
            isNot: "a way to take a link along: expected referrer, paste, code or clip")
        }
      }
      object.set(&definition.longLinks, "longLinks") { field in
        field.value(
          LongLinkPolicy.init, isNot: "a policy for long links: expected own, social or off")
      }
      return definition
    }
  }

  private func spelling(_ object: JSONObjectReader) -> SlugSpelling {
    var spelling = SlugSpelling()
    object.set(&spelling.isCaseSensitive, "caseSensitive") { $0.bool() }
    object.set(&spelling.ignoresTrailingSlash, "trailingSlash") { field in
      field.value(
        { ["strict": false, "ignore": true][$0] },
        isNot: "a way to read a slash behind a slug: expected strict or ignore")
    }
    return spelling
  }

  /// - Parameter known: the slugs read so far, from canonical to written spelling; nil if no slug
  ///   is respelled.
  private func link(
    _ written: String, _ spelling: SlugSpelling, _ known: inout [String: String]?,
    _ field: JSONField, _ rules: SiteRules
  ) -> ShortLink? {
    if let fault = Slug.fault(of: written) { field.report("'\(written)' is not a slug: \(fault)") }
    let slug = spelling.canonical(written)
    if let first = known?.updateValue(written, forKey: slug) {
      field.report("'\(written)' and '\(first)' are the same slug here: expected one of them")
      return nil
    }
    let reader = LinkReader(
      nullIsAbsence: false, setter: .configuration, password: PasswordReader(folder: folder).read)
    guard let link = ShortLink.read(field, host: host, slug: slug, reader: reader) else {
      return nil
    }
    // An invalid destination is already reported; this check concerns the site.
    guard !link.url.isEmpty else { return link }
    for fault in rules.faults(of: link) { report(fault, in: field) }
    return link
  }

  private func report(_ fault: SiteRules.Fault, in field: JSONField) {
    var (node, path) = (field.node, field.path)
    for part in fault.path.split(separator: ".") {
      let names = part.split(whereSeparator: { $0 == "[" || $0 == "]" })
      guard let name = names.first, let member = node.member(String(name)) else { break }
      (node, path) = (member, jsonPath(path, member: String(name)))
      guard names.count == 2, let place = Int(names[1]), let elements = node.array,
        elements.indices.contains(place)
      else { continue }
      (node, path) = (elements[place], "\(path)[\(place)]")
    }
    field.collector.report(Sentence(fault.reason), path: path, offset: node.offset)
  }

  private func prefixProblem(_ text: String) -> String? {
    guard text.hasPrefix("/"), text.hasSuffix("/") else {
      return "'\(text)' is not a prefix: expected a path that begins and ends with '/'"
    }
    let segments = text.split(separator: "/", omittingEmptySubsequences: false)
    guard text == "/" || !segments.dropFirst().dropLast().contains(where: \.isEmpty) else {
      return "'\(text)' is not a prefix: two slashes stand side by side"
    }
    guard segments.allSatisfy({ $0 != "." && $0 != ".." }),
      text.utf8.allSatisfy({ PercentCoding.isUnreserved($0) || $0 == UInt8(ascii: "/") })
    else {
      return "'\(text)' is not a prefix: expected segments of letters, digits and - _ . ~"
    }
    for reserved in ["/.well-known/", "/_keiro/"] where text.hasPrefix(reserved) {
      return "'\(text)' is reserved: expected a prefix outside '\(reserved)'"
    }
    return nil
  }
}
