package import WebSyntax

/// The intent filters by which an Android app declares the links that it opens.
///
/// The attributes of one filter combine crosswise: each of its paths opens on each of its hosts. Hosts with
/// different paths are therefore in filters of their own.
///
/// Source: Android, "Add Android App Links"; "`<data>`".
package struct IntentFilters: Equatable, Sendable {
  /// A filter for verified links with the scheme `https`.
  package struct Filter: Equatable, Sendable {
    /// The hosts as the manifest names them, such as `*.example.com`.
    package var hosts: [String]
    package var paths: [IntentPath]
    /// What stands in place of the paths where some are excepted, from API level 35 on.
    package var groups: [Group]
    /// Sentences about what the paths take beyond the routes, each without a capital or a full stop.
    package var notes: [String]
  }

  /// Paths that all have to match; the first group of a filter that does decides.
  ///
  /// Source: Android, "`<uri-relative-filter-group>`"; the Android Open Source Project,
  /// `UriRelativeFilterGroup`.
  package struct Group: Hashable, Sendable {
    package var isAllowed: Bool
    package var paths: [IntentPath]
  }

  package private(set) var filters: [Filter] = []

  /// The API level whose attributes are used unless another one is asked for.
  package static let usualSDK = 24

  /// - Parameters:
  ///   - app: the position of the app in all sources.
  ///   - sites: the hosts of each site, and what its files are made from.
  ///   - minSDK: the lowest API level that has to understand the filters.
  package init(
    app: Int, sites: [(hosts: [HostPattern], source: AssociationSource)],
    minSDK: Int = usualSDK
  ) {
    for (hosts, source) in sites where source.opens(app) {
      let rules = AppRules(app: app, source: source)
      let declared = zip(rules.entries, rules.spellings).map { entry, spelled in
        DeclaredRule(entry, spelled: spelled, minSDK: minSDK)
      }
      let hosts = hosts.map { "\($0)" }
      let paths = Self.paths(declared)
      // Without any, a filter takes every path.
      guard !paths.isEmpty else { continue }
      let groups = Self.groups(declared)
      let next = Filter(
        hosts: hosts, paths: groups.isEmpty ? paths : [], groups: groups,
        notes: Self.notes(declared))
      let same = filters.firstIndex { filter in
        filter.paths == next.paths && filter.groups == next.groups && filter.notes == next.notes
      }
      if let same {
        filters[same].hosts += hosts.filter { !filters[same].hosts.contains($0) }
      } else {
        filters.append(next)
      }
    }
  }

  private static func paths(_ rules: [DeclaredRule]) -> [IntentPath] {
    let paths = rules.flatMap(\.paths).withoutRepeats
    let prefixes = paths.filter { $0.attribute == .pathPrefix }.map(\.value)
    if prefixes.contains("/") { return [IntentPath(.pathPrefix, "/")] }
    return paths.filter { path in
      let isText = path.attribute == .path || path.attribute == .pathPrefix
      return !isText
        || !prefixes.contains {
          path.value.utf8.starts(with: $0.utf8) && IntentPath(.pathPrefix, $0) != path
        }
    }
  }

  /// The API level of Android 15, which reads groups, and the rules in `assetlinks.json`.
  fileprivate static let firstSDKWithRules = 35

  /// The groups of rules of which some are excludes that groups can say; otherwise empty.
  private static func groups(_ rules: [DeclaredRule]) -> [Group] {
    guard !rules.allSatisfy(\.exceptions.isEmpty) else { return [] }
    var groups = rules.flatMap { rule in
      rule.exceptions.map { Group(isAllowed: false, paths: $0) }
        + rule.paths.map { Group(isAllowed: true, paths: [$0]) }
    }.withoutRepeats
    while groups.last?.isAllowed == false { groups.removeLast() }
    return groups.allSatisfy(\.isAllowed) ? [] : groups
  }

  private static func notes(_ rules: [DeclaredRule]) -> [String] {
    var notes: [String] = []
    func note(_ text: String) { if !notes.contains(text) { notes.append(text) } }
    for (index, rule) in rules.enumerated() {
      let conditions = rule.entry.component.conditions
      let path = "'\(rule.entry.path)'"
      if rule.entry.isExclude {
        let isReached = rules.indices.contains { place in
          let other = rules[place]
          return !other.entry.isExclude && (place > index ? !rule.isExcepted : other.isBroader)
            && Overlap.isPossible(rule.shape, other.shape)
        }
        if isReached { note("\(path)\(conditions) is for the browser") }
        continue
      }
      if rule.isBroader {
        note("the attributes of a manifest can say \(path) only with more paths than it means")
      }
      if !conditions.isEmpty { note("\(path) opens\(conditions), which a manifest cannot ask for") }
    }
    return notes
  }

  /// Each host with each of its paths.
  package var elements: [IntentElement] {
    filters.flatMap { filter in
      filter.hosts.flatMap { host in
        filter.paths.map { IntentElement(host: host, path: $0) }
          + IntentElement.elements(host: host, filter.groups)
      }
    }
  }
}

