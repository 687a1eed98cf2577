import HTTPCore

/// A part of the pages with a question mark, which leads to a paragraph of help.
enum HelpTopic: String, CaseIterable {
  case statistics, topLinks, attention, search, visitors, rules, history
  case tryURL, doctor, webhooks, tokens, people, imports, audit

  /// The name of the part.
  var title: Word {
    switch self {
    case .statistics: .clicksAndOpens
    case .topLinks: .topLinks
    case .attention: .needsAttention
    case .search: .searchLinks
    case .visitors: .visitorsTitle
    case .rules: .rules
    case .history: .history
    case .tryURL: .tryURL
    case .doctor: .seenFromOutside
    case .webhooks: .webhooks
    case .tokens: .tokens
    case .people: .people
    case .imports: .importTitle
    case .audit: .auditLog
    }
  }

  var paragraph: Word {
    switch self {
    case .statistics: .statisticsHelp
    case .topLinks: .topLinksHelp
    case .attention: .attentionHelp
    case .search: .searchHelp
    case .visitors: .visitorsHelp
    case .rules: .rulesHelp
    case .history: .historyHelp
    case .tryURL: .tryURLHelp
    case .doctor: .doctorHelp
    case .webhooks: .webhooksHelp
    case .tokens: .tokensHelp
    case .people: .peopleHelp
    case .imports: .importsHelp
    case .audit: .auditHelp
    }
  }

  /// The article of the guide about the part: a file of `deploy/guide`, and a heading in it, unless
  /// the whole file is about the part.
  var article: (file: String, heading: String?) {
    switch self {
    case .statistics: ("commands.md", "Statistics")
    case .topLinks: ("dashboard.md", "What it costs")
    case .attention: ("dashboard.md", "What is there")
    case .search: ("dashboard.md", "What is there")
    case .visitors: ("configuration.md", "What a visitor of a short link gets")
    case .rules: ("configuration.md", "Rules")
    case .history: ("commands.md", "Versions and undo")
    case .tryURL: ("commands.md", "From tap to screen")
    case .doctor: ("doctor.md", "While it serves")
    case .webhooks: ("webhooks.md", nil)
    case .tokens: ("api.md", "Who reaches what")
    case .people: ("dashboard.md", "Let others in")
    case .imports: ("migrators.md", nil)
    case .audit: ("operators.md", "Who may do what")
    }
  }

  /// The address of the paragraph.
  var address: String { "/dashboard/help#\(rawValue)" }
}

extension PageContext {
  /// A question mark next to a heading.
  func help(_ topic: HelpTopic) -> Markup {
    """
     <a class="help" href="\(topic.address)" title="\(t(.explainPart))">?<span class="unseen"> \
    \(t(.explainPart)): \(t(topic.title))</span></a>
    """
  }

  /// `GET /dashboard/help`: explains the parts of the pages.
  func helpPage() -> HTTPResponse {
    let parts = Markup.each(HelpTopic.allCases) { topic in
      let article = topic.article
      let place: Markup = article.heading.map { "\(t(.section($0)))" } ?? ""
      return """
        <section class="card" id="\(topic.rawValue)"><h2>\(t(topic.title))</h2>
        <p>\(t(topic.paragraph))</p>
        <p class="soft">\(t(.inTheGuide)) <span lang="en"><code>deploy/guide/<wbr>\(article.file)</code>\(place)</span></p>
        </section>
        """
    }
    return page(
      t(.helpTitle), "\(heading(t(.helpTitle)))<div class=\"cards\">\(parts)</div>")
  }
}
