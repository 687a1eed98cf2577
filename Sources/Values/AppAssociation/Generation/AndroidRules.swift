import JSONSyntax

/// The rules of one app as Dynamic App Links for Android 15, never broader than the routes.
///
/// The syntax resembles Apple's, but the meaning differs: URLs are decoded before comparison, `*`
/// stops at the first occurrence of the next pattern character, a query item must be present to
/// match, a trailing slash is significant, and there are no settings. An include may therefore only
/// become narrower and an exclude only broader; findings report each case.
///
/// Sources: Google, "Configure website associations", dynamic app links; the Android Open Source
/// Project, `DalComponentParser`.
struct AndroidRules {
  private(set) var components: [JSONOutput] = []
  private(set) var findings: [GenerationFinding] = []

  init(_ rules: AppRules) {
    let entries = rules.spelledEntries
    lazy var shapes = entries.map { Overlap.Shape($0.component) }
    for (index, entry) in entries.enumerated() {
      if entry.isVerbatim {
        appendVerbatim(entry)
      } else if entry.isExclude {
        appendExclude(entry)
      } else {
        appendInclude(entry) { alone in
          entries.indices.dropFirst(index + 1).contains { later in
            !entries[later].isExclude && Overlap.isPossible(alone, shapes[later])
          }
        }
      }
    }
  }

  // MARK: - Includes

  /// - Parameter opensLater: whether a later rule may open the app for a path of the given shape.
  private mutating func appendInclude(
    _ entry: AppRules.Entry, opensLater: (Overlap.Shape) -> Bool
  ) {
    let (rule, route) = (RuleWording(entry.component), "'\(entry.path)'")
    let (path, fragment) = (rule.path, rule.fragment)
    if let character = rule.all.lazy.compactMap(\.unsentCharacter).first {
      return warn(
        "\(route) does not open the Android app either: '\(character)' is percent-encoded in URLs",
        entry.rule)
    }
    let hasException = path.wording.needsException
    let obstacles =
      [
        entry.component.queryObstacle, hasException ? nil : path.wording.obstacle,
        fragment?.obstacle,
      ]
      .compactMap(\.self) + rule.items.compactMap(\.obstacle)
    let clash =
      hasException && opensLater(path.exceptionShape) ? "a '.' beside '*' or '?'" : nil
    guard let obstacle = obstacles.first ?? clash else {
      let query = rule.items.map(\.wording)
      if hasException {
        components.append(Self.json(path.exception, query, fragment?.text, isExclude: true))
      }
      for path in hasException ? [path.exception + "*"] : path.texts {
        components.append(Self.json(path, query, fragment?.text, isExclude: false))
      }
      return tellDifferences(entry, rule)
    }
    warn(
      "\(route) does not open the Android app, whose rules do not support \(obstacle)", entry.rule)
  }

  private mutating func tellDifferences(_ entry: AppRules.Entry, _ rule: RuleWording) {
    // Names have no wildcards where an include can be written.
    if rule.all.contains(where: \.endsEarly) {
      warn(
        "'\(entry.path)' opens the Android app only where each '*' or capture ends at the first occurrence "
          + "of the character after it", entry.rule)
    }
    if rule.all.contains(where: \.hasFoldedLetters) {
      warn(
        "'\(entry.path)' opens the Android app only with the letters as written, because its rules do not "
          + "support 'caseSensitive'", entry.rule)
    }
    tellCounting(entry, rule)
  }

  private mutating func tellCounting(_ entry: AppRules.Entry, _ rule: RuleWording) {
    guard rule.countsCharacters else { return }
    warn(
      "'?' in the route '\(entry.path)' counts characters of the decoded URL on "
        + "Android, and of the URL as it is sent on iOS", entry.rule, code: "android-characters")
  }

  // MARK: - Excludes

