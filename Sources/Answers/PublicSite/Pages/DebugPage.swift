import HTTPCore
import JSONSyntax
import Links
import Service
import WebSyntax

struct DebugPage: Equatable, Sendable {
  /// The address of the link; nil for one without a name.
  let shortURL: String?
  let agent: UserAgent
  /// The answer that this visitor would get without asking for an explanation.
  let decision: Decision
  let branches: [Decision.Branch]
  var ignored: [String] = []
  /// The stored link, for callers who may read links; nil for visitors.
  var record: Record?
  /// An explanation from another module; empty for none.
  var steps: [Step] = []

  struct Record: Equatable, Sendable {
    let link: ShortLink
    let clicks: Int
  }

  /// One step of an explanation, in the language of the page's words.
  struct Step: Equatable, Sendable {
    let title: String
    /// The rule or document that the step is based on.
    let source: String?
  }
}

extension ShortLinkPages {
  /// The debug page: the answer for this visitor with its reasons, the answers for all others, and
  /// the link itself for those who may read it; never a redirect.
  func explanation(_ page: DebugPage) -> HTTPResponse {
    let parts = ExplanationParts(
      page: page, words: words, language: words.language,
      marksEnglish: !frame.language.lowercased().hasPrefix("en"))
    var document = document(words(.title))
    document.isWide = true
    if let url = page.shortURL {
      document.body = [
        "<p><code>\(VisibleText.html(url, limit: VisibleText.addressLimit))</code></p>"
      ]
    }
    document.body += parts.outcome + parts.ignored + parts.visitor + parts.steps + parts.everybody
    document.body += parts.fields
    return response(document, dependsOnAgent: true, outcome: .explanation)
  }
}

/// The sections of a debug page, each as lines of HTML.
private struct ExplanationParts {
  let page: DebugPage
  let words: PageWords
  let language: Language
  /// Whether the page is in another language, so that English has to be marked.
  let marksEnglish: Bool

  var outcome: [String] {
    let items = page.decision.reasons.map {
      "<li>\(HTMLText.escape(cut($0.text(in: language))))</li>"
    }
    return [heading(words(.outcome)), "<div>\(result(page.decision.outcome, linked: true))</div>"]
      + ["<ol\(mark)>"] + items + ["</ol>"]
  }

  var ignored: [String] {
    guard !page.ignored.isEmpty else { return [] }
    let items = page.ignored.map { "<li>\(HTMLText.escape(cut($0)))</li>" }
    return [heading(words(.ignored)), "<ul\(englishMark)>"] + items + ["</ul>"]
  }

  var steps: [String] {
    guard !page.steps.isEmpty else { return [] }
    let items = page.steps.map { step in
      let title = VisibleText.html(step.title, limit: VisibleText.addressLimit)
      let source = VisibleText.line(step.source, limit: VisibleText.addressLimit)
      let small = source.map { "<br><small>\(HTMLText.escape($0))</small>" } ?? ""
      return "<li>\(title)\(small)</li>"
    }
    return [heading(words(.steps)), "<ol\(mark)>"] + items + ["</ol>"]
  }

  /// One row for all visitors with the same answer.
  var everybody: [String] {
    var groups: [[Decision.Branch]] = []
    for branch in page.branches {
      let group = groups.firstIndex { $0.first?.decision.outcome == branch.decision.outcome }
      if let group { groups[group].append(branch) } else { groups.append([branch]) }
    }
    return list(words(.everybody), groups.map(row))
  }

  private func row(_ group: [Decision.Branch]) -> String {
    guard let first = group.first else { return "" }
    let visitors = group.map { HTMLText.escape(words.name(of: $0.visitor)) }
    let because = HTMLText.escape(cut(reasons(of: group)))
    return row(
      visitors.joined(separator: "<br>"),
      result(first.decision.outcome, linked: false)
        + "<br><small\(mark)>\(because)</small>")
  }

  /// The reasons in a row. One that holds for some of its visitors alone names them.
  private func reasons(of group: [Decision.Branch]) -> String {
    var texts: [String] = []
    for reason in group.flatMap(\.decision.reasons) where !isPlain(reason) {
      let visitors = group.filter { $0.decision.reasons.contains(reason) }.map {
        words.name(of: $0.visitor)
      }
      let names = visitors.count < group.count ? visitors : []
      let isJapanese = language == .japanese
      let all = names.joined(separator: isJapanese ? "、" : " and ")
      let text =
        (names.isEmpty ? "" : all + colon) + (isJapanese ? reason.japanese : reason.english)
      if !texts.contains(text) { texts.append(text) }
    }
    return texts.joined(separator: language == .japanese ? "。" : "; ")
  }

  /// Whether the reason repeats the head of its row or applies to every row.
  private func isPlain(_ reason: Decision.Reason) -> Bool {
    switch reason {
    case .platform, .passwordGiven: true
    default: false
    }
  }

