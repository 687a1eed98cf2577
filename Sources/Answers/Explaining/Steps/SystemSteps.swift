import AppAssociation
import JSONSyntax
import Platforms

/// Explains how this version of the system reads association files.
struct SystemSteps {
  let system: TapSystem

  func add(to record: inout TapRecord) {
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
        .system, Sentence(Obstacle.noUniversalLinks(version)), [Reference.archive])
    case _ where !version.has(.notPaths):
      record.step(
        .system,
        Sentence(
          "\(name) reads only 'paths' and does not know 'NOT', which came with iOS 9.2",
          "\(name) が読むのは「paths」だけで、「NOT」（iOS 9.2 から）は使えません"),
        ["R26", Reference.archive])
    case _ where !version.has(.components):
      record.step(
        .system,
        Sentence(
          "\(name) reads the entries with 'paths': query and fragment are ignored",
          "\(name) は「paths」の項目を読み、クエリとフラグメントは見ません"),
        ["R26", Reference.archive])
    case _ where !version.has(.variables):
      record.step(
        .system,
        Sentence(
          "\(name) reads 'components', not yet with variables or 'caseSensitive'",
          "\(name) は「components」を読みますが、変数と「caseSensitive」はまだ使えません"),
        [Reference.details])
    case _ where !version.has(.percentEncoded):
      record.step(
        .system,
        Sentence(
          "\(name) reads 'components', not yet 'percentEncoded' or 'defaults'",
          "\(name) は「components」を読みますが、「percentEncoded」と「defaults」はまだ使えません"),
        [Reference.details])
    default:
      record.step(
        .system,
        Sentence(
          "\(name) gets the file from Apple's network, which fetches it within a day; devices check "
            + "again about once a week",
          "\(name) はファイルを Apple の配信網から受け取ります。配信網は一日以内に取得し、端末は週に一度ほど確かめます"),
        [Reference.associating])
    }
  }

  private func tellHarmony(_ version: SystemVersion, _ record: inout TapRecord) {
    let name = "HarmonyOS \(version)"
    if let note = Platform.harmonyOS.note(on: version) { record.note(note) }
    guard version.has(.appLinking) else {
      return record.step(
        .system,
        Sentence(
          "\(name) has no App Linking: it came with HarmonyOS 5",
          "\(name) に App Linking はありません（HarmonyOS 5 から）"), [Reference.harmony])
    }
    record.step(
      .system,
      Sentence(
        "\(name) opens links of hosts that are published in AppGallery Connect, which reads their "
          + "applinking.json then",
        "\(name) は AppGallery Connect で公開したホストのリンクを開きます。applinking.json はその際に読まれます"),
      [Reference.harmony])
  }

  private func tellAndroid(_ version: SystemVersion, _ record: inout TapRecord) {
    let name = "Android \(version)"
    if let note = Platform.android.note(on: version) { record.note(note) }
    switch version {
    case _ where !version.has(.appLinks):
      record.step(
        .system, Sentence(Obstacle.noAppLinks(version)), [Reference.appLinks])
    case _ where !version.has(.strictVerification):
      record.step(
        .system,
        Sentence(
          "\(name) asks which app to use where a host is not verified",
          "\(name) は、検証されていないホストではどのアプリを使うか尋ねます"), [Reference.appLinks])
    case _ where !version.has(.dynamicRules):
      record.step(
        .system,
        Sentence(
          "\(name) verifies the host by assetlinks.json and follows the app's manifest",
          "\(name) はホストを assetlinks.json で検証し、アプリのマニフェストに従います"),
        [Reference.appLinks])
    default:
      record.step(
        .system,
        Sentence(
          "\(name) verifies the host and narrows the app's manifest by the file's rules, which it "
            + "compares with the decoded URL",
          "\(name) はホストを検証し、ファイルのルールでマニフェストを絞ります。ルールはデコードした URL と比較されます"),
        [Reference.appLinks])
    }
  }
}
