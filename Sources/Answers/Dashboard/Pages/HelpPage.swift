import Explaining
import HTTPCore
import Links

/// A part of the pages with a question mark, which leads to a paragraph of help: its word.
enum HelpTopic: String, NamedCases {
  case statistics, topLinks, attention, search, visitors, rules, history
  case tryURL, doctor, webhooks, tokens, people, imports, audit

  static let section = "help"

  /// The name of the part, and the article of the guide about it, with a heading in that unless the whole
  /// article is about the part.
  var entry: (title: Word, article: GuideArticle, heading: String?) {
    switch self {
    case .statistics: (.clicksAndOpens, .commands, "Statistics")
    case .topLinks: (.topLinks, .dashboard, "What it costs")
    case .attention: (.needsAttention, .dashboard, "What is there")
    case .search: (.searchLinks, .dashboard, "What is there")
    case .visitors: (.visitorsTitle, .configuration, "What a visitor of a short link gets")
    case .rules: (.rules, .configuration, "Rules")
    case .history: (.history, .commands, "Versions and undo")
    case .tryURL: (.tryURL, .commands, "From tap to screen")
    case .doctor: (.seenFromOutside, .doctor, "While it serves")
    case .webhooks: (.webhooks, .webhooks, nil)
    case .tokens: (.tokens, .api, "Who reaches what")
    case .people: (.people, .dashboard, "Let others in")
    case .imports: (.importTitle, .migrators, nil)
    case .audit: (.auditLog, .operators, "Who may do what")
    }
  }

  var address: String { "/dashboard/help#\(rawValue)" }
}

/// An article of the guide, whose file in `deploy/guide` has its name.
enum GuideArticle: String, NamedCases {
  case api, commands, configuration, dashboard, doctor, migrators, operators, webhooks

  static let section = "guide"
  var file: String { rawValue + ".md" }
}

extension PageContext {
  func help(_ topic: HelpTopic) -> Markup {
    """
     <a class="help" href="\(topic.address)" title="\(t(.explainPart))">?\
    \(about(t(.named, t(.explainPart), t(topic.entry.title))))</a>
    """
  }

  /// `GET /dashboard/help`: explains the parts of the pages.
  func helpPage() -> HTTPResponse {
    let parts = Markup.each(HelpTopic.allCases) { topic in
      let (title, article, heading) = topic.entry
      let place = heading.map { "<span lang=\"en\">\(t(.section, $0))</span>" as Markup }
      return """
        <section class="card" id="\(topic.rawValue)"><h2>\(t(title))</h2>
        <p>\(t(topic.word))</p>
        <p class="soft">\(t(.inTheGuide, t(article.word), article.file))\(place)</p>
        </section>
        """
    }
    return page(
      t(.helpTitle),
      """
      \(heading("\(t(.helpTitle))"))
      <p class="soft">\(t(.guidePlace))</p>
      <div class="cards">\(parts)</div>
      """)
  }

  /// `GET /dashboard/design`: every component of the pages side by side, for developers who change
  /// one.
  func design() -> HTTPResponse {
    page(
      t(.design),
      """
      \(heading("\(t(.design))", "<a class=\"button\" href=\"#main\">.button</a>"))
      <p class="soft">\(t(.designIntroduction))</p>
      \(designColors)
      \(designTexts)
      \(designControls)
      \(designStates)
      \(designNumbers)
      \(designParts)
      """)
  }

  private var designParts: Markup {
    let line = Sparkline(
      Dictionary(uniqueKeysWithValues: Sparkline.days(until: timestamp).map { ($0, $0 * 37 % 11) }),
      until: timestamp
    ).markup { t(.clicksOfMonth, $0) }
    let map =
      CountryMap(clicks: ["JP": 40, "US": 20, "DE": 5]) { t(.named, $0, number($1)) }.markup ?? ""
    let grid = table(
      t(.afterTap), .of(column(t(.tappedIn)), column(t(.withApp))),
      """
      <tr><th scope="row">\(t(TapSource.messages.word))</th>\
      <td><span class="result good">\(t(.resultApp))</span></td></tr>
      """, isSortable: false)
    return part(
      .designParts,
      """
      <p class="copy"><span class="short">.copy .short</span>
      <button type="button" class="quiet small">\(t(.copy))</button> .help \(help(.search))</p>
      <div class="purposes"><details><summary>.purposes</summary><p>p</p></details></div>
      <details class="data"><summary>.data</summary><p>p</p></details>
      <form class="filter"><p class="field grow"><label for="design-4">.filter</label>
      <input id="design-4" type="search"></p>
      <p class="field"><button type="button">\(t(.show))</button></p></form>
      <nav class="pager" aria-label=".pager"><a class="button quiet" href="/dashboard/design">.pager</a></nav>
      <fieldset class="rule"><legend>.rule</legend><p class="row"><button type="button" \
      class="quiet small">\(t(.moveUp))</button></p></fieldset>
      <section class="attention"><ul><li class="warn">.attention .warn</li>\
      <li class="bad">.attention .bad</li></ul></section>
      <ol class="steps"><li>.steps</li><li>li</li></ol>
      <ol class="history"><li>.history</li><li>li</li></ol>
      <p class="social"><span class="picture">.social .picture</span><strong>strong</strong>\
      <span>.social</span></p>
      <p><progress max="10" value="7" aria-label="progress"></progress></p>
      <p>\(line)</p>
      \(grid)
      \(map)
      """)
  }

