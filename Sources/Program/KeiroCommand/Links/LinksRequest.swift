package import LinkImport
package import Links
package import LinkStorage
import Service

/// The arguments of `keiro links`.
package enum LinksRequest: Equatable, Sendable {
  /// - Parameter limit: nil for all.
  case list(LinkFilter, limit: Int?, json: Bool)
  case show(LinkName, json: Bool)
  /// - Parameter slug: nil for a random one.
  case add(host: String, slug: String?, LinkFieldChanges, json: Bool)
  case edit(LinkName, LinkFieldChanges, json: Bool)
  case remove(LinkName, json: Bool)
  case importing(ImportRequest)
  case export(LinkExport.Format, host: String?)
}

/// The arguments of an import.
package struct ImportRequest: Equatable, Sendable {
  var format: ImportFormat
  /// What is said of the file that it does not say itself.
  var reading = ImportReading()
  /// The replacement for hosts that no site serves.
  var otherHost: String?
  /// If false, nothing is written.
  var isApplied: Bool
  /// Whether links give way that were edited here since an import wrote them.
  var overwritesEdits: Bool
  /// The file that keeps the answers to a list of addresses; nil for none.
  var answers: String?
  /// Questions a second to one host, for a list of addresses.
  var rate = 2
  var json: Bool
  /// `-` for standard input.
  var file: String
}

/// The fields to change, and the source of the password.
package struct LinkFieldChanges: Equatable, Sendable {
  var edit: LinkEdit
  /// A file that contains the password, `-` for standard input; nil when the password is a field.
  var passwordFile: String?
}

/// The name of a link on the command line.
package enum LinkName: Equatable, Sendable, CustomStringConvertible {
  case place(LinkKey)
  /// A short URL, with or without scheme, or a host, a slash and a slug.
  case text(String)

  package var description: String {
    switch self {
    case .place(let key): "\(key.host)/\(key.slug)"
    case .text(let text): text
    }
  }

  /// The place that the text names; nil when it names none.
  func key(_ sites: SiteTable) -> LinkKey? {
    switch self {
    case .place(let key): return key
    case .text(let text):
      guard let (host, path) = Self.split(text) else { return nil }
      let prefix = sites.site(of: host)?.prefix ?? "/"
      let isUnderPrefix = path.hasPrefix(prefix)
      return LinkKey(
        host: host, slug: String(path.dropFirst(isUnderPrefix ? prefix.utf8.count : 1)))
    }
  }

  private static func split(_ text: String) -> (host: String, path: Substring)? {
    var rest = text[...]
    for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      break
    }
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    let path = rest[slash...].prefix { $0 != "?" && $0 != "#" }
    let host = rest[..<slash].prefix { $0 != ":" }
    return host.isEmpty || path.count < 2 ? nil : (host.lowercased(), path)
  }
}
