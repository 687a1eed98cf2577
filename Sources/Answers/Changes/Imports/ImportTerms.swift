package import LinkImport
import LinkStorage
package import Links

/// What the caller of an import says of a file and its links.
package struct ImportTerms: Equatable, Sendable {
  package var format: ImportFormat
  package var isDryRun: Bool
  /// Whether to overwrite links that were created here, or edited since an import wrote them.
  package var overwritesEdits: Bool
  /// The host for links whose own host no site serves, in lower case; nil to refuse them.
  package var otherHost: String?
  package var reading: ImportReading

  package init(
    _ format: ImportFormat, isDryRun: Bool, overwritesEdits: Bool = false,
    reading: ImportReading = ImportReading(), onto otherHost: String? = nil
  ) {
    self.format = format
    self.isDryRun = isDryRun
    self.overwritesEdits = overwritesEdits
    self.reading = reading
    self.otherHost = otherHost
  }
}

extension LinkEditor {
  /// The import of a file, whose links must lie within the caller's reach.
  package func importing(
    _ terms: ImportTerms, passwords: PasswordHasher
  ) throws(ChangeError) -> LinkImport {
    try authority.require(.writeLinks)
    return LinkImport(terms, passwords: passwords, by: self)
  }
}
