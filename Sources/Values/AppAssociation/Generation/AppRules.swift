import WebSyntax

/// The rules of one app, in the order of its entry in a file.
struct AppRules {
  struct Entry: Hashable {
    var component: Component
    var isExclude: Bool { component.exclude == true }
    /// The index of the route it comes from; nil for short links.
    var rule: Int?
    /// The path as the route has it, for sentences about the route.
    var path: String { (written ?? component).path ?? "*" }
    /// The component before its variables were replaced; nil when it has none.
    fileprivate var written: Component?
    /// Whether an exclude is written as is where a file cannot express it exactly: if broadened, it
    /// would keep all short links in the browser.
    var isVerbatim = false
  }

  private(set) var entries: [Entry] = []
  private let variables: SubstitutionVariables
  private let textLimit: Int

  /// Routes that open the app become rules; earlier routes that do not become excludes, so that the
  /// first match decides as it does on the server. Short links at the root of a site come after its
  /// routes, because they share its paths.
  init(app: Int, source: AssociationSource) {
    variables = SubstitutionVariables(source.substitutionVariables)
    textLimit = source.textLimit
    var made: [(entry: Entry, isKept: Bool)] = []
    var last = made
    if let shortLinks = source.shortLinks {
      let link = Entry(component: Component(path: shortLinks.prefix + "?*"), rule: nil)
      if shortLinks.app.map(source.newest) == source.newest(of: app) {
        let longLinks = source.hasLongLinks ? Self.longLinks(below: shortLinks.prefix) : []
        let views = source.linkViews.map { "\(shortLinks.prefix)*/\($0)" }
        let paths = Self.serverPaths(below: shortLinks.prefix)
        made = (Self.inBrowser(paths) + longLinks).map { ($0, true) }
        last = (Self.inBrowser(views) + [link]).map { ($0, true) }
        if shortLinks.prefix != "/" { (made, last) = (made + last, []) }
      } else if shortLinks.prefix != "/" {
        made.append((Entry(component: link.component.excluded, rule: nil), false))
      }
    }
    for (number, rule) in source.rules.enumerated() {
      let opens = rule.opensApps && rule.apps.contains(app)
      let component = rule.component.withoutCaptures
      let isOwnRefusal =
        !rule.opensApps && (rule.component.exclude == true || rule.apps.contains(app))
      made.append(
        (
          Entry(component: opens ? component.included : component.excluded, rule: number),
          opens || isOwnRefusal
        ))
    }
    made += last
    let shapes = made.map { Overlap.Shape($0.entry.component) }
    entries = made.indices.filter { index in
      made[index].isKept
        || made.indices.dropFirst(index + 1).contains {
          !made[$0].entry.isExclude && Overlap.isPossible(shapes[index], shapes[$0])
        }
    }.map { made[$0].entry }
  }

  /// The paths that only the server handles below the short link prefix: QR codes and explanations,
  /// and, at the root of a site, the paths that no link can have.
  private static func serverPaths(below prefix: String) -> [String] {
    (prefix == "/" ? ["/_keiro/*", "/.well-known/*"] : []) + ["\(prefix)*.qr", "\(prefix)*+"]
  }

  private static func inBrowser(_ paths: [String]) -> [Entry] {
    paths.map { Entry(component: Component(path: $0).excluded, rule: nil, isVerbatim: true) }
  }

  /// Firebase long links, which the server reads before anything else.
  private static func longLinks(below prefix: String) -> [Entry] {
    Set(["/", prefix]).sorted().map { path in
      Entry(
        component: Component(path: path, query: .items([.init(name: "link", pattern: "?*")])),
        rule: nil)
    }
  }

  /// Each entry for a dialect without variables: one for each text where they stand for a few, and
  /// the entries themselves where those would be too many in all.
  var spellings: [[Entry]] {
    var spellings: [[Entry]] = []
    var left = textLimit
    for entry in entries {
      let spelled = spelled(entry)
      left -= spelled.count - 1
      guard left >= 0 else { return entries.map { [$0] } }
      spellings.append(spelled)
    }
    return spellings
  }

  var spelledEntries: [Entry] { spellings.flatMap(\.self) }

  private func spelled(_ entry: Entry) -> [Entry] {
    entry.component.spelled(variables).map { component in
      var copy = entry
      copy.component = component
      copy.written = entry.component
      return copy
    }
  }
}

extension Component {
  /// The component as association files write it.
  package var withoutCaptures: Component {
    var copy = self
    copy.path = path.map { (try? CapturePattern($0))?.applePattern ?? $0 }
    if copy.path == nil, copy.query == nil, copy.fragment == nil { copy.path = "*" }
    return copy
  }

  var included: Component {
    var copy = self
    copy.exclude = nil
    return copy
  }

  /// The components without variables that together match what this one does; itself where the
  /// variables stand for more than a few texts.
  fileprivate func spelled(_ variables: SubstitutionVariables) -> [Component] {
    let limit = SubstitutionVariables.fewTexts
    let count = patterns.reduce(1) { min($0 * variables.spelled($1).count, limit + 1) }
    guard count <= limit else { return [self] }
    return (0..<count).map { number in
      var (copy, rest) = (self, number)
      copy.mapPatterns { pattern in
        let texts = variables.spelled(pattern)
        defer { rest /= texts.count }
        return texts[rest % texts.count]
      }
      return copy
    }
  }

  var excluded: Component {
    var copy = self
    copy.exclude = true
    return copy
  }
}

/// Whether two rules can match the same URL.
enum Overlap {
  /// The possible paths of a rule, as written and decoded; without patterns when nothing is known.
  struct Shape {
    fileprivate var paths: [Pattern] = []

    init(_ component: Component) {
      guard let path = component.path, component.caseSensitive != false,
        component.percentEncoded != false
      else { return }
      // `*` covers every value of a variable. Apple systems compare URLs as written and Android
      // decoded ones: two rules may overlap in one of them only.
      let wider = path.replacingVariables(with: "*")
      paths = Set([wider, PercentCoding.decodeLossy(Array(wider.utf8)[...])]).map {
        PathPattern($0, variables: SubstitutionVariables(), ignoresCase: false).pattern
      }
    }
  }

  /// Returns false only when an overlap is impossible.
  static func isPossible(_ first: Shape, _ second: Shape) -> Bool {
    guard !first.paths.isEmpty, !second.paths.isEmpty else { return true }
    return first.paths.contains { one in second.paths.contains { isPossible(one, $0) } }
  }

  private static func isPossible(_ one: Pattern, _ other: Pattern) -> Bool {
    let (shorter, longer) =
      one.literalPrefix.count <= other.literalPrefix.count ? (one, other) : (other, one)
    guard longer.literalPrefix.starts(with: shorter.literalPrefix) else { return false }
    if case .literal(let text) = longer.shape { return text.withSpan(shorter.matches) }
    if case .literal = shorter.shape {
      return longer.literalPrefix.count == shorter.literalPrefix.count
    }
    return true
  }
}
