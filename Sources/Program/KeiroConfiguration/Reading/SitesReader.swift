import AppAssociation
import JSONSyntax
import Links
import SiteModel
import System
import WebSyntax

/// Reads the section `sites`.
struct SitesReader {
  let folder: ConfigurationFolder
  let apps: AppNames

  func read(_ field: JSONField?) -> [SiteDefinition] {
    var hosts = HostReader()
    var sites: [SiteDefinition] = []
    var alternates: [(site: JSONField, field: JSONField)] = []
    for element in field?.elements() ?? [] {
      let definition = element.object { object in
        if let field = object.present("alternateHost") { alternates.append((element, field)) }
        return site(object, &hosts)
      }
      sites.append(definition ?? SiteDefinition(hosts: []))
    }
    // Alternate hosts are checked last, since the site that has the host may come later.
    for (site, field) in alternates {
      guard let host = alternateHost(field) else { continue }
      hosts.claimAlternate(host, field, site: site.path)
    }
    return sites
  }

  private func site(_ object: JSONObjectReader, _ hosts: inout HostReader) -> SiteDefinition {
    var site = SiteDefinition(hosts: self.hosts(object, &hosts))
    object.set(&site.environment, "environment", environment)
    let apps = apps.inside(site.environment)
    site.title = object.optional("title")?.text()
    object.set(&site.language, "language") { $0.text(languageProblem) }
    // Read without reports: they come once all hosts are known.
    site.alternateHost = object.optional("alternateHost")?.node.string.flatMap(HostPattern.init)
    site.needsNoAlternateHost = object.optional("alternateHost")?.isNull ?? false
    object.set(&site.brand, "brand", BrandReader(folder: folder).read)
    site.notFound = object.optional("notFound").flatMap(NotFoundReader(folder: folder).read)
    site.routes = object.optional("routes").map(RoutesReader(apps: apps).read) ?? []
    site.root = object.optional("root").flatMap { root($0, routes: site.routes) }
    site.destinationHosts = object.optional("destinationHosts")?.distinct(hostPattern)
    site.shortLinks = object.optional("shortLinks").flatMap {
      ShortLinksReader(
        folder: folder, apps: apps,
        host: (site.hosts.first { !$0.isWildcard } ?? site.hosts.first)?.description ?? "",
        destinationHosts: site.destinationHosts
      ).read($0)
    }
    site.webcredentials = apps.indices(object.optional("webcredentials"))
    site.activitycontinuation = apps.indices(object.optional("activitycontinuation"))
    // An app may be replaced by one without an App Clip, and the other way round.
    site.appclips = apps.namedAlone(object.optional("appclips"))
    site.substitutionVariables =
      object.optional("substitutionVariables").map(SubstitutionReader().read) ?? []
    if let documents = object.optional("documents") {
      DocumentsReader(folder: folder).read(documents, into: &site)
    }
    PasskeysReader().read(object, into: &site)
    site.wellKnownFolder = object.optional("wellKnown").flatMap(wellKnownFolder)
    return site
  }

  private func hosts(_ object: JSONObjectReader, _ reader: inout HostReader) -> [HostPattern] {
    guard let elements = object.required("hosts")?.elements() else { return [] }
    if elements.isEmpty {
      object.optional("hosts")?.report("the array is empty: expected at least one host")
    }
    var hosts: [HostPattern] = []
    for element in elements {
      if let host = reader.claim(element) { hosts.append(host) }
    }
    return hosts
  }

  private func root(_ field: JSONField, routes: [RouteDefinition]) -> String? {
    guard let text = RouteTextReader(captured: []).address(field) else { return nil }
    if routes.contains(where: { $0.component.path == "/" && $0.component.exclude != true }) {
      field.report("a route has '/' too: expected one of them")
      return nil
    }
    return text
  }

  private func alternateHost(_ field: JSONField) -> HostPattern? {
    guard let host = hostPattern(field) else { return nil }
    guard !host.isWildcard else {
      field.report("'\(host)' is a wildcard: expected one host that links can lead to")
      return nil
    }
    return host
  }

  private func wellKnownFolder(_ field: JSONField) -> String? {
    guard let text = field.text() else { return nil }
    let path = folder.resolve(text)
    guard folderExists(path) else {
      field.report("there is no folder '\(text)' (\(path)): expected one that exists")
      return nil
    }
    return path
  }
}

/// Why a language tag is not well-formed (BCP 47, RFC 5646, section 2.1); nil if it is.
private func languageProblem(_ text: String) -> String? {
  let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
  let language = subtags[0]
  let isPrivate = language.lowercased() == "x" && subtags.count > 1
  let isLanguage = (2...8).contains(language.utf8.count) && language.utf8.allSatisfy(ASCII.isLetter)
  let others = subtags.dropFirst().allSatisfy { subtag in
    (1...8).contains(subtag.utf8.count)
      && subtag.utf8.allSatisfy(ASCII.isAlphanumeric)
  }
  if isPrivate || isLanguage, others { return nil }
  return "'\(text)' is not a language tag: expected the form of 'en' or 'pt-BR'"
}
