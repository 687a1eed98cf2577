import AppAssociation
import Links

/// A file that Keiro makes for every site.
package enum SiteFile: Equatable, Sendable {
  /// The icon at the address with its digest.
  case icon
  /// The icon at the address where browsers look unasked.
  case favicon
  case robots

  /// The paths of files that a route or a configured link may have for itself.
  static let yielding: [(path: String, file: SiteFile)] = [
    ("/favicon.ico", .favicon), ("/robots.txt", .robots),
  ]
}

extension SiteDefinition {
  /// The files of the site with their paths, without those that a route or a link names.
  func files(icon: SiteIcon?) -> [(path: [UInt8], file: SiteFile)] {
    let names =
      routes.compactMap(\.component.path)
      + (shortLinks.map { links in links.links.map { links.prefix + $0.slug } } ?? [])
    let files = SiteFile.yielding.filter { file in
      !names.contains(file.path) && (icon != nil || file.file == .robots)
    }
    let own = icon.map { [(path: $0.path, file: SiteFile.icon)] } ?? []
    return (own + files).map { (Array($0.path.utf8), $0.file) }
  }
}

extension CompiledSite {
  /// The file at a path; nil for other paths.
  func file(_ path: ArraySlice<UInt8>) -> SiteFile? {
    files.first { $0.path.count == path.count && $0.path.elementsEqual(path) }?.file
  }
}
