import AppAssociation
import JSONSyntax
import LaunchRouting
import Links
import SiteModel
import WebSyntax

extension TapFacts {
  /// Explains what an earlier choice of the person does to a link that would open the app.
  ///
  /// - Returns: the reason why the choice keeps the link in the browser; nil if it does not.
  func tellChoice() -> Sentence? {
    let isApple = context.system.isApple
    switch context.choice {
    case .browser where !context.heedsChoice:
      record.note(
        "whether \(source.phrase.english) heeds the choice of the browser is not documented: this is "
          + "what happens where nothing was chosen")
    case .browser:
      record.step(.source, chosen, [isApple ? Reference.debugging : Reference.supported])
      record.note(isApple ? Self.returnToApp : Self.settings)
      return chosen
    case .app:
      record.note(
        "the app was chosen again for this host, so its links open as if nothing had been chosen; "
          + "what never opens an app still does not")
    case nil:
      guard isApple else { return nil }
      record.note(
        "the user may have chosen 'Open in Safari' for this host; a server cannot see that "
          + "(\(Reference.debugging))")
    }
    return nil
  }

  private var chosen: Sentence {
    "the browser was chosen for '\(url.host)' before, and the system remembers that"
  }

  private static let returnToApp =
    "the choice is for the whole host: it ends when somebody opens the app from the bar of the "
    + "page, the Smart App Banner, or the menu of a long press (\(Reference.archive)); how long the "
    + "system keeps it otherwise is not documented"

  private static let settings =
    "people choose in the settings of the app ('Open by default'), and until Android 11 in the "
    + "question which app to use; whether an 'intent:' of a page heeds the choice is not documented"

  /// The app whose widget it is: the one that the link would open, or else the first of its route or
  /// its short link. Nil when the widget of no app is meant, and outside of iOS.
  var widgetApp: Int? {
    guard source == .widget, context.system.isApple else { return nil }
    let ownerOfLink = shortLink == nil ? nil : site.definition.shortLinks?.app
    let opened = opens ? answer?.app : nil
    let onRoute = route?.definition.apps.first { apps[$0].apple != nil }
    let app = opened ?? onRoute ?? ownerOfLink
    return app.flatMap { context.installed.holds(apps[$0]) ? $0 : nil }
  }

  /// Explains a widget of the app, which opens its own app with any address.
  func openWidget(of app: Int) -> TapCourse {
    let passage = TapSource.widget.passage(on: context.system)
    record.step(.source, passage.sentence, passage.basis)
    record.note(
      "the link of a widget arrives at the method for URLs even if it is a universal link: create "
        + "the launch with 'Launch.opened(url:)'")
    return premises.arrive(
      .opened(url: url.description), app: app, by: .url, path: route?.path,
      asking: self)
  }

  /// The reason why a browser's page is not continued in the app: Handoff asks another part of the
  /// file than links do. Nil for taps that are no Handoff, and if the file names the app.
  var continuationRefusal: Sentence? {
    guard source == .handoff, context.system.isApple, let answer else { return nil }
    let root = try? JSONDocument(parsing: site.documents[.apple] ?? []).root
    let named = root?.member("activitycontinuation")?.member("apps")?.array ?? []
    let own = [answer.name] + (answer.app.map { apps[$0].appleIdentifiers } ?? [])
    guard !named.compactMap(\.string).contains(where: own.contains) else { return nil }
    return
      "Handoff from a browser needs the app in 'activitycontinuation' of the file, which does not "
      + "name \(name(answer))"
  }
}
