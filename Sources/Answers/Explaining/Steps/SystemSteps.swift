import AppAssociation

/// How this version of the system reads association files.
struct SystemSteps {
  let system: TapSystem

  func tell(_ record: inout TapRecord) {
    switch system {
    case .iOS(let version): tellApple(version, &record)
    case .android(let version): tellAndroid(version, &record)
    }
  }

  private func tellApple(_ version: SystemVersion, _ record: inout TapRecord) {
    let name = "iOS \(version)"
    if version > .newestIOS {
      record.note(
        "\(name) is newer than any known version: answered as iOS \(SystemVersion.newestIOS)"
      )
    }
    switch version {
    case ..<SystemVersion(9):
      record.step(
        "system", "\(name) has no universal links: they came with iOS 9", [Reference.archive])
    case ..<SystemVersion(9, 2):
      record.step(
        "system", "\(name) reads only 'paths' and does not know 'NOT', which came with iOS 9.2",
        ["R26", Reference.archive])
    case ..<SystemVersion(13):
      record.step(
        "system", "\(name) reads the entries with 'paths': query and fragment do not count",
        ["R26", Reference.archive])
    case ..<SystemVersion(13, 5):
      record.step(
        "system", "\(name) reads 'components', not yet with variables or 'caseSensitive'",
        [Reference.details])
    case ..<SystemVersion(14):
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

  private func tellAndroid(_ version: SystemVersion, _ record: inout TapRecord) {
    let name = "Android \(version)"
    if version > .newestAndroid {
      record.note(
        "\(name) is newer than any known version: answered as Android "
          + "\(SystemVersion.newestAndroid)")
    }
    switch version {
    case ..<SystemVersion(6):
      record.step(
        "system", "\(name) has no App Links: they came with Android 6", [Reference.appLinks])
    case ..<SystemVersion(12):
      record.step(
        "system", "\(name) asks which app to use where a host is not verified", [Reference.appLinks]
      )
    case ..<SystemVersion(15):
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
