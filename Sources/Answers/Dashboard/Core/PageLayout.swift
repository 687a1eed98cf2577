import HTTPCore
import JSONSyntax
import Links
import Service

/// The frame of every page: head, navigation, footer.
struct PageLayout: PageWording, Sendable {
  let language: Language
  let files: AssetFiles
  var scheme = ColorScheme.system
  var zone = LocalZone.utc
  var user: SignedIn?
  /// The path of the page, which the navigation marks as current.
  var path = ""
  var version = ""
  /// The number of things that need someone; nil for readers who do not see the whole service.
  var attention: Int?

  /// Renders a whole page.
  ///
  /// - Parameter refresh: the interval for reloading, in seconds; nil for a page that is not reloaded.
  func page(
    _ title: String, _ body: Markup, status: HTTPStatus = .ok, refresh: Int? = nil
  ) -> HTTPResponse {
    let again: Markup = refresh.map { "<meta http-equiv=\"refresh\" content=\"\($0)\">" } ?? ""
    let head: Markup = """
      <!doctype html>
      <html lang="\(language.rawValue)"\(colors)>
      <head>
      <meta charset="utf-8">
      <title>\(title) – Keiro</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="robots" content="noindex">\(again)
      <link rel="icon" type="image/svg+xml" href="\(files.address("icon.svg"))">
      <link rel="stylesheet" href="\(files.address("style.css"))">
      <script src="\(files.address("script.js"))" defer></script>
      </head>

      """
    let frame: Markup = user == nil ? alone(body) : inside(body)
    return .page("\(head)\(frame)\n</html>\n", status)
  }

  /// The body of a page for visitors who have not signed in: a card in the middle.
  private func alone(_ body: Markup) -> Markup {
    """
    <body class="alone">
    <main id="main">
    <p class="brand">\(Self.mark)<span>Keiro</span></p>
    \(body)
    </main>
    <footer>\(languages)
    \(schemes)
    \(zoneChoice)</footer>
    </body>
    """
  }

  private func inside(_ body: Markup) -> Markup {
    """
    <body>
    <a class="skip" href="#main">\(t(.skipToContent))</a>
    <header class="top">
    <a class="brand" href="/dashboard/">\(Self.mark)<span>Keiro</span></a>
    \(navigation)
    \(account)
    </header>
    <main id="main" tabindex="-1">
    \(body)
    </main>
    <footer>
    \(keyboard)
    \(languages)
    \(schemes)
    \(zoneChoice)
    <p class="soft">Keiro \(version)</p>
    </footer>
    <p class="unseen" id="told" role="status" data-copied="\(t(.copied))" \
    data-failed="\(t(.notCopied))"></p>
    \(palette)
    </body>
    """
  }

  private var colors: Markup {
    scheme == .system ? "" : " data-scheme=\"\(scheme.rawValue)\""
  }

  private var navigation: Markup {
    let isAdmin = user?.isAdmin ?? false
    let canEdit = user?.canEdit ?? false
    let entries: [(path: String, name: Word, key: String, isShown: Bool, drawing: Markup)] = [
      ("", .overview, "o", true, "M4 19V9m5 10V5m5 14v-7m5 7V8"),
      ("status", .status, "u", attention != nil, "M3 12h4l3-7 4 14 3-7h4"),
      (
        "links", .links, "l", true,
        "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"
      ),
      ("import", .importTitle, "i", canEdit, "M12 3v12m-5-5 5 5 5-5M4 20h16"),
      ("sites", .sites, "s", true, "M4 5h16v14H4zM4 9h16M7 7h.01"),
      (
        "webhooks", .webhooks, "w", isAdmin,
        "M7 17a3 3 0 1 1 2-5l3-5m0-1a3 3 0 1 1 3 4l3 5m0 0a3 3 0 1 1-4 3H9"
      ),
      ("tokens", .tokens, "t", isAdmin, "M14 10a4 4 0 1 1-4-4 4 4 0 0 1 4 4zm-1 3 7 7m-3-3 2-2"),
      (
        "people", .people, "p", isAdmin,
        """
        M9 11a3 3 0 1 0-3-3 3 3 0 0 0 3 3zm-6 8c0-4 3-5 6-5s6 1 6 5m1-14a3 3 0 0 1 0 6m5 8c0-3-1-4-3-5
        """
      ),
      ("audit", .auditLog, "a", isAdmin, "M6 3h9l4 4v14H6zM9 12h7m-7 4h7M9 8h3"),
    ]
    let items = Markup.each(entries.filter(\.isShown)) { entry in
      let isHere = entry.path == (path == "changes" ? "links" : path)
      let current: Markup = isHere ? " aria-current=\"page\"" : ""
      let count = entry.path == "status" ? attention ?? 0 : 0
      return """
        <li><a href="/dashboard/\(entry.path)"\(current) data-key="g \(entry.key)">\
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="\(entry.drawing)"/></svg>\
        <span>\(t(entry.name))</span>\
        \(.when(count > 0, " <span class=\"badge warn\">\(count)</span>"))</a></li>
        """
    }
    return "<nav aria-label=\"\(t(.main))\"><ul>\(items)</ul></nav>"
  }

