import Explaining
import Links
import Questions
import Service
import SiteModel
import WebSyntax

/// The parts that show what each visitor of a link gets, and why.
extension PageContext {
  func visitors(_ report: LinkReport) throws(Problem) -> Markup {
    let key = report.link.key
    let seen = try asked(inquiry.visitors(of: key)) ?? VisitorAnswers()
    let rule: Markup = """
      <p class="row"><a href="\(PageAddresses.link(key))?edit=rule">\(t(.addRule))</a></p>
      """
    return """
      <section class="card" id="visitors"><h2>\(t(.visitorsTitle))</h2>\(help(.visitors))
      \(branches(report.link, seen))
      \(.when(canEdit(report) && report.link.rules.count < LinkRule.countLimit, rule))
      \(try taps(report.link, snapshot.tappedURL(key), seen, asked: PageAddresses.link(key)))
      </section>
      """
  }

  /// The table of taps on the newest systems, or on all of them where the address of the page asks for
  /// these: each cell is an explanation of its own.
  ///
  /// - Parameter page: the address of the link's page; nil for a link that is not made yet.
  func taps(
    _ link: ShortLink, _ shortURL: String, _ seen: VisitorAnswers, asked page: String?
  ) throws(Problem) -> Markup {
    let isOfAll = page != nil && query["taps"] == "all"
    let systems = isOfAll ? ExplanationMatrix.systems : ExplanationMatrix.newestSystems
    var cells: [ExplanationMatrix.Cell] = []
    var isDrawn = false
    // What most visits get, which depends on the platforms that rules name.
    for (visitor, isApple) in [(Decision.Visitor.iPhone, true), (.androidChrome, false)] {
      let shares = seen.answers[visitor] ?? []
      isDrawn = isDrawn || shares.count > 1
      var context = TapContext()
      context.traits.draw = shares.first?.draw ?? 0
      let question = ExplanationQuestion(
        .matrix(shortURL, systems: systems.filter { $0.isApple == isApple }), context: context)
      let answer = try asked(inquiry.explanation(question, planned: page == nil ? link : nil))
      if case .matrix(let matrix) = answer { cells += matrix.cells }
    }
    return """
      <h3>\(t(.afterTap))</h3>
      \(.when(isDrawn, "<p class=\"soft\">\(t(.mostFrequentOutcome))</p>"))
      \(grid(t(isOfAll ? .allSystems : .newestSystems), cells))
      \(page.map { tapLinks(shortURL, $0, isOfAll: isOfAll) })
      """
  }

  // MARK: - Server responses

  func branches(_ link: ShortLink, _ seen: VisitorAnswers) -> Markup {
    let after: Markup = "<h3>\(t(.afterPassword))</h3>\(answers(seen.afterPassword))"
    return """
      <h3>\(t(.inBrowser))</h3>\(answers(seen.answers))
      \(chatPreview(link, seen.answers[.preview]?.first))
      \(.when(!seen.afterPassword.isEmpty, after))
      \(ruleBranches(link, seen.rules))
      """
  }

  /// A row for each kind of visitor, or one for all who get the same.
  private func answers(_ seen: [Decision.Visitor: [VisitorAnswer]]) -> Markup {
    let first = seen[.iPhone] ?? []
    if seen.values.allSatisfy({ $0 == first }) {
      return "<dl class=\"facts\">\(fact(t(.everybody), shares(first)))</dl>"
    }
    let rows = Markup.each(Decision.Visitor.allCases) { visitor in
      fact(t(visitor.word), shares(seen[visitor] ?? []))
    }
    return "<dl class=\"facts\">\(rows)</dl>"
  }

  private func shares(_ shares: [VisitorAnswer]) -> Markup {
    .each(shares) { share in
      let rule = share.decision?.rule.map { position -> Markup in
        " <span class=\"tag\">\(t(.ruleNumber, position + 1))</span>"
      }
      let line: Markup = "\(outcome(share))\(rule)"
      guard shares.count > 1 else { return line }
      let visits = t(.shareOfVisits, String(share.visits))
      return "<span class=\"detail\">\(line) <span class=\"soft\">·\u{A0}\(visits)</span></span>"
    }
  }

  /// The preview of the link as chat apps show it. Its picture is an address here, since pages
  /// load nothing from elsewhere.
  private func chatPreview(_ link: ShortLink, _ answer: VisitorAnswer?) -> Markup {
    switch answer?.decision?.outcome {
    case .preview(let destination):
      let title = snapshot.site(host: Array(link.host.utf8)[...]).flatMap {
        snapshot.sites[$0].definition.displayName
      }
      let card = SocialCard(
        link: snapshot.shown(link, leadingTo: destination), siteTitle: title,
        destination: destination)
      let picture = card.image.map { image -> Markup in
        "<span class=\"picture long\">\(label("social.image"))\(t(.colon))<bdi>\(image)</bdi></span>"
      }
      let text = card.description.map { "<span dir=\"auto\">\($0)</span>" as Markup }
      return """
        <h3>\(t(.inChats))</h3><p class="social">\(picture)<strong dir="auto">\(card.title)</strong>\
        \(text)<span class="soft">\(link.host)</span></p>
        """
    case .redirect, .landing: return "<p class=\"soft\">\(t(.chatsFollow))</p>"
    case .passwordForm: return "<p class=\"soft\">\(t(.chatsSeeForm))</p>"
    default: return ""
    }
  }