  private mutating func appendExclude(_ entry: AppRules.Entry) {
    let rule = RuleWording(entry.component)
    let (path, items, fragment) = (rule.path, rule.items, rule.fragment)
    let kept = items.map { $0.covering() }
    let fragmentCover = fragment.flatMap { $0.coversAbsence ? nil : $0.covering() }
    let query = Self.once(kept.compactMap { $0?.item })
    for path in path.coveringTexts {
      components.append(Self.json(path, query, fragmentCover?.pattern, isExclude: true))
    }
    let isBroader =
      entry.component.queryObstacle != nil || query.count < items.count
      || kept.contains { $0?.isBroader == true }
      || fragment != nil && fragmentCover?.isBroader != false
    if path.isCoveringBroader || isBroader {
      let part = path.isCoveringBroader ? "'\(entry.path)'" : "its query or fragment"
      warn(
        "all of '\(path.coveringTexts.first ?? "*")' stays in the browser on Android, whose rules "
          + "cannot express \(part) exactly", entry.rule, code: "android-exclude")
    }
    tellCounting(entry, rule)
  }

  /// Removes items whose names are equal once decoded, keeping the first.
  private static func once(_ items: [Component.Query.Item]) -> [Component.Query.Item] {
    var names: Set<[UInt8]> = []
    return items.filter { names.insert(Array($0.name.utf8)).inserted }
  }

  /// Excludes the paths that only the server handles. A `*` before a dot or slash stops at the first
  /// one, so there is one rule for each number of these that paths commonly have.
  private mutating func appendVerbatim(_ entry: AppRules.Entry) {
    let path = AndroidPath(entry.component.path ?? "*", AndroidWording.Settings(entry.component))
    let text = path.wording.text
    let stop = text.holds("*.") ? "*." : text.holds("*/") ? "*/" : ""
    for count in 1...(stop.isEmpty ? 1 : 3) {
      let further = text.replacingAll(stop, with: String(repeating: stop, count: count))
      components.append(Self.json(further, [], nil, isExclude: true))
    }
  }

  // MARK: - Writing

  private static func json(
    _ path: String, _ items: [Component.Query.Item], _ fragment: String?, isExclude: Bool
  ) -> JSONOutput {
    Component(
      path: path, query: items.isEmpty ? nil : .items(items), fragment: fragment,
      exclude: isExclude ? true : nil
    ).json
  }

  private mutating func warn(_ message: String, _ rule: Int?, code: String = "android-include") {
    // Each text of a variable may have the same one.
    let isTold = findings.reversed().prefix { $0.rule == rule }.contains { $0.message == message }
    if !isTold { findings.warn(code, message, rule: rule) }
  }
}

/// The parts of a rule, worded for Android.
private struct RuleWording {
  let path: AndroidPath
  /// Those that do not match any query; on Apple systems an absent item has an empty value.
  let items: [AndroidQueryWording]
  /// Nil when every fragment matches.
  let fragment: AndroidWording?

  init(_ component: Component) {
    let settings = AndroidWording.Settings(component)
    path = AndroidPath(component.path ?? "*", settings)
    items = component.queryItems.filter { !$0.pattern.isStars }
      .map { AndroidQueryWording($0, settings) }
    fragment = component.fragment.flatMap { fragment in
      fragment.isStars ? nil : AndroidWording(fragment, .fragment, settings)
    }
  }

  var all: [AndroidWording] {
    [path.wording] + [fragment].compactMap(\.self) + items.flatMap { [$0.name, $0.value] }
  }

  var countsCharacters: Bool {
    path.wording.countsCharacters(in: .path)
      || items.contains { $0.value.countsCharacters(in: .query) }
      || fragment?.countsCharacters(in: .fragment) == true
  }
}

extension Component {
  fileprivate var queryItems: [Query.Item] {
    if case .items(let items) = query { items } else { [] }
  }

  /// The part of the query that Android rules cannot express; nil when there is none.
  fileprivate var queryObstacle: String? {
    if case .string(let text) = query, !text.isStars { return "a query matched as one string" }
    let names = queryItems.map { item in
      Array(AndroidWording(item.name, .query, .init(self)).text.utf8)
    }
    return Set(names).count < names.count ? "two query items with the same name" : nil
  }
}
