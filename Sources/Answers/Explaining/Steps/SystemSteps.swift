import AppAssociation
import Platforms

/// How this version of the system reads association files.
struct SystemSteps {
  let system: TapSystem

  func tell(_ record: inout TapRecord) {
    switch system {
    case .iOS(let version): tellApple(version, &record)
    case .android(let version): tellAndroid(version, &record)
    case .harmony(let version): tellHarmony(version, &record)
    }
  }

  private func tellApple(_ version: SystemVersion, _ record: inout TapRecord) {
    let name = "iOS \(version)"
    if let note = Platform.iOS.note(on: version) { record.note(note) }
    switch version {
    case _ where !version.has(.universalLinks):
      record.step(
        "system", "\(name) has no universal links: they came with iOS 9", [Reference.archive])
    case _ where !version.has(.notPaths):
      record.step(
        "system", "\(name) reads only 'paths' and does not know 'NOT', which came with iOS 9.2",
        ["R26", Reference.archive])
    case _ where !version.has(.components):
      record.step(
        "system", "\(name) reads the entries with 'paths': query and fragment do not count",
        ["R26", Reference.archive])
    case _ where !version.has(.variables):
      record.step(
        "system", "\(name) reads 'components', not yet with variables or 'caseSensitive'",
        [Reference.details])
    case _ where !version.has(.percentEncoded):
      record.step(
        "system", "\(name) reads 'components', not yet 'percentEncoded' or 'defaults'",
        [Reference.details])
    default:
      record.step(
        "system",
        "\(name) gets the file from Apple's network, which fetches it within a day; devices check "
          + "again about once a week", [Reference.associating])
    }
  }

  private func tellHarmony(_ version: SystemVersion, _ record: inout TapRecord) {
    let name = "HarmonyOS \(version)"
    if let note = Platform.harmonyOS.note(on: version) { record.note(note) }
    guard version.has(.appLinking) else {
      return record.step(
        "system", "\(name) has no App Linking: it came with HarmonyOS 5", [Reference.harmony])
    }
    record.step(
      "system",
      "\(name) opens links of hosts that are published in AppGallery Connect, which reads their "
        + "applinking.json then", [Reference.harmony])
  }

  private func tellAndroid(_ version: SystemVersion, _ record: inout TapRecord) {
    let name = "Android \(version)"
    if let note = Platform.android.note(on: version) { record.note(note) }
    switch version {
    case _ where !version.has(.appLinks):
      record.step(
        "system", "\(name) has no App Links: they came with Android 6", [Reference.appLinks])
    case _ where !version.has(.strictVerification):
      record.step(
        "system", "\(name) asks which app to use where a host is not verified", [Reference.appLinks]
      )
    case _ where !version.has(.dynamicRules):
      record.step(
        "system", "\(name) verifies the host by assetlinks.json and follows the app's manifest",
        [Reference.appLinks])
    default:
      record.step(
        "system",
        "\(name) verifies the host and narrows the app's manifest by the file's rules, which it "
          + "compares with the decoded URL", [Reference.appLinks])
    }
  }
}