  var visitor: [String] {
    let agent = page.agent
    let app = agent.inAppBrowser.map { $0 == .unnamed ? words(.unnamedApp) : "\($0)" }
    let bot = agent.previewBot.map { "\($0)" } ?? (agent.isBot ? words(.otherBot) : nil)
    var rows = [
      row(words(.system), HTMLText.escape(agent.platform.productName ?? words(.unknown))),
      row(words(.browser), HTMLText.escape(agent.browser.productName ?? words(.unknown))),
    ]
    if let app { rows.append(row(words(.inApp), HTMLText.escape(app))) }
    if let bot { rows.append(row(words(.bot), HTMLText.escape(bot))) }
    return list(words(.visitor), rows)
  }

  var fields: [String] {
    guard let record = page.record else { return [] }
    let rows = LinkFields.list(record.link).map { field in
      let value = VisibleText.html(field.value, limit: VisibleText.addressLimit)
      let name = HTMLText.escape(field.name)
      return row("<code>\(name)</code>", value)
    }
    return list(words(.link), rows + [row(HTMLText.escape(words(.clicks)), String(record.clicks))])
  }

  /// - Parameter linked: whether addresses are links.
  private func result(_ outcome: Decision.Outcome, linked: Bool) -> String {
    switch outcome {
    case .notFound: return words(.notFound)
    case .gone: return words(.gone)
    case .passwordForm: return words(.password)
    case .explanation: return words(.explanation)
    case .preview(let destination):
      return words(.showsPreview) + gap + address(destination, linked: linked)
    case .redirect(let location, let status):
      return words(.redirect, String(status.rawValue)) + gap + address(location, linked: linked)
    case .landing(let landing):
      let ways = [
        (words(.open), landing.openURL ?? landing.schemeURL), (words(.store), landing.storeURL),
        (words(.web), landing.continueURL),
      ]
      let lines = ways.compactMap { name, url in
        url.map { "<br>\(name)\(colon)\(address($0, linked: linked))" }
      }
      return words(.landing) + lines.joined()
    }
  }

  private var gap: String { language == .japanese ? "" : " " }
  private var colon: String { language == .japanese ? "：" : ": " }

  /// An address; one of an app's scheme, which says little, stands behind the name of its scheme.
  private func address(_ url: String, linked: Bool) -> String {
    let text = "<code>\(VisibleText.html(url, limit: VisibleText.addressLimit))</code>"
    guard let target = PageAddress(web: url) else {
      let scheme = VisibleText.html(String(url.prefix { $0 != ":" }), limit: 50)
      return "<details><summary><code>\(scheme):</code></summary>\(text)</details>"
    }
    guard linked else { return text }
    return "<a href=\"\(target.html)\" rel=\"nofollow\">\(text)</a>"
  }

  /// Marks Keiro's own words on a page in a language that Keiro has no words for.
  private var mark: String { language == .english ? englishMark : "" }

  /// Marks English text on a page in another language.
  private var englishMark: String { marksEnglish ? " lang=\"en\"" : "" }

  private func cut(_ sentence: String) -> String {
    VisibleText.line(sentence, limit: VisibleText.addressLimit) ?? ""
  }

  private func heading(_ text: String) -> String {
    "<h2>\(HTMLText.escape(text))</h2>"
  }

  private func row(_ head: String, _ data: String) -> String {
    "<div><dt>\(head)</dt><dd dir=\"auto\">\(data)</dd></div>"
  }

  private func list(_ title: String, _ rows: [String]) -> [String] {
    [heading(title), "<dl>"] + rows + ["</dl>"]
  }
}

enum LinkFields {
  /// The number of tags on a page, since a stored link may have any number.
  private static let tagLimit = 20

  /// The meaningful fields, in the order in which links are printed: without empty fields, disabled
  /// switches, and fields that only imports use.
  static func list(_ link: ShortLink) -> [(name: String, value: String)] {
    link.members(password: .hidden).filter { $0.name != "extra" }.flatMap { member in
      rows(member.name, member.value)
    }
  }

  private static func rows(_ name: String, _ value: JSONOutput) -> [(String, String)] {
    switch value {
    case .null, .bool(false): return []
    case .bool(true): return [(name, "true")]
    case .int(let number): return [(name, String(number))]
    case .number(let digits): return [(name, digits)]
    case .string(let text): return text.isEmpty ? [] : [(name, text)]
    case .array(let elements):
      let texts = elements.prefix(tagLimit).flatMap { rows(name, $0).map(\.1) }
      let rest = elements.count > tagLimit ? ["…"] : []
      return texts.isEmpty ? [] : [(name, (texts + rest).joined(separator: ", "))]
    case .object(let members):
      return members.flatMap { rows("\(name).\($0.name)", $0.value) }
    }
  }
}
