import AppAssociation
import Links

/// A file that Keiro provides for every site.
package enum SiteFile: Equatable, Sendable {
  /// The icon at the address that contains its digest.
  case icon
  /// The icon at the address that browsers request by default.
  case favicon
  case robots
  /// The web app manifest of pages that an Android app opens, with the index of the app.
  case manifest(Int)
  /// The style sheet of banners in pages.
  case bannerStyle

  /// The path of the style sheet, the same on every host, so that pages of other servers name it, too.
  package static let bannerStylePath = "/_keiro/banner.css"

  /// The paths of files that a route or a configured link may take over.
  static let yielding: [(path: String, file: SiteFile)] = [
    ("/favicon.ico", .favicon), ("/robots.txt", .robots),
  ]
}

extension SiteDefinition {
  /// Returns the files of the site with their paths, except those that a route or a link takes
  /// over.
  func files(icon: SiteIcon?, apps: [AppDefinition]) -> [(path: [UInt8], file: SiteFile)] {
    let files = SiteFile.yielding.filter { file in
      !isTaken(path: file.path) && (icon != nil || file.file == .robots)
    }
    let own = icon.map { [(path: $0.path, file: SiteFile.icon)] } ?? []
    let manifests = namedApps.sorted().compactMap { app in
      Self.manifestPath(ofApp: apps[app]).map { (path: $0, file: SiteFile.manifest(app)) }
    }
    let style = [(path: SiteFile.bannerStylePath, file: SiteFile.bannerStyle)]
    return (own + files + manifests + style).map { (Array($0.path.utf8), $0.file) }
  }

  /// Returns the path of an app's manifest; nil for an app that is not on Android.
  package static func manifestPath(ofApp app: AppDefinition) -> String? {
    app.android.map { "/_keiro/\($0.packageName).webmanifest" }
  }

  /// Returns whether a route or a link of the configuration has the path of a file.
  package func isTaken(path: String) -> Bool {
    routes.contains { $0.component.path == path } || shortLinks?.hasLink(at: path) == true
  }
}

extension ShortLinksDefinition {
  fileprivate func hasLink(at path: String) -> Bool {
    path.hasPrefix(prefix) && links.contains(slug: String(path.dropFirst(prefix.count)))
  }
}

extension CompiledSite {
  /// Returns the file at a path; nil for other paths.
  func file(_ path: ArraySlice<UInt8>) -> SiteFile? {
    files.first { $0.path.count == path.count && $0.path.elementsEqual(path) }?.file
  }
}
