/// One thing that can be wrong with an `apple-app-site-association`. The comment of a rule is its
/// page in the documentation, with examples that are tested.
protocol AppleRule: SendableMetatype {
  /// A stable word of small letters and hyphens.
  static var code: String { get }
  static func check(_ file: AppleFile, _ report: inout Report)
}

/// One thing that can be wrong with an `assetlinks.json`.
protocol AndroidRule: SendableMetatype {
  /// A stable word of small letters and hyphens.
  static var code: String { get }
  static func check(_ file: AndroidFile, _ report: inout Report)
}
