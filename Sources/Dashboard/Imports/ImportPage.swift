import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service

extension PageContext {
  /// The services whose files are known, as `POST /v1/import` calls them.
  private static let formats: [(value: String, name: String)] = [
    ("firebase", "Firebase Dynamic Links"), ("bitly", "Bitly"), ("branch", "Branch"),
    ("dub", "Dub"), ("kutt", "Kutt"), ("rebrandly", "Rebrandly"), ("shlink", "Shlink"),
    ("shortio", "Short.io"), ("yourls", "YOURLS"), ("csv", "CSV"), ("ndjson", "NDJSON"),
  ]

  /// `GET /dashboard/import`
  func importForm() throws(Problem) -> HTTPResponse { try importPage(nil) }

  func importPage(_ fault: String?, status: HTTPStatus = .ok) throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    let hosts = linkHosts.map { ($0, $0) }
    let wrong: Markup = fault.map { notice("<p>\($0)</p>", isError: true) } ?? ""
    return page(
      t(.importWord),
      """
      <h1>\(t(.importWord))</h1>
      \(wrong)
      <form method="post" action="/dashboard/import" enctype="multipart/form-data" class="card">
      <p>\(t(.bringLinksOfAnotherServiceOr))</p>
      \(Markup.when(pages.sources.isOneOfMany, "<p class=\"soft\">\(t(.filesWaitOnTheirNode))</p>"))
      <div class="fields">
      <p class="field"><label for="file">\(t(.file))</label>
      <input id="file" name="file" type="file" required></p>
      <p class="field"><label for="format">\(t(.format))</label>
      <select id="format" name="format"><option value="auto">\(t(.byWhatItLooksLike))</option>\
      \(options(Self.formats, chosen: nil))</select></p>
      <p class="field"><label for="as">\(t(.hostOfTheLinks))</label>
      <select id="as" name="as"><option value="">\(t(.asInTheFile))</option>\
      \(options(hosts, chosen: nil))</select></p>
      <div class="field"><label class="check"><input type="checkbox" name="overwrite" value="yes"> \
      \(t(.overwriteLinksThatWereEditedHere))</label>
      <label class="check"><input type="checkbox" name="clicks" value="yes"> \
      \(t(.bringOldNumbersOfClicksAlong))</label></div>
      </div>
      <p class="actions"><button class="button">\(t(.tryItOut))</button></p>
      </form>
      """, status: status)
  }

  private func upload(_ id: String) throws(Problem) -> Upload {
    try require(.writeLinks)
    guard let user, let upload = pages.memory.uploads.upload(id, of: user.session.subject) else {
      throw Problem(
        .notFound, "no-upload",
        t(pages.sources.isOneOfMany ? .theFileIsOnAnotherNode : .thisFileIsNoLongerHere))
    }
    return upload
  }

  /// `GET /dashboard/import/ID`
  func importStanding(_ id: String) throws(Problem) -> HTTPResponse {
    let upload = try upload(id)
    switch upload.stage {
    case .trying, .applying:
      let percent = upload.progress
      let title = upload.stage == .trying ? t(.readingTheFile) : t(.importing)
      return page(
        title,
        """
        <h1>\(title)</h1>
        <section class="card"><p dir="auto">\(upload.fileName)</p>
        <progress max="100" value="\(percent)" aria-label="\(title)">\(percent) %</progress>
        <p class="soft">\(t(.percentThisPageGoesOnByItself, String(percent)))</p></section>
        """, refresh: 1)
    case .failed(let message):
      return page(
        t(.importWord),
        """
        <h1>\(t(.theFileWasNotImported))</h1>
        \(notice("<p>\(said(message))</p>", isError: true))
        <p><a class="button" href="/dashboard/import">\(t(.chooseAnotherFile))</a></p>
        """, status: .unprocessableContent)
    case .tried(let report): return reportPage(upload, report, isDone: false)
    case .applied(let report): return reportPage(upload, report, isDone: true)
    }
  }

  /// `POST /dashboard/import/ID`
  func applyImport(_ id: String) throws(Problem) -> HTTPResponse {
    let upload = try upload(id)
    guard let user, upload.beginApplying() else {
      return .redirect(to: "/dashboard/import/" + id)
    }
    ImportRun(pages, upload, user, isDryRun: false, at: now).begin()
    return .redirect(to: "/dashboard/import/" + id)
  }

  private func reportPage(_ upload: Upload, _ body: APIReport, isDone: Bool) -> HTTPResponse {
    let report =
      (try? JSONDocument(parsing: body.json))?.root ?? JSONNode(offset: 0, value: .null)
    let counts: [(name: String, member: String)] = [
      (isDone ? t(.new) : t(.wouldBeNew), "created"),
      (isDone ? t(.changedLinks) : t(.wouldChange), "updated"), (t(.unchanged), "unchanged"),
      (t(.keptAsEditedHere), "kept"), (t(.rejected), "rejected"),
    ]
    let figures = Markup.each(counts) { name, member in
      "<div><dt>\(name)</dt><dd>\(number(report[member].integer))</dd></div>"
    }
    let format: Markup =
      report["format"].text.map { text in
        let name = Self.formats.first { $0.value == text }?.name ?? text
        return "<p class=\"soft\">\(t(.takenForAFileOf, name))</p>"
      } ?? ""
    let title = isDone ? t(.importedWord) : t(.thisIsWhatWouldHappen)
    return page(
      title,
      """
      <h1>\(title)</h1>
      <section class="card"><p dir="auto">\(upload.fileName)</p>\(format)
      <dl class="figures">\(figures)</dl>
      \(isDone ? doneActions : applyForm(upload, report))
      </section>
      \(problems(report))
      """)
  }

  private var doneActions: Markup {
    "<p><a class=\"button\" href=\"/dashboard/links\">\(t(.toTheLinks))</a></p>"
  }

  private func applyForm(_ upload: Upload, _ report: JSONNode) -> Markup {
    let count = report["created"].integer + report["updated"].integer
    let apply: Markup =
      count == 0
      ? "<p>\(t(.thereIsNothingToImport))</p>"
      : "<button class=\"button\">\(t(.importLinks, number(count)))</button>"
    return """
      <form method="post" action="/dashboard/import/\(upload.id)" class="row">\(apply)
      <a class="button quiet" href="/dashboard/import">\(t(.cancel))</a></form>
      """
  }

  /// More help nobody on a page; the command tells all.
  private static let problemLimit = 200

  private func problems(_ report: JSONNode) -> Markup {
    let problems = report["problems"].elements
    guard !problems.isEmpty else { return "" }
    let rows = Markup.each(problems.prefix(Self.problemLimit)) { problem in
      let isRejected = problem["severity"].text == "rejected"
      return """
        <tr><td class="number">\(problem["line"].integer)</td>
        <td><span class="badge \(isRejected ? "bad" : "warn")">\
        \(isRejected ? t(.rejected) : t(.withLosses))</span></td>
        <td class="long">\(problem["link"].text ?? "")</td><td>\(words.message(problem["reason"].text ?? ""))</td></tr>
        """
    }
    let rest = problems.count - Self.problemLimit + report["untoldProblems"].integer
    let columns: Markup = """
      \(column(t(.line), isNumber: true))\(column(t(.kind)))\(column(t(.link)))\(column(t(.reason)))
      """
    return """
      <section class="card"><h2>\(t(.rowsWithProblems))</h2>
      \(table(t(.rowsWithProblems), columns, rows))
      \(Markup.when(rest > 0, "<p class=\"soft\">\(t(.andMore, number(rest)))</p>"))
      </section>
      """
  }
}
