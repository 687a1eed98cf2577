/// What an import can be told to read.
package enum ImportFormat: String, CaseIterable, Sendable {
  /// What the file looks like.
  case auto
  case firebase, bitly, dub, shlink, yourls, kutt, rebrandly, shortio, branch
  /// Short URLs alone, each of which the old service is asked for.
  case urlList = "url-list"
  /// Keiro's own.
  case csv, ndjson
}
