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
  package var english: String {
    switch self {
    case .noUniversalLinks(let system):
      "iOS \(system) has no universal links: they were introduced in iOS 9"
    case .noAppLinks(let system):
      "Android \(system) has no App Links: they were introduced in Android 6"
    case .noUniversalLinkScheme(let scheme):
      "universal links cannot use the scheme '\(scheme)': expected http or https"
    case .noAppLinkScheme(let scheme):
      "App Links cannot use the scheme '\(scheme)': expected http or https"
    case .otherHost(let host, let file): "'\(host)' is not the host of the file, '\(file)'"
    case .explicitPort: "universal links have no port"
    case .appNotNamed: "the file does not name this app"
    case .packageNotNamed: "the file does not name this package"
    case .fileTooLarge(let bytes, let system):
      "the file has \(bytes) bytes: iOS \(system) reads at most 131072"
    case .noEntry: "the app has no entry in 'applinks'"
    case .newerEntry(let path, let system):
      "iOS \(system) does not read 'appIDs' and 'components' of \(path)"
    case .replacedAppID(let path):
      "'appIDs' of \(path) replaces 'appID' and does not name the app"
    case .appIDsNotStrings(let path): "'appIDs' of \(path) is not an array of strings"
    case .notGranted:
      "no statement grants '\(Statement.handleAllURLs)' to a certificate of the package"
    }
  }

  package var japanese: String {
    switch self {
    case .noUniversalLinks(let system):
      "iOS \(system) にユニバーサルリンクはありません（iOS 9 から）"
    case .noAppLinks(let system): "Android \(system) に App Links はありません（Android 6 から）"
    case .noUniversalLinkScheme(let scheme):
      "「\(scheme)」はユニバーサルリンクのスキームではありません（http か https）"
    case .noAppLinkScheme(let scheme):
      "「\(scheme)」は App Links のスキームではありません（http か https）"
    case .otherHost(let host, let file): "「\(host)」はファイルのホスト「\(file)」ではありません"
    case .explicitPort: "ユニバーサルリンクにポート番号は使えません"
    case .appNotNamed: "ファイルにこのアプリがありません"
    case .packageNotNamed: "ファイルにこのパッケージがありません"
    case .fileTooLarge(let bytes, let system):
      "ファイルは \(bytes) バイトありますが、iOS \(system) が読むのは 131072 バイトまでです"
    case .noEntry: "「applinks」にこのアプリの項目がありません"
    case .newerEntry(let path, let system):
      "iOS \(system) は \(path) の「appIDs」と「components」を読みません"
    case .replacedAppID(let path):
      "\(path) では「appIDs」が「appID」に優先し、このアプリを含みません"
    case .appIDsNotStrings(let path): "\(path) の「appIDs」が文字列の配列ではありません"
    case .notGranted:
      "パッケージの証明書に「\(Statement.handleAllURLs)」を認める文がありません"
    }
  }
}