  /// What visitors get: the link's decision, or what the site answers in its place.
  func outcome(_ answer: VisitorAnswer) -> Markup {
    if let decided = answer.decision?.outcome, decided != .notFound { return outcome(decided) }
    let server = answer.server
    return server.location.map { redirect(to: $0, server.status) }
      ?? (server.kind == .missing
        ? badge(.notFound, "bad") : "<span>\(t(LinkExplanation.Staying.Kind.page.word))</span>")
  }

  private func redirect(to location: String, _ status: Int) -> Markup {
    """
    <span>\(t(.redirectTo, String(status)))</span> \
    <span class="long" dir="auto">\(Markup.breakable(location))</span>
    """
  }

  private func outcome(_ outcome: Decision.Outcome) -> Markup {
    switch outcome {
    case .notFound: badge(.notFound, "bad")
    case .gone: badge(.gone, "bad")
    case .passwordForm: "<span>\(t(.passwordQuestion))</span>"
    case .explanation: "<span>\(t(.explanationPage))</span>"
    case .preview(let destination):
      "<span>\(t(.previewOf))</span> <span class=\"long\" dir=\"auto\">\(Markup.breakable(destination))</span>"
    case .landing(let landing):
      """
      <span>\(buttons(of: landing))</span> \
      <span class="long" dir="auto">\(Markup.breakable(landing.continueURL))</span>
      """
    case .redirect(let location, _) where location.hasPrefix("intent:"):
      """
      <span>\(t(.theAppOrElse))</span> \
      <span class="long" dir="auto" title="\(location)">\
      \(Markup.breakable(IntentAddress(location).fallback))</span>
      """
    case .redirect(let location, let status): redirect(to: location, status.rawValue)
    }
  }

  /// What a page of buttons offers before it leads on.
  private func buttons(of page: LandingPage) -> String {
    let offers = [
      page.openURL == nil && page.schemeURL == nil ? nil : t(.app),
      page.appClipID.map { _ in t(TapSource.appClip.word) },
      page.storeURL.map { _ in t(LinkExplanation.Staying.Kind.store.word) },
    ].compactMap(\.self)
    return offers.isEmpty
      ? t(.pageWithOneButtonTo)
      : t(.pageWithButtonsTo, offers.joined(separator: t(.listSeparator)))
  }

  // MARK: - Taps

  /// The ways to the other systems and to the explanation of a single tap.
  private func tapLinks(_ shortURL: String, _ page: String, isOfAll: Bool) -> Markup {
    let sitePage = "/dashboard/sites/\(PageAddresses.component(WebURL(shortURL)?.host ?? ""))"
    let single = sitePage + PageQuery.text([("url", shortURL)])
    let others = page + (isOfAll ? "" : "?taps=all") + "#visitors"
    return """
      <p class="row"><a href="\(others)">\(t(isOfAll ? .newestSystems : .allSystems))</a>
      <a href="\(single)">\(t(.explainOneTap))</a></p>
      """
  }

  /// A system, with or without the app.
  private struct TapColumn: Hashable {
    let system: TapSystem
    let isInstalled: Bool
  }

  /// A row for each source of a tap, and columns for each system with and without the app.
  private func grid(_ caption: String, _ cells: [ExplanationMatrix.Cell]) -> Markup {
    var columns: [TapColumn] = []
    var lines: [TapSource: [TapColumn: ExplanationMatrix.Cell]] = [:]
    for cell in cells {
      let column = TapColumn(system: cell.context.system, isInstalled: cell.context.isInstalled)
      if !columns.contains(column) { columns.append(column) }
      lines[cell.context.source, default: [:]][column] = cell
    }
    columns = columns.filter(\.isInstalled) + columns.filter { !$0.isInstalled }
    let heads = Markup.each(columns) { column in
      let parts = [name(of: column.system), t(column.isInstalled ? .withApp : .withoutApp)]
      return self.column(parts.joined(separator: t(.listSeparator)))
    }
    let rows = Markup.each(TapSource.allCases.filter { lines[$0] != nil }) { source in
      let row = Markup.each(columns) { result(lines[source]?[$0]) }
      return "<tr><th scope=\"row\">\(t(source.word))</th>\(row)</tr>"
    }
    return table(caption, .of(column(t(.tappedIn)), heads), rows, isSortable: false)
  }

  /// The name of a system, which stays on one line. The newest Android stands for all since, which
  /// decide alike.
  private func name(of system: TapSystem) -> String {
    let (whole, isNewest) = ("\(system)", ExplanationMatrix.newestSystems.contains(system))
    let name = (whole.hasSuffix(".0") ? String(whole.dropLast(2)) : whole)
      .replacing(" ", with: "\u{A0}")
    return isNewest && !system.isApple ? t(.orLater, name) : name
  }

  private func result(_ cell: ExplanationMatrix.Cell?) -> Markup {
    guard let cell else { return "<td></td>" }
    let kind = cell.opens ? "good" : ""
    return """
      <td><span class="result \(kind)" title="\(said(cell.conclusion))">\(t(cell.result.word))</span></td>
      """
  }
}

extension ExplanationMatrix.Result {
  var word: Phrase {
    switch self {
    case .app: Phrase(.resultApp)
    case .appWithoutScreen: Phrase(.resultAppWithoutScreen)
    case .stays(let kind): kind.word
    }
  }
}

extension LinkExplanation.Staying.Kind: NamedCases {
  static let section = "result"
}

extension TapSource: NamedCases {
  static let section = "tap"
}

extension Decision.Visitor: NamedCases {
  static let section = "visitor"
}
