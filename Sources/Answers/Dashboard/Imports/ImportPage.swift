import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Service

extension PageContext {
  func importForm() throws(Problem) -> HTTPResponse {
    if let name = query["sample"] { return try sample(name) }
    var typed = PageForm()
    if query["done"] == "ended" { typed.faults = [FieldFault("file", Word.fileNotUploaded)] }
    return try importPage(typed)
  }

  /// - Parameter typed: what was sent with a file that was refused.
  func importPage(_ typed: PageForm, status: HTTPStatus = .ok) throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    let formats = ImportFormat.allCases.compactMap { format -> (value: String, name: String)? in
      let name = format == .auto ? t(.formatGuessed) : format.serviceName
      return name.map { (format.rawValue, $0) }
    }
    let hosts = [("", t(.hostsOfFile))] + linkHosts.map { ($0, $0) }
    let file: Markup = """
      <input id="file" name="file" type="file" required\(aria("file", typed))>
      """
    return page(
      t(.importTitle),
      """
      \(heading("\(t(.importTitle))", help: .imports))
      <form method="post" action="/dashboard/import" enctype="multipart/form-data" class="card">
      <p>\(t(.importIntroduction))</p>
      \(Markup.when(pages.sources.isOneOfMany, "<p class=\"soft\">\(t(.uploadNodeHint))</p>"))
      <div class="fields">
      \(framed("file", t(.file), typed, kind: "field double", file))
      \(choice("format", t(.format), formats, chosen: typed["format"]))
      \(choice("as", t(.importHost), hosts, chosen: typed["as"]))
      </div>
      <div class="checks">
      \(tick("overwrite", .overwriteEdits, isTicked: typed.has("overwrite")))
      \(tick("clicks", .importClicks, isTicked: typed.has("clicks")))</div>
      <p class="actions"><button class="button">\(t(.importTry))</button></p>
      </form>
      <p class="soft">\(t(.sampleFiles))\(t(.colon))\(samples)</p>
      <p class="soft">\(t(.exportHint))\(t(.colon))\
      <a href="/dashboard/links/export?format=csv" download>CSV</a> ·
      <a href="/dashboard/links/export?format=ndjson" download>NDJSON</a></p>
      """, status: status)
  }

  private func upload(_ id: String) throws(Problem) -> Upload {
    try require(.writeLinks)
    guard let user, let upload = pages.memory.uploads.upload(id, of: user.session.subject) else {
      throw Problem(
        .notFound, "no-upload",
        Sentence(pages.sources.isOneOfMany ? Word.fileOnOtherNode : Word.fileGone))
    }
    return upload
  }

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
        <p class="soft">\(t(.progressPercent, String(percent)))</p></section>
        """, refresh: 1)
    case .failed(let message):
      return page(
        t(.importTitle),
        """
        <h1>\(t(.importFailed))</h1>
        \(notice("<p>\(said(message))</p>", .wrong))
        \(otherFile)
        """, status: .unprocessableContent)
    case .tried(let report), .applied(let report): return reportPage(upload, report)
    }
  }

  func applyImport(_ id: String) throws(Problem) -> HTTPResponse {
    let upload = try upload(id)
    guard let user, upload.isAbandoned else {
      return .redirect(to: "/dashboard/import/" + id)
    }
    guard !form.has("column") else { return try tryAgain(upload, user) }
    // A busy moment must not cost the file, so the slot comes first.
    let slot = try pages.directory.transferSlot(of: user.transferOwner)
    let skipsPage = form.has("skipPage")
    guard upload.begin(.applying, { $0.skipsPage = skipsPage }) else {
      return .redirect(to: "/dashboard/import/" + id)
    }
    ImportRun(pages, upload, user, isDryRun: false, at: now).begin(slot)
    return .redirect(to: "/dashboard/import/" + id)
  }

  private func reportPage(_ upload: Upload, _ report: ImportReport) -> HTTPResponse {
    let (report, isDone) = (report.shortened(to: Self.reportedLimit), !report.isDryRun)
    let counts: [(name: Word, count: Int)] = [
      (isDone ? .new : .wouldBeNew, report.created),
      (isDone ? .changedLinks : .wouldChange, report.updated), (.unchanged, report.unchanged),
      (.keptEdited, report.kept), (.rejected, report.rejected),
    ]
    let figures = Markup.each(counts) { fact(t($0), "\(number($1))") }
    let format = report.recognition.map { recognized -> Markup in
      let name = recognized.format.serviceName ?? recognized.format.rawValue
      return "<p class=\"soft\">\(t(.formatRecognized, name))</p>"
    }
    let title = isDone ? t(.importDone) : t(.importPreview)
    return page(
      title,
      """
      <h1>\(title)</h1>
      <section class="card"><p dir="auto">\(upload.fileName)</p>\(format)
      <dl class="figures">\(figures)</dl>
      \(isDone ? doneActions(report) : applyForm(upload, report))
      </section>
      \(notes(report))
      \(isDone ? "" : columnTable(upload, isOpen: report.created + report.updated == 0))
      \(problems(report))
      \(keptLinks(report))
      """)
  }

  private func doneActions(_ report: ImportReport) -> Markup {
    let change = report.created + report.updated == 0 ? nil : report.change
    let undo = change.map { number -> Markup in
      "<a class=\"button quiet\" href=\"\(PageAddresses.change(number))\">\(t(.undo))</a>"
    }
    return """
      <p class="row"><a class="button" href="/dashboard/links">\(t(.toTheLinks))</a> \(undo)</p>
      """
  }

  private func applyForm(_ upload: Upload, _ report: ImportReport) -> Markup {
    let count = report.created + report.updated
    guard count > 0 else { return "<p>\(t(.nothingToImport))</p>\(otherFile)" }
    return """
      <form method="post" action="/dashboard/import/\(upload.id)">\(tick("skipPage", .importSkipPage))
      <p class="actions"><button class="button">\(t(.importLinks, count))</button>
      <a class="button quiet" href="/dashboard/import">\(t(.cancel))</a></p></form>
      """
  }

  private var otherFile: Markup {
    "<p><a class=\"button\" href=\"/dashboard/import\">\(t(.chooseOtherFile))</a></p>"
  }

  /// The number of problems and of kept links on the page; the command shows all.
  static let reportedLimit = 200

  /// The links that the import leaves as they were made or edited here.
  private func keptLinks(_ report: ImportReport) -> Markup {
    guard report.kept > 0 else { return "" }
    let rows = Markup.each(report.keptLinks) { kept in
      "<tr>\(cell(.link, "<bdi>\(kept.link)</bdi>", "told"))\(cell(.line, "\(kept.line)", "number"))</tr>"
    }
    let rest = report.kept - report.keptLinks.count
    return """
      <section class="card"><h2>\(t(.keptEdited))</h2><p class="soft">\(t(.keptHint))</p>
      \(table(t(.keptEdited), [.link, .line], numbers: [.line], rows))
      \(Markup.when(rest > 0, "<p class=\"soft\">\(t(.andMore, rest))</p>"))</section>
      """
  }

  /// The remarks about the file as a whole.
  private func notes(_ report: ImportReport) -> Markup {
    let items = Markup.each(report.notes) { "<li>\(said($0))</li>" }
    return items.isEmpty ? "" : notice("<ul>\(items)</ul>", .warning)
  }

  private func problems(_ report: ImportReport) -> Markup {
    guard !report.problems.isEmpty else { return "" }
    let rows = Markup.each(report.problems) { problem in
      let kind =
        switch problem.severity {
        case .rejected: badge(.rejected, "bad")
        case .lossy: badge(.lossy, "warn")
        case .warning: badge(.doubtful, "warn")
        }
      return """
        <tr>\(cell(.line, "\(problem.line)\(problem.row.map { " · \($0)" } ?? "")", "number"))
        \(cell(.kind, kind))\(cell(.link, "\(problem.link ?? "")", "short"))
        \(cell(.reason, "\(said(problem.sentence))", "told"))</tr>
        """
    }
    let rest = report.untoldProblems
    return """
      <section class="card"><h2>\(t(.rowsWithProblems))</h2>
      \(table(t(.rowsWithProblems), [.line, .kind, .link, .reason], numbers: [.line], rows))
      \(Markup.when(rest > 0, "<p class=\"soft\">\(t(.andMore, rest))</p>"))
      </section>
      """
  }
}

extension ImportFormat {
  /// The name of the service or the kind of file; nil for a format that pages do not offer.
  var serviceName: String? {
    switch self {
    case .auto, .urlList: nil
    case .csv, .ndjson: rawValue.uppercased()
    default: ImportSource.named(self)?.title
    }
  }
}
