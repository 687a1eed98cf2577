import AppAssociation

/// One check of an `apple-app-site-association`. The doc comment of a rule is its page in the
/// documentation, with tested examples.
protocol AppleRule: SendableMetatype {
  /// A stable word of lower-case letters and hyphens.
  static var code: String { get }
  static func check(_ file: AppleFile, _ report: inout Report)
}

/// One check of an `assetlinks.json`.
protocol AndroidRule: SendableMetatype {
  /// A stable word of lower-case letters and hyphens.
  static var code: String { get }
  static func check(_ file: AndroidFile, _ report: inout Report)
}
