import Links

/// The words of the debug page, except its reasons and steps.
struct ExplanationStrings: Sendable {
  let title: String
  let visitor: String
  let system: String
  let browser: String
  let inApp: String
  let bot: String
  let unknown: String
  let unnamedApp: String
  let otherBot: String
  let outcome: String
  let ignored: String
  let everybody: String
  let link: String
  let clicks: String
  let steps: String
  let notFound: String
  let gone: String
  let password: String
  let explanation: String
  let preview: String
  let landing: String
  /// `%@` stands for the status code.
  let redirect: String
  let open: String
  let store: String
  let web: String
  let visitors: [Decision.Visitor: String]

  func redirect(_ status: Int) -> String {
    redirect.replacing("%@", with: String(status))
  }

  func name(of visitor: Decision.Visitor) -> String {
    visitors[visitor] ?? visitor.rawValue
  }
}