  private var account: Markup {
    guard let user else { return "" }
    return """
      <div class="who">
      <a href="/dashboard/sessions"><span class="name" dir="auto">\(user.name)</span>
      <span class="soft">\(user.role(language))</span></a>
      <form method="post" action="/dashboard/sign-out"><button class="quiet small">\
      \(t(.signOut))</button></form>
      </div>
      """
  }

  /// What the palette knows beside the pages of the navigation: where it leads, or the button that
  /// it presses.
  private var paletteEntries: Markup {
    // Who makes no links has no use for templates of them.
    let canEdit = user?.canEdit ?? false
    let entries: [(path: String, word: Word, isShown: Bool)] = [
      ("links/new", .newLink, canEdit), ("templates", .templates, canEdit),
      ("sessions", .sessions, true),
      ("zone", .timeZone, true), ("help", .help, true), ("design", .design, true),
    ]
    let pages = Markup.each(entries.filter(\.isShown)) { entry in
      "<li data-href=\"/dashboard/\(entry.path)\">\(t(entry.word))</li>"
    }
    return "\(pages)<li data-presses=\".who button\">\(t(.signOut))</li>"
  }

  /// The dialog opened by Control and K, which finds pages by name and links by what is typed. It
  /// stays closed without a script.
  private var palette: Markup {
    """
    <dialog class="palette" id="palette" aria-label="\(t(.goTo))">
    <form action="/dashboard/links" role="search">
    <input name="search" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" aria-label="\(t(.goTo))" \
    placeholder="\(t(.goToHint))" role="combobox" aria-expanded="false" \
    aria-controls="palette-list" aria-autocomplete="list">
    </form>
    <ul id="palette-list" role="listbox" aria-label="\(t(.goTo))">\(paletteEntries)</ul>
    <p class="soft" role="status" data-nothing="\(t(.nothingFound))"></p>
    </dialog>
    """
  }

  private var keyboard: Markup {
    """
    <details class="keys"><summary>\(t(.keyboard))</summary>
    <dl>
    <div><dt><kbd>/</kbd></dt><dd>\(t(.searchLinks))</dd></div>
    <div><dt><kbd>Ctrl</kbd> <kbd>K</kbd></dt><dd>\(t(.goTo))</dd></div>
    <div><dt><kbd>n</kbd></dt><dd>\(t(.newLink))</dd></div>
    <div><dt><kbd>g</kbd> <kbd>o</kbd></dt><dd>\(t(.overview))</dd></div>
    <div><dt><kbd>g</kbd> <kbd>l</kbd></dt><dd>\(t(.links))</dd></div>
    <div><dt><kbd>g</kbd> <kbd>s</kbd></dt><dd>\(t(.sites))</dd></div>
    <div><dt><kbd>?</kbd></dt><dd>\(t(.showKeys))</dd></div>
    </dl>
    <p><label class="check"><input type="checkbox" id="keys-on" checked> \
    \(t(.useKeys))</label></p>
    </details>
    """
  }

  private var languages: Markup {
    choices("language", .language, chosen: language, \.name) {
      " lang=\"\($0.rawValue)\" hreflang=\"\($0.rawValue)\""
    }
  }

  private var schemes: Markup {
    choices("scheme", .scheme, chosen: scheme, { t($0.word) }) { _ in "" }
  }

  /// Links to the values of a choice of the reader.
  private func choices<Choice: ReaderChoice & Equatable>(
    _ path: String, _ label: Word, chosen: Choice, _ name: (Choice) -> String,
    _ attributes: (Choice) -> Markup
  ) -> Markup {
    let links = Markup.each(Choice.allCases) { other in
      let current: Markup = other == chosen ? " aria-current=\"true\"" : ""
      return """
        <li><a href="/dashboard/\(path)?to=\(other.rawValue)"\(attributes(other))\(current)>\
        \(name(other))</a></li>
        """
    }
    return "<nav aria-label=\"\(t(label))\"><ul class=\"languages\">\(links)</ul></nav>"
  }

  private var zoneChoice: Markup {
    """
    <p class="zone"><a href="/dashboard/zone">\(t(.timeZone))</a> <span class="soft">\(zone.name)</span></p>
    """
  }

  static let mark: Markup = """
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 21V4m0 9c0-4 3-5 6-5h6m-3.5\
    -3.500L18 8l-3.500 3.500M6 17c3 0 6 1 12-1"/></svg>
    """
}

extension PageContext {
  var layout: PageLayout {
    PageLayout(
      language: language, files: pages.files, scheme: ColorScheme(request), zone: zone, user: user,
      path: request.path.first ?? "", version: pages.sources.version,
      attention: seesService ? statusItems.count : nil)
  }

  func page(
    _ title: String, _ body: Markup, status: HTTPStatus = .ok, refresh: Int? = nil
  ) -> HTTPResponse {
    layout.page(title, body, status: status, refresh: refresh)
  }
}
