import JSONSyntax
import LaunchRouting
import SiteModel
import WebSyntax

/// Explains a redirect to an `intent:` address: Chrome opens the app that it names, or its
/// fallback.
struct IntentSteps {
  let facts: TapFacts
  let launch: LaunchSteps

  func follow(_ location: String, _ record: inout TapRecord) -> TapCourse {
    let intent = IntentAddress(location)
    let context = facts.context
    record.step(.redirect, Sentence("'\(location)'", "「\(location)」"), [Reference.intents])
    let app = facts.apps.firstIndex { $0.android?.packageName == intent.packageName }
    let isInstalled = context.installed.holds(app.map { facts.apps[$0] })
    if isInstalled, context.source.isGesture { return open(intent, in: app, &record) }
    let why =
      isInstalled
      ? Sentence("Chrome does not open an app without a tap", "Chrome はタップなしにアプリを開きません")
      : Sentence("the app is not installed", "アプリがインストールされていません")
    record.step(
      .fallback,
      Sentence(
        "\(why.english): Chrome continues to '\(intent.fallback)'",
        "\(why.japanese)。Chrome は「\(intent.fallback)」へ進みます"), [Reference.intents])
    guard intent.fallback != facts.url.description else {
      return .stays(.loop, why, Sentence("an error", "エラーになります"))
    }
    return .leads(to: intent.fallback, by: .redirect)
  }

  private func open(
    _ intent: IntentAddress, in app: Int?, _ record: inout TapRecord
  ) -> TapCourse {
    record.note(
      "Chrome opens an app only after a user's tap; whether a tap in another app counts is not "
        + "documented")
    guard let app else {
      _ = ReceiverSteps(context: facts.context, app: nil).add(.universalLink, to: &record)
      let opening = LinkExplanation.Opening(
        app: intent.packageName, destination: nil,
        reason: "the configuration does not name the app")
      return .ends(.opens(opening))
    }
    return launch.arrive(
      .opened(url: intent.url), app: app, by: .universalLink, path: facts.route?.path, &record)
  }
}

/// The parts of an `intent:` address that Keiro itself generates.
package struct IntentAddress {
  let url: String
  let packageName: String
  /// The address to which browsers lead visitors without the app; empty if there is none.
  package let fallback: String

  package init(_ text: String) {
    let body = text.dropFirst("intent".count)
    var address = body
    var extras: Substring = ""
    // Only the last '#Intent;' is Chrome's: the address may have its own fragment.
    if let mark = body.ranges(of: "#Intent;").last {
      address = body[..<mark.lowerBound]
      extras = body[mark.upperBound...]
    }
    func value(_ name: String) -> String {
      let item = extras.split(separator: ";").first { $0.hasPrefix(name + "=") }
      return item.map { PercentCoding.decodeLossy(Array($0.dropFirst(name.count + 1).utf8)[...]) }
        ?? ""
    }
    url = value("scheme") + address
    packageName = value("package")
    fallback = value("S.browser_fallback_url")
  }
}