  /// The custom properties of the style sheet that hold colours.
  private static let colors = [
    "paper", "card", "tint", "edge", "rim", "ink", "soft", "link", "accent", "on", "good",
    "good-tint", "warn", "warn-tint", "bad", "bad-tint", "s0", "s1", "s2", "s3", "s4", "s5",
  ]

  private func part(_ word: Word, _ content: Markup) -> Markup {
    "<section class=\"card\"><h2>\(t(word))</h2>\(content)</section>"
  }

  private var designColors: Markup {
    let swatches = Markup.each(Self.colors) { name in
      """
      <li><svg class="swatch" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">\
      <rect width="1" height="1" fill="var(--\(name))"/></svg><code>--\(name)</code></li>
      """
    }
    return part(.scheme, "<ul class=\"swatches\">\(swatches)</ul>")
  }

  private var designTexts: Markup {
    part(
      .designText,
      """
      <h1>h1</h1><h2>h2</h2><h3>h3</h3>
      <p>p <a href="/dashboard/design">a</a> <code>code</code> <kbd>kbd</kbd> <strong>strong</strong></p>
      <p class="soft">.soft</p>
      <dl class="facts"><div><dt>.facts dt</dt><dd>dd</dd></div><div><dt>\(t(.name))</dt><dd>spring</dd></div></dl>
      """)
  }

  private var designControls: Markup {
    part(
      .designControls,
      """
      <p class="actions"><button type="button" class="button">.button</button>
      <button type="button">button</button> <button type="button" class="quiet">.quiet</button>
      <button type="button" class="danger">.danger</button>
      <button type="button" class="quiet small">.small</button></p>
      <div class="fields">
      <p class="field"><label for="design-1">.field</label>
      <input id="design-1" value="spring" aria-describedby="design-1-hint">
      <span class="hint" id="design-1-hint">.hint</span></p>
      <p class="field"><label for="design-2">[aria-invalid]</label>
      <input id="design-2" value="https://" aria-invalid="true" aria-describedby="design-2-fault">
      <span class="fault" id="design-2-fault">.fault</span></p>
      <p class="field"><label for="design-3">select</label>
      <select id="design-3"><option>302</option><option>307</option></select></p>
      </div>
      <label class="check"><input type="checkbox" checked> .check</label>
      <nav aria-label=".tabs"><ul class="tabs"><li><a href="/dashboard/design" aria-current="true">.tabs</a></li>
      <li><a href="/dashboard/design">a</a></li></ul></nav>
      """)
  }

  private var designStates: Markup {
    part(
      .designStates,
      """
      <p><span class="badge">.badge</span> <span class="badge good">.good</span>
      <span class="badge warn">.warn</span> <span class="badge bad">.bad</span>
      <span class="tag">.tag</span> <span class="result good">.result</span></p>
      \(notice("<p>.notice</p>"))
      \(notice("<p>.notice.warn</p>", .warning))
      \(notice("<p>.notice.wrong</p>", .wrong))
      \(empty(".empty"))
      """)
  }

  private var designNumbers: Markup {
    let charts = Markup.each([14, 60]) { count in
      let columns = (1...count).map { day -> ColumnChart.Column in
        (ChartPeriod.date(20_770 + day), [day * 37 % 23 + 4, day * 11 % 9])
      }
      return ColumnChart(
        language: language, title: t(.clicksAndOpensByDay, LocalZone.utc.name),
        series: [t(.clicks), t(.opens)], columns: columns, isStacked: false
      ).markup
    }
    let bars = BarTable(
      caption: t(.referrers), nameColumn: t(.referrers), valueColumn: t(.clicks),
      rows: [12, 7, 3].map { (name: "<span>\($0)</span>", value: $0) })
    let rows = Markup.each(["spring", "summer"]) { slug in
      "<tr><th scope=\"row\">\(slug)</th>\(cell(.clicks, "12", "number"))\(cell(.state, "<span class=\"badge good\">\(t(.active))</span>"))</tr>"
    }
    let table = table(
      t(.links), [.link, .clicks, .state], numbers: [.clicks], rows, isSortable: false)
    return part(
      .designNumbers,
      """
      <dl class="figures">\(figure(t(.clicks), 1234, before: 987))\(figure(t(.bots), 56, before: 0))</dl>
      \(charts)
      \(bars.markup)
      \(table)
      """)
  }
}
