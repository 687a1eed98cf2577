import JSONSyntax
public import Platforms

/// The reason why no rule of an association file is tried for a URL.
public enum Obstacle: Hashable, Sendable {
  /// The iOS version predates universal links.
  case noUniversalLinks(SystemVersion)
  /// The Android version predates App Links.
  case noAppLinks(SystemVersion)
  /// The URL's scheme is not one of universal links on iOS.
  case noUniversalLinkScheme(String)
  /// The URL's scheme is not one of App Links on Android.
  case noAppLinkScheme(String)
  /// The URL's host is not the host of the file.
  case otherHost(String, file: String)
  case explicitPort
  case appNotNamed
  case packageNotNamed
  /// The file, with its size in bytes, exceeds the limit of the version.
  case fileTooLarge(Int, SystemVersion)
  case noEntry
  /// The entry at this path uses `appIDs` and `components`, which the version does not read.
  case newerEntry(String, SystemVersion)
  /// The `appIDs` of the entry at this path overrides its `appID` and omits that app.
  case replacedAppID(String)
  /// The `appIDs` of the entry at this path is not an array of strings.
  case appIDsNotStrings(String)
  /// No statement grants the relation to a certificate.
  case notGranted

  /// The obstacle as a sentence without a capital or full stop.
  public var description: String { english }
}

extension Obstacle: Wording {
  package var english: String { sentence.english }
  package var japanese: String { sentence.japanese }

  private var sentence: Sentence {
    switch self {
    case .noUniversalLinks(let system):
      Sentence(
        "iOS \(system) has no universal links: they were introduced in iOS 9",
        "iOS \(system) にユニバーサルリンクはありません（iOS 9 から）")
    case .noAppLinks(let system):
      Sentence(
        "Android \(system) has no App Links: they were introduced in Android 6",
        "Android \(system) に App Links はありません（Android 6 から）")
    case .noUniversalLinkScheme(let scheme):
      Sentence(
        "universal links cannot use the scheme '\(scheme)': expected http or https",
        "「\(scheme)」はユニバーサルリンクのスキームではありません（http か https）")
    case .noAppLinkScheme(let scheme):
      Sentence(
        "App Links cannot use the scheme '\(scheme)': expected http or https",
        "「\(scheme)」は App Links のスキームではありません（http か https）")
    case .otherHost(let host, let file):
      Sentence(
        "'\(host)' is not the host of the file, '\(file)'", "「\(host)」はファイルのホスト「\(file)」ではありません")
    case .explicitPort: Sentence("universal links have no port", "ユニバーサルリンクにポート番号は使えません")
    case .appNotNamed: Sentence("the file does not name this app", "ファイルにこのアプリがありません")
    case .packageNotNamed: Sentence("the file does not name this package", "ファイルにこのパッケージがありません")
    case .fileTooLarge(let bytes, let system):
      Sentence(
        "the file has \(bytes) bytes: iOS \(system) reads at most 131072",
        "ファイルは \(bytes) バイトありますが、iOS \(system) が読むのは 131072 バイトまでです")
    case .noEntry: Sentence("the app has no entry in 'applinks'", "「applinks」にこのアプリの項目がありません")
    case .newerEntry(let path, let system):
      Sentence(
        "iOS \(system) does not read 'appIDs' and 'components' of \(path)",
        "iOS \(system) は \(path) の「appIDs」と「components」を読みません")
    case .replacedAppID(let path):
      Sentence(
        "'appIDs' of \(path) replaces 'appID' and does not name the app",
        "\(path) では「appIDs」が「appID」に優先し、このアプリを含みません")
    case .appIDsNotStrings(let path):
      Sentence("'appIDs' of \(path) is not an array of strings", "\(path) の「appIDs」が文字列の配列ではありません")
    case .notGranted:
      Sentence(
        "no statement grants '\(Statement.handleAllURLs)' to a certificate of the package",
        "パッケージの証明書に「\(Statement.handleAllURLs)」を認める文がありません")
    }
  }
}
