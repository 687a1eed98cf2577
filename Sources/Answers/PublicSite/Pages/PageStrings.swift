/// Keiro's own words on pages.
struct PageStrings: Sendable {
  /// `%@` stands for the name of the app.
  let openIn: String
  /// The words of the button for an app without a known name.
  let openInApp: String
  let appStore: String
  let playStore: String
  let notFoundTitle: String
  let notFoundText: String
  let goneTitle: String
  let goneText: String
  let badRequestTitle: String
  let badRequestText: String
  let foreignLinkTitle: String
  let foreignLinkText: String
  let unavailableTitle: String
  let unavailableText: String
  let busyText: String
  let continueInBrowser: String
  /// `%@` stands for a host.
  let leadsTo: String
  let passwordTitle: String
  let passwordText: String
  let passwordWrong: String
  let passwordLabel: String
  let passwordSubmit: String
  let tooManyTitle: String
  let tooManyText: String
  let tryAgain: String
  /// `%@` stands for the name of the site.
  let homeOf: String
  /// The words of the button for a site without a name.
  let home: String
  /// `%@` stands for the name of the app.
  let scanFor: String
  let codeLabel: String
  let copyAndGet: String
  let copied: String
  /// `%@` stands for the words of the Open button.
  let comeBack: String
  let askCode: String
  let codeTitle: String
  let codeText: String

  /// - Parameter name: nil for an app without a known name.
  func openIn(_ name: String?) -> String {
    name.map { openIn.replacing("%@", with: $0) } ?? openInApp
  }

  /// - Parameter name: nil for a site without a name.
  func home(_ name: String?) -> String {
    name.map { homeOf.replacing("%@", with: $0) } ?? home
  }

  func comeBack(toTap button: String) -> String {
    comeBack.replacing("%@", with: button)
  }

  func scan(for name: String) -> String {
    scanFor.replacing("%@", with: name)
  }

  /// - Parameter host: as HTML.
  func leadsTo(html host: String) -> String {
    leadsTo.replacing("%@", with: host)
  }
}
