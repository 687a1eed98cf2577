import AppAssociation
import JSONSyntax
import Platforms
import SiteModel

/// Explains whether HarmonyOS opens an app, according to `applinking.json`, which names the apps of
/// a host and has no paths.
struct HarmonySteps {
  let facts: TapFacts
  let version: SystemVersion

  enum Passing {
    /// The index of the app.
    case opens(Int)
    case stays(because: Sentence)
  }

  func add(to record: inout TapRecord) -> Passing {
    guard version.has(.appLinking) else {
      return .stays(
        because: Sentence(
          "HarmonyOS \(version) has no App Linking", "HarmonyOS \(version) に App Linking はありません"))
    }
    guard !named.isEmpty else {
      record.step(
        .association,
        Sentence(
          "\(facts.sitePath) serves no applinking.json, so no app can open the link",
          "\(facts.sitePath) は applinking.json を公開していないため、アプリは開きません"), [facts.sitePath])
      return .stays(
        because: Sentence(
          "the site serves no applinking.json", "サイトが applinking.json を公開していません"))
    }
    let names = named.map { facts.apps[$0].key }.joined(separator: ", ")
    record.step(
      .association,
      Sentence(
        "applinking.json names \(names) and has no paths: which links an app opens is defined by the "
          + "'skills' of its module.json5",
        "applinking.json には \(names) があり、パスはありません。開くリンクはアプリの module.json5 の「skills」で決まります"),
      [Reference.harmony])
    record.note(
      "whether the app's 'skills' cover this URL, and whether the host is published in AppGallery "
        + "Connect, is unknown to Keiro: the app is assumed to cover the routes that name it")
    guard let covering = named.first(where: covers) else {
      return .stays(
        because: Sentence(
          "no route of the URL names an app of HarmonyOS", "URL のルートに HarmonyOS のアプリがありません"))
    }
    let here = named.first { covers($0) && facts.context.installed.holds(facts.apps[$0]) }
    guard let app = here else {
      let absent = Sentence.notInstalled(facts.apps[covering].key)
      record.step(.app, absent, [Reference.harmony])
      return .stays(because: absent)
    }
    let passage = facts.source.passage(on: facts.context.system)
    record.step(.source, passage.sentence, passage.basis, passage.isCertain ? .fact : .note)
    if let note = passage.note { record.note(note) }
    return passage.opens ? .opens(app) : .stays(because: passage.sentence)
  }

  /// The apps of the file, in order of precedence.
  private var named: [Int] {
    let bytes = facts.site.documents[.appLinking] ?? []
    guard let root = try? JSONDocument(parsing: bytes).root,
      let list = root.member("applinking")?.member("apps")?.array
    else { return [] }
    let identifiers = list.compactMap { $0.member("appIdentifier")?.string }
    return identifiers.compactMap { identifier in
      facts.apps.firstIndex { $0.harmony?.appIdentifier == identifier }
    }
  }

  private func covers(_ app: Int) -> Bool {
    if let route = facts.route?.definition {
      return route.universalLink && route.component.exclude != true && route.apps.contains(app)
    }
    let owner = facts.shortLink == nil ? nil : facts.site.definition.shortLinks?.app
    return owner.map { AppSuccession(of: facts.apps).line(of: $0).contains(app) } ?? false
  }
}