/// A rule of an app, and the attributes for it.
private struct DeclaredRule {
  let entry: AppRules.Entry
  let shape: Overlap.Shape
  /// The paths that open the app.
  private(set) var paths: [IntentPath] = []
  /// Whether other paths are among them.
  private(set) var isBroader = false
  /// The paths of an exclude, each as attributes that have to match together.
  private(set) var exceptions: [[IntentPath]] = []
  /// Whether the paths of an exclude are all of what it matches.
  private(set) var isExcepted: Bool

  /// - Parameter spelled: the rule without variables.
  init(_ entry: AppRules.Entry, spelled: [AppRules.Entry], minSDK: Int) {
    self.entry = entry
    shape = Overlap.Shape(entry.component)
    let isSaid = minSDK >= IntentFilters.firstSDKWithRules && entry.component.conditions.isEmpty
    isExcepted = isSaid
    for component in spelled.map(\.component) {
      if !entry.isExclude {
        let declared = IntentPaths(component, minSDK: minSDK)
        paths += declared.paths
        isBroader = isBroader || declared.isBroader
      } else if isSaid {
        let exact = IntentPaths.exact(component, minSDK: minSDK)
        exceptions += exact
        isExcepted = isExcepted && !exact.isEmpty
      }
    }
  }
}

/// What a manifest declares: a path on a host.
package struct IntentElement: Hashable, Sendable {
  /// The host, in lower case.
  package let host: String
  /// The path; nil when every path of the host opens the app.
  package let path: IntentPath?
  /// What is excepted from the path, each as attributes that have to match together.
  package var exceptions: [[IntentPath]] = []
}

extension IntentElement: CustomStringConvertible {
  /// The host and the attribute, as in `links.example.com: pathPrefix '/product/'`.
  package var description: String {
    let excepted = exceptions.map { paths in
      " but not " + paths.map(\.description).joined(separator: " with ")
    }
    return "\(host): \(path.map { "\($0)" } ?? "every path")" + excepted.joined()
  }
}

extension Component {
  /// What a URL needs besides its path, as in ` with a query`; empty when it needs nothing else.
  fileprivate var conditions: String {
    let needed = [
      query.map { !$0.acceptsEverything } ?? false ? "query" : nil,
      fragment.map { !$0.isStars } ?? false ? "fragment" : nil,
    ].compactMap(\.self)
    return needed.isEmpty ? "" : " with a certain " + needed.joined(separator: " and ")
  }
}

extension IntentFilters {
  /// The filters as elements of a manifest, for the activity that opens links.
  ///
  /// - Parameters:
  ///   - app: the name of the app in the configuration.
  ///   - minSDK: the API level that they were made for.
  package func xml(app: String, minSDK: Int) -> String {
    var lines = Self.comment([
      "Made by 'keiro generate android-manifest' from the routes of '\(app)',",
      "for API level \(minSDK) and newer. Its place is the <activity> that opens links.",
    ])
    for filter in filters {
      lines += Self.comment(filter.comments(minSDK: minSDK))
      lines.append("<intent-filter android:autoVerify=\"true\">")
      lines += [
        ("action", "name", "android.intent.action.VIEW"),
        ("category", "name", "android.intent.category.DEFAULT"),
        ("category", "name", "android.intent.category.BROWSABLE"),
        ("data", "scheme", "https"),
      ].map(Self.element)
      lines += filter.hosts.map { Self.element("data", "host", $0) }
      lines += filter.paths.map { Self.element("data", $0.attribute.rawValue, $0.value) }
      for group in filter.groups {
        lines.append(
          "    <uri-relative-filter-group\(group.isAllowed ? "" : " android:allow=\"false\"")>")
        lines += group.paths.map { "    " + Self.element("data", $0.attribute.rawValue, $0.value) }
        lines.append("    </uri-relative-filter-group>")
      }
      lines.append("</intent-filter>")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func element(_ name: String, _ attribute: String, _ value: String) -> String {
    "    <\(name) android:\(attribute)=\"\(escaped(value))\" />"
  }

  /// A value as the build tools read it: a backslash begins an escape, and so does a reference at the
  /// beginning; then as XML has it.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "@" where text.isEmpty, "?" where text.isEmpty: text += "\\\(scalar)"
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\u{0}"..<" ": text += "&#\(scalar.value);"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// A comment of a line each; no lines make none. Two hyphens may not stand in it.
  private static func comment(_ lines: [String]) -> [String] {
    var lines = lines.map { $0.replacingEvery("--", with: "- -") }
    guard let last = lines.popLast() else { return [] }
    lines.append(last + (last.hasSuffix("-") ? "  -->" : " -->"))
    return lines.enumerated().map { ($0 == 0 ? "<!-- " : "     ") + $1 }
  }
}

extension IntentFilters.Filter {
  /// What a reader of the filter should know.
  fileprivate func comments(minSDK: Int) -> [String] {
    let wildcards = hosts.filter { $0.hasPrefix("*.") }.map { host in
      "Android verifies '\(host)' at '\(host.dropFirst(2))', and takes hosts of any depth."
    }
    guard !notes.isEmpty else { return wildcards }
    let wider =
      minSDK >= IntentFilters.firstSDKWithRules
      ? "Wider than the routes, which assetlinks.json tells exactly:"
      : "Wider than the routes, before Android 15, which reads assetlinks.json for the rest:"
    return wildcards + [wider]
      + notes.map { "- \($0)" }
  }
}
