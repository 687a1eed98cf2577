/// The formats that an import can read.
package enum ImportFormat: String, CaseIterable, Sendable {
  /// The format that the file appears to have.
  case auto
  case firebase, bitly, dub, shlink, yourls, kutt, rebrandly, shortio, branch
  /// A list of short URLs, each of which is requested from the old service.
  case urlList = "url-list"
  /// Keiro's own formats.
  case csv, ndjson
}
