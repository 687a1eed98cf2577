package import LinkImport
import Links
package import LinkStorage
package import Questions
import Service

/// The arguments of `keiro links`.
package enum LinksRequest: Equatable, Sendable {
  /// - Parameter limit: nil for all.
  case list(LinkFilter, limit: Int?, json: Bool)
  case show(LinkName, json: Bool)
  /// - Parameters:
  ///   - host: nil for that of the only site with short links.
  ///   - slug: nil for a random one.
  case add(host: String?, slug: String?, LinkFieldChanges, json: Bool)
  case edit(LinkName, LinkFieldChanges, json: Bool)
  case remove(LinkName, json: Bool)
  case history(LinkName, json: Bool)
  /// - Parameter version: nil for the newest before the present state.
  case restore(LinkName, version: Int?, json: Bool)
  case importing(ImportRequest)
  case export(LinkExport.Format, host: String?)
  case replay(ReplayRequest)
}

/// The arguments of `keiro apply`.
package struct ApplyRequest: Equatable, Sendable {
  var owner: String
  /// Whether links of the owner go that the file does not have.
  var prunes: Bool
  /// Whether nothing is written.
  var isDryRun: Bool
  var format: ReportFormat
  /// `-` for standard input.
  var file: String
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
  /// Whether links give way that were made here, or edited since an import wrote them.
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
