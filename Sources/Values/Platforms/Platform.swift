/// A system that opens apps through links.
public enum Platform: String, CaseIterable, Hashable, Sendable {
  /// iOS and iPadOS.
  case iOS = "ios"
  /// Android with Google services.
  case android
  /// HarmonyOS 5 and later, which no longer runs Android apps.
  case harmonyOS = "harmony"

  /// The name as written by its vendor.
  public var title: String {
    switch self {
    case .iOS: "iOS"
    case .android: "Android"
    case .harmonyOS: "HarmonyOS"
    }
  }

  /// The newest version in the table.
  public var newest: SystemVersion { Self.newestVersions[self] ?? SystemVersion(0) }

  /// Looked up once, since every answer compares with them.
  private static let newestVersions: [Platform: SystemVersion] =
    PlatformTable.releases.reduce(into: [:]) { $0[$1.platform] = $1.version }

  /// The caveat for answers about a version newer than the table; nil for a known version.
  package func note(on version: SystemVersion) -> String? {
    guard version.major > newest.major else { return nil }
    return
      "\(title) \(version) is treated as \(title) \(newest), the newest version known when the "
      + "platform table was last checked, on \(PlatformTable.checked)"
  }
}

extension SystemVersion {
  /// The newest iOS whose behaviour is known.
  public static var newestIOS: SystemVersion { Platform.iOS.newest }

  /// The newest Android whose behaviour is known.
  public static var newestAndroid: SystemVersion { Platform.android.newest }

  /// The newest HarmonyOS whose behaviour is known.
  public static var newestHarmonyOS: SystemVersion { Platform.harmonyOS.newest }

  /// The first iOS that reads `components`, which is the oldest that files are generated for unless
  /// an app requires an older one.
  public static var firstWithComponents: SystemVersion { PlatformFeature.components.introduction }

  /// The last iOS that reads only `paths`.
  package static let lastWithoutComponents = SystemVersion(12, 5)

  /// One version for each distinct way in which iOS reads association files, oldest first.
  public static let iOSGenerations =
    Set(PlatformFeature.readingRules.map(\.introduction)).sorted()
}
