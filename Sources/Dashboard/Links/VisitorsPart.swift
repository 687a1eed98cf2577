import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import SiteModel
import WebSyntax

/// What every visitor of a link gets, and why.
extension PageContext {
  func visitors(_ key: LinkKey, _ shortURL: String) throws(Problem) -> Markup {
    let body = JSONOutput.object([
      .init("url", .string(shortURL)), .init("matrix", .bool(true)),
    ])
    let answer = ask(.post, "/v1/explain", body: body)
    let taps: Markup = answer.isGood ? tapTable(answer.json["rows"].elements, shortURL) : ""
    return """
      <section class="card"><h2>\(t(.whatEveryVisitorGets))</h2>
      \(try branches(key))
      \(taps)
      </section>
      """
  }

  // MARK: - What the server answers

  private func branches(_ key: LinkKey) throws(Problem) -> Markup {
    let link: ShortLink?
    if let configured = snapshot.configuredLink(key) {
      link = configured
    } else {
      link = try stored { store throws(LinkStoreError) in try store.currentLink(at: key)?.link }
    }
    guard let link, let site = snapshot.site(host: Array(key.host.utf8)[...]) else { return "" }
    let linkSite = snapshot.linkSite(of: link, site: site)
    let branches = Decision.branches(
      of: link, visit: Visit(query: nil, host: key.host), now: timestamp, site: linkSite)
    let rows = Markup.each(branches) { branch in
      let rule: Markup =
        branch.decision.rule.map { position in
          " <span class=\"tag\">\(t(.ruleNumber, String(position + 1)))</span>"
        } ?? ""
      return """
        <div><dt>\(t(branch.visitor.word))</dt>\
        <dd>\(outcome(branch.decision.outcome))\(rule)</dd></div>
        """
    }
    return """
      <h3>\(t(.inABrowser))</h3><dl class="facts">\(rows)</dl>
      \(ruleBranches(link, linkSite, host: key.host))
      """
  }

  func outcome(_ outcome: Decision.Outcome) -> Markup {
    switch outcome {
    case .notFound: "<span class=\"badge bad\">\(t(.notFound))</span>"
    case .gone: "<span class=\"badge bad\">\(t(.gone))</span>"
    case .passwordForm: "<span>\(t(.aQuestionForThePassword))</span>"
    case .explanation: "<span>\(t(.anExplanation))</span>"
    case .preview(let destination):
      "<span>\(t(.aPreviewOf))</span> <span class=\"long\" dir=\"auto\">\(destination)</span>"
    case .landing(let landing):
      """
      <span>\(t(.aPageWithButtonsAppStoreAndOnTo))</span> \
      <span class="long" dir="auto">\(landing.continueURL)</span>
      """
    case .redirect(let location, let status):
      """
      <span>\(t(.redirectTo, String(status.rawValue)))</span> \
      <span class="long" dir="auto">\(location)</span>
      """
    }
  }

  // MARK: - What becomes of taps

  private func tapTable(_ rows: [JSONNode], _ shortURL: String) -> Markup {
    let newest = ["ios": "26.0", "android": "15.0"]
    let isNewest = { (row: JSONNode) in
      let system = row["system"].text ?? ""
      let version = row["version"].text ?? ""
      return newest[system].map { $0 == version || $0.hasPrefix(version + ".") } ?? false
    }
    let host = WebURL(shortURL)?.host ?? ""
    let one =
      "/dashboard/sites/\(PageAddresses.component(host))" + PageQuery.text([("url", shortURL)])
    return """
      <h3>\(t(.afterATap))</h3>
      \(grid(t(.onTheNewestSystems), rows.filter(isNewest)))
      <details class="data"><summary>\(t(.allSystemsAndWays))</summary>
      \(grid(t(.allSystemsAndWays), rows))</details>
      <p><a href="\(one)">\(t(.whyExplainOneTapStepByStep))</a></p>
      """
  }

  /// A line for each source of a tap, a column for each system, with the app and without it.
  private func grid(_ caption: String, _ rows: [JSONNode]) -> Markup {
    var columns: [String] = []
    var sources: [String] = []
    var cells: [String: JSONNode] = [:]
    for row in rows {
      let column = Self.column(row, t(.withTheApp), t(.withoutIt))
      let source = row["from"].text ?? ""
      if !columns.contains(column) { columns.append(column) }
      if sources.last != source, !sources.contains(source) { sources.append(source) }
      cells[source + "\n" + column] = row
    }
    let heads = Markup.each(columns) { self.column($0) }
    let lines = Markup.each(sources) { source in
      let row = Markup.each(columns) { cell(cells[source + "\n" + $0]) }
      return "<tr><th scope=\"row\">\(sourceName(source))</th>\(row)</tr>"
    }
    return table(caption, .of(column(t(.tappedIn)), heads), lines, isSortable: false)
  }

  private static func column(_ row: JSONNode, _ with: String, _ without: String) -> String {
    let system = row["system"].text == "ios" ? "iOS" : "Android"
    let app = row["app"].text == "installed" ? with : without
    return "\(system) \(row["version"].text ?? ""), \(app)"
  }

  private func cell(_ row: JSONNode?) -> Markup {
    guard let row else { return "<td></td>" }
    let kind = row["opens"].isTrue ? "good" : ""
    let name = resultName(row["result"].text ?? "")
    return """
      <td><span class="result \(kind)" title="\(row["conclusion"].text ?? "")">\(name)</span></td>
      """
  }

  private func resultName(_ result: String) -> String {
    switch result {
    case "app": t(.opensTheApp)
    case "app?": t(.opensTheAppNoScreen)
    case "page": t(.page)
    case "store": t(.store)
    case "site": t(.webSite)
    case "form": t(.password)
    case "missing": t(.notFoundShort)
    case "gone": t(.goneShort)
    default: result
    }
  }

  func sourceName(_ source: String) -> String {
    switch source {
    case "messages": t(.messages)
    case "mail": t(.mail)
    case "notes": t(.notes)
    case "other-app": t(.anotherApp)
    case "safari": t(.aPageInSafari)
    case "search-result": t(.aSearchResult)
    case "same-site": t(.aPageOfTheSameHost)
    case "typed": t(.typedAddress)
    case "qr": t(.qrCodeCamera)
    case "in-app-browser": t(.anotherAppsBrowser)
    case "chrome": t(.chrome)
    case "own-app": t(.theAppItself)
    case "redirect": t(.aRedirect)
    case "banner": t(.theBannerOfThePage)
    default: source
    }
  }
}

extension Decision.Visitor {
  var word: Word {
    switch self {
    case .iPhone: .iphoneSafari
    case .iPhoneInApp: .iphoneInAnotherAppsBrowser
    case .iPad: .ipad
    case .androidChrome: .androidChrome
    case .androidOther: .androidAnotherBrowser
    case .androidInApp: .androidInAnotherAppsBrowser
    case .desktop: .desktop
    case .preview: .aServiceThatShowsPreviews
    }
  }
}
