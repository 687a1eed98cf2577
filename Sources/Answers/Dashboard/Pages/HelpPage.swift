import HTTPCore

/// A part of the pages with a question mark, which leads to a paragraph of help.
enum HelpTopic: String, CaseIterable {
  case statistics, topLinks, attention, search, visitors, rules, history
  case tryURL, doctor, webhooks, tokens, people, imports, audit

  /// The name of the part, its paragraph, and the article of the guide about it, with a heading in that
  /// unless the whole article is about the part.
  private var entry: (title: Word, paragraph: Word, article: GuideArticle, heading: String?) {
    switch self {
    case .statistics: (.clicksAndOpens, .statisticsHelp, .commands, "Statistics")
    case .topLinks: (.topLinks, .topLinksHelp, .dashboard, "What it costs")
    case .attention: (.needsAttention, .attentionHelp, .dashboard, "What is there")
    case .search: (.searchLinks, .searchHelp, .dashboard, "What is there")
    case .visitors:
      (.visitorsTitle, .visitorsHelp, .configuration, "What a visitor of a short link gets")
    case .rules: (.rules, .rulesHelp, .configuration, "Rules")
    case .history: (.history, .historyHelp, .commands, "Versions and undo")
    case .tryURL: (.tryURL, .tryURLHelp, .commands, "From tap to screen")
    case .doctor: (.seenFromOutside, .doctorHelp, .doctor, "While it serves")
    case .webhooks: (.webhooks, .webhooksHelp, .webhooks, nil)
    case .tokens: (.tokens, .tokensHelp, .api, "Who reaches what")
    case .people: (.people, .peopleHelp, .dashboard, "Let others in")
    case .imports: (.importTitle, .importsHelp, .migrators, nil)
    case .audit: (.auditLog, .auditHelp, .operators, "Who may do what")
    }
  }

  var title: Word { entry.title }
  var paragraph: Word { entry.paragraph }
  var article: (article: GuideArticle, heading: String?) { (entry.article, entry.heading) }

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
        heading.map { "<span lang=\"en\">\(t(.section, $0))</span>" } ?? ""
      return """
        <section class="card" id="\(topic.rawValue)"><h2>\(t(topic.title))</h2>
        <p>\(t(topic.paragraph))</p>
        <p class="soft">\(t(.inTheGuide, t(article.title), article.file))\(place)</p>
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
