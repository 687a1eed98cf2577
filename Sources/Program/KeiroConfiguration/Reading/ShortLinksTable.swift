import JSONSyntax
import Links
import SiteModel
import WebSyntax

extension ConfigurationTable<ShortLinksDefinition> {
  /// - Parameter site: the site that has the links, as read so far; nil for the schema alone.
  static func shortLinks(_ site: SiteDefinition?) -> Self {
    let links = ValueKind<JSONField>.links
    return Self(
      ShortLinksDefinition(prefix: "/s/", app: nil, links: []),
      .init("prefix", \.prefix, .text("^/([A-Za-z0-9._~-]+/)*$", problem: prefixProblem)),
      .init("app", ValueKind.newestApp.orNull.unread) { field, definition, state in
        definition.opensNoApp = field.isNull
        definition.app = field.isNull ? nil : ValueKind.newestApp.read(field, state)
      },
      .init("caseSensitive", \.spelling.isCaseSensitive, .flag),
      .init(
        "trailingSlash", \.spelling.ignoresTrailingSlash,
        .words([("strict", false), ("ignore", true)]) {
          "'\($0)' is not a treatment of trailing slashes: expected strict or ignore"
        }),
      .init(
        "trailingPunctuation", \.ignoresSentenceEnd,
        .words([("ignore", true), ("strict", false)]) {
          "'\($0)' is not a treatment of punctuation at the end: expected ignore or strict"
        }),
      .init("index", \.isIndexed, .flag),
      .init("links", links) { field, definition, state in
        guard let site else { return }
        let reader = ShortLinksReader(site, definition, state)
        definition.links = reader.links(field)
      },
      .init(
        "deferred", \.deferred,
        .set(
          .choice(
            isNot: "a way to take a link along: expected referrer, paste, code or clip")),
        default: .strings(
          ShortLinksDefinition(prefix: "", app: nil, links: []).deferred.map(\.rawValue))),
      .init(
        "longLinks", \.longLinks,
        .choice(isNot: "a policy for long links: expected own, social or off")))
  }

  private static func prefixProblem(_ text: String) -> String? {
    guard text.hasPrefix("/"), text.hasSuffix("/") else {
      return "'\(text)' is not a prefix: expected a path that begins and ends with '/'"
    }
    let segments = text.split(separator: "/", omittingEmptySubsequences: false)
    guard text == "/" || !segments.dropFirst().dropLast().contains(where: \.isEmpty) else {
      return "'\(text)' is not a prefix: it has two slashes in a row: expected one"
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

extension ValueKind<JSONField> {
  /// The short links of a site, by their slugs.
  fileprivate static var links: Self {
    let slug = #"([A-Za-z0-9._~-]|[^\u0000-\u007f])+"#
    let names: [JSONOutput.Member] = [
      .init("minLength", .int(1)), .init("maxLength", .int(255)),
      .init("pattern", .string("^\(slug)(/\(slug))*$")),
    ]
    var schema: [JSONOutput.Member] {
      [
        .init("type", .string("object")), .init("propertyNames", .object(names)),
        .init("additionalProperties", .object([.init("$ref", .string("#/$defs/link"))])),
      ]
    }
    return Self(schema) { field, _ in field }
  }
}

private struct ShortLinksReader {
  /// The host in the keys of the links.
  private let host: String
  private let spelling: SlugSpelling
  private let rules: SiteRules
  private let reader: LinkReader

  init(_ site: SiteDefinition, _ definition: ShortLinksDefinition, _ state: ReadingState) {
    host = (site.hosts.first { !$0.isWildcard } ?? site.hosts.first)?.description ?? ""
    spelling = definition.spelling
    rules = SiteRules(
      hosts: [], prefix: definition.prefix, destinationHosts: site.destinationHosts)
    reader = LinkReader(nullIsAbsence: false, setter: .configuration) {
      PasswordHash.read($0, state)
    }
  }

  func links(_ field: JSONField) -> ConfiguredLinks {
    var names = LinkNames(spelling: spelling)
    _ = field.forEachEntry(isRepeated: { names.contains($0) }) { name, field in
      if let fault = Slug.fault(of: name) { field.report("'\(name)' is not a slug: \(fault)") }
      if let first = names.sameSlug(as: name) {
        field.report("'\(name)' and '\(first)' are the same slug here: expected one of them")
        names.reject(name)
      } else if let link = link(spelling.canonical(name), field) {
        names.accept(link, name)
      } else {
        names.reject(name)
      }
    }
    return names.links
  }

  private func link(_ slug: String, _ field: JSONField) -> ShortLink? {
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
      guard names.count == 2, let index = Int(names[1]), let elements = node.array,
        elements.indices.contains(index)
      else { continue }
      (node, path) = (elements[index], "\(path)[\(index)]")
    }
    field.collector.report(Sentence(fault.reason), path: path, offset: node.offset)
  }
}

/// The links read so far. Their slugs are their names, but for a few: a set of a hundred thousand
/// names would take as much memory as the links.
private struct LinkNames {
  let spelling: SlugSpelling
  private(set) var links = ConfiguredLinks()
  /// The names of the links whose slug is spelled otherwise, by slug.
  private var respelled: [String: String] = [:]
  private var rejected: Set<String> = []
  /// The last name without a link of each slug.
  private var lastRejected: [String: String] = [:]

  init(spelling: SlugSpelling) {
    self.spelling = spelling
  }

  func contains(_ name: String) -> Bool {
    rejected.contains(name) || nameOfLink(spelling.canonical(name)) == name
  }

  /// The last name that means the same slug; nil if it is the first one.
  func sameSlug(as name: String) -> String? {
    let slug = spelling.canonical(name)
    return lastRejected[slug] ?? nameOfLink(slug)
  }

  mutating func accept(_ link: ShortLink, _ name: String) {
    guard links.append(link) else { return reject(name) }
    // By bytes: strings are equal in every normalization form.
    if !name.utf8.elementsEqual(link.slug.utf8) { respelled[link.slug] = name }
  }

  mutating func reject(_ name: String) {
    rejected.insert(name)
    lastRejected[spelling.canonical(name)] = name
  }

  private func nameOfLink(_ slug: String) -> String? {
    links.contains(slug: slug) ? respelled[slug] ?? slug : nil
  }
}
