package import LinkImport
import Links
package import LinkStorage
package import Questions
import Service

/// The arguments of `keiro links`.
package enum LinksRequest: Equatable, Sendable {
  /// - Parameters:
  ///   - state: the state in which links are now; nil for any.
  ///   - limit: the maximum number of links; nil for all.
  case list(LinkFilter, state: LinkState?, limit: Int?, json: Bool)
  /// The links deleted lately.
  ///
  /// - Parameter limit: the maximum number of links; nil for all.
  case deleted(LinkFilter, limit: Int?, json: Bool)
  case show(LinkName, json: Bool)
  /// - Parameters:
  ///   - host: nil for the host of the only site with short links.
  ///   - slug: nil for a random one.
  case add(host: String?, slug: String?, LinkFieldChanges, json: Bool)
  case edit(LinkName, LinkFieldChanges, json: Bool)
  case remove(LinkName, json: Bool)
  case history(LinkName, json: Bool)
  /// - Parameter version: nil for the newest version before the current one.
  case restore(LinkName, version: Int?, json: Bool)
  case importing(ImportRequest)
  case export(LinkExport.Format, host: String?)
  case replay(ReplayRequest)
}

/// The arguments of `keiro apply`.
package struct ApplyRequest: Equatable, Sendable {
  var owner: String
  /// Whether links of the owner that are missing from the file are removed.
  var prunes: Bool
  /// Whether the plan is only shown.
  var isDryRun: Bool
  var format: ReportFormat
  /// The path of the file; `-` is standard input.
  var file: String
}

/// The arguments of an import.
package struct ImportRequest: Equatable, Sendable {
  var format: ImportFormat
  /// Facts about the file that it does not contain itself.
  var reading = ImportReading()
  /// The host that replaces hosts no site serves; nil to reject their links.
  var otherHost: String?
  /// Whether to write; if false, the import only reports what it would do.
  var isApplied: Bool
  /// Whether to overwrite links that were created here, or edited since they were imported.
  var overwritesEdits: Bool
  /// The file that keeps the answers for a list of addresses; nil for none.
  var answers: String?
  /// Requests per second to each host, for a list of addresses.
  var rate = 2
  var json: Bool
  /// The path of the file; `-` is standard input.
  var file: String
}

/// The fields to change, with the source of the password.
package struct LinkFieldChanges: Equatable, Sendable {
  var edit: LinkEdit
  /// A file that contains the password, `-` for standard input; nil unless an option names one.
  var passwordFile: String?
}
