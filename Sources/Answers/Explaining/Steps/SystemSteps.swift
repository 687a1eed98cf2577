import AppAssociation
import JSONSyntax
import Links
import Platforms
import SiteModel

/// Explains how this version of the system reads association files.
extension TapPremises {
  func tellSystem() {
    guard record.isFull else { return }
    let system = context.system
    if let note = system.platform.note(on: system.version) { record.note(note) }
    let name = system.description
    let (reading, basis) =
      switch system {
      case .iOS(let version): Self.apple(version, name)
      case .android(let version): Self.android(version, name)
      case .harmony(let version): Self.harmony(version, name)
      }
    record.step(.system, reading, basis)
  }

  private static func apple(_ version: SystemVersion, _ name: String) -> (Sentence, [String]) {
    switch version {
    case _ where !version.has(.universalLinks):
      (Sentence(Obstacle.noUniversalLinks(version)), [Reference.archive])
    case _ where !version.has(.notPaths):
      (
        "\(name) reads only 'paths' and does not know 'NOT', which came with iOS 9.2",
        ["R26", Reference.archive]
      )
    case _ where !version.has(.components):
      (
        "\(name) reads the entries with 'paths': query and fragment are ignored",
        ["R26", Reference.archive]
      )
    case _ where !version.has(.variables):
      (
        "\(name) reads 'components', not yet with variables or 'caseSensitive'",
        [Reference.details]
      )
    case _ where !version.has(.percentEncoded):
      ("\(name) reads 'components', not yet 'percentEncoded' or 'defaults'", [Reference.details])
    default:
      (
        "\(name) gets the file from Apple's network, which fetches it within a day; devices check "
          + "again about once a week", [Reference.associating]
      )
    }
  }

  private static func harmony(_ version: SystemVersion, _ name: String) -> (Sentence, [String]) {
    let reading: Sentence =
      version.has(.appLinking)
      ? "\(name) opens links of hosts that are published in AppGallery Connect, which reads their "
        + "applinking.json then"
      : "\(name) has no App Linking: it came with HarmonyOS 5"
    return (reading, [Reference.harmony])
  }

  private static func android(_ version: SystemVersion, _ name: String) -> (Sentence, [String]) {
    let reading: Sentence =
      switch version {
      case _ where !version.has(.appLinks): Sentence(Obstacle.noAppLinks(version))
      case _ where !version.has(.strictVerification):
        "\(name) asks which app to use where a host is not verified"
      case _ where !version.has(.dynamicRules):
        "\(name) verifies the host by assetlinks.json and follows the app's manifest"
      default:
        "\(name) verifies the host and narrows the app's manifest by the file's rules, which it "
          + "compares with the decoded URL"
      }
    return (reading, [Reference.appLinks])
  }
}

/// Explains whether HarmonyOS opens an app, according to `applinking.json`, which names the apps of
/// a host and has no paths.
extension TapFacts {
  func passHarmony(_ version: SystemVersion) -> Passing<Int> {
    guard version.has(.appLinking) else {
      return .stays(because: "HarmonyOS \(version) has no App Linking")
    }
    guard !named.isEmpty else {
      record.step(
        .association, "\(sitePath) serves no applinking.json, so no app can open the link",
        [sitePath])
      return .stays(because: "the site serves no applinking.json")
    }
    let names = named.map { context.name(of: apps[$0]) }.joined(separator: ", ")
    record.step(
      .association,
      "applinking.json names \(names) and has no paths: which links an app opens is defined by the "
        + "'skills' of its module.json5", [Reference.harmony])
    record.note(
      "whether the app's 'skills' cover this URL, and whether the host is published in AppGallery "
        + "Connect, is unknown to Keiro: the app is assumed to cover the routes that name it")
    guard let covering = named.first(where: covers) else {
      return .stays(because: "no route of the URL names an app of HarmonyOS")
    }
    guard let app = named.first(where: { covers($0) && context.installed.holds(apps[$0]) }) else {
      let absent = Sentence.notInstalled(context.name(of: apps[covering]))
      record.step(.app, absent, [Reference.harmony])
      return .stays(because: absent)
    }
    if context.choice != nil {
      record.note("Huawei documents no choice between app and browser: it changes nothing here")
    }
    let passage = tellPassage()
    return passage.opens ? .opens(app) : .stays(because: passage.sentence)
  }

  /// The apps of the file, in order of precedence.
  private var named: [Int] {
    let bytes = site.documents[.appLinking] ?? []
    guard let root = try? JSONDocument(parsing: bytes).root,
      let list = root.member("applinking")?.member("apps")?.array
    else { return [] }
    let identifiers = list.compactMap { $0.member("appIdentifier")?.string }
    return identifiers.compactMap { identifier in
      apps.firstIndex { $0.harmony?.appIdentifier == identifier }
    }
  }

  private func covers(_ app: Int) -> Bool {
    if let route = route?.definition {
      return route.universalLink && route.component.exclude != true && route.apps.contains(app)
    }
    let owner = shortLink == nil ? nil : site.definition.shortLinks?.app
    return owner.map { AppSuccession(of: apps).line(of: $0).contains(app) } ?? false
  }
}
