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

  /// The article of the guide about the part, and a heading in it, unless the whole article is about
  /// the part.
  var article: (article: GuideArticle, heading: String?) {
    switch self {
    case .statistics: (.commands, "Statistics")
    case .topLinks: (.dashboard, "What it costs")
    case .attention: (.dashboard, "What is there")
    case .search: (.dashboard, "What is there")
    case .visitors: (.configuration, "What a visitor of a short link gets")
    case .rules: (.configuration, "Rules")
    case .history: (.commands, "Versions and undo")
    case .tryURL: (.commands, "From tap to screen")
    case .doctor: (.doctor, "While it serves")
    case .webhooks: (.webhooks, nil)
    case .tokens: (.api, "Who reaches what")
    case .people: (.dashboard, "Let others in")
    case .imports: (.migrators, nil)
    case .audit: (.operators, "Who may do what")
    }
  }

  /// The address of the paragraph.
  var address: String { "/dashboard/help#\(rawValue)" }
}

/// An article of the guide, whose file in `deploy/guide` has its name.
enum GuideArticle: String {
  case api, commands, configuration, dashboard, doctor, migrators, operators, webhooks

  var file: String { rawValue + ".md" }

  var title: Word {
    switch self {
    case .api: .guideOfAPI
    case .commands: .guideOfCommands
    case .configuration: .guideOfConfiguration
    case .dashboard: .guideOfDashboard
    case .doctor: .guideOfDoctor
    case .migrators: .guideOfMigration
    case .operators: .guideOfOperators
    case .webhooks: .webhooks
    }
  }
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
      let (article, heading) = topic.article
      let place: Markup =
        heading.map { "<span lang=\"en\">\(t(.section($0)))</span>" } ?? ""
      return """
        <section class="card" id="\(topic.rawValue)"><h2>\(t(topic.title))</h2>
        <p>\(t(topic.paragraph))</p>
        <p class="soft">\(t(.inTheGuide(t(article.title), article.file)))\(place)</p>
        </section>
        """
    }
    return page(
      t(.helpTitle),
      """
      \(heading(t(.helpTitle)))
      <p class="soft">\(t(.guidePlace))</p>
      <div class="cards">\(parts)</div>
      """)
  }
}
