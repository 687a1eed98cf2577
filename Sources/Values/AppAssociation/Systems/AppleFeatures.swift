/// The features of association files that a version of iOS supports.
///
/// Sources: Apple, availability of the keys of `applinks`; WWDC19 session 717; WWDC20 session
/// 10098; the revision history of "Support Universal Links".
struct AppleFeatures: Hashable, Sendable {
  let system: SystemVersion

  var hasUniversalLinks: Bool { system >= SystemVersion(9) }
  /// `NOT ` in front of a path; on older versions it is literal text.
  var knowsNot: Bool { system >= SystemVersion(9, 2) }
  /// Files of more than 128 KB are rejected.
  var limitsSize: Bool { system >= SystemVersion(9, 3, 1) }
  /// `components` and `appIDs`; `paths` counts only where `components` is absent.
  var knowsComponents: Bool { system >= SystemVersion(13) }
  var knowsVariables: Bool { system >= SystemVersion(13, 5) }
  var knowsCaseSensitive: Bool { system >= SystemVersion(13, 5) }
  var knowsPercentEncoded: Bool { system >= SystemVersion(14) }
  var knowsDefaults: Bool { system >= SystemVersion(14) }
  /// Apple's network fetches the file instead of the device.
  var usesContentDeliveryNetwork: Bool { system >= SystemVersion(14) }
}

extension SystemVersion {
  /// The newest iOS whose behaviour is known.
  public static let newestIOS = SystemVersion(26)

  /// One version for each way of reading files, oldest first.
  public static let iOSGenerations = [
    SystemVersion(9), SystemVersion(9, 2), SystemVersion(13), SystemVersion(13, 5),
    SystemVersion(14),
  ]
}
