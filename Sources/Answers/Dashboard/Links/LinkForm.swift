import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import WebSyntax

extension Problem {
  /// A password that was typed before is missing now.
  static let passwordLost = Problem(
    .unprocessableContent, "invalid-fields", Sentence(Word.passwordAgain),
    faults: [FieldFault("password", Word.passwordAgain)])
}

/// The form of a link: the values of its fields, and their faults.
struct LinkForm: TypedForm {
  /// The values by the paths of their fields.
  var values: [String: String] = [:]
  var faults: [String: Sentence] = [:]
  /// A fault that belongs to no field.
  var fault: Sentence?
  /// Nil when a form does not contain rules.
  var rules: [RuleForm]?
  /// The rule that a button has just added or moved, or that follows one just removed: its position,
  /// or the number of rules for the button that adds one. Nil when no button was pressed.
  private(set) var focusedRule: Int?
  var isRefused: Bool { !faults.isEmpty || fault != nil }
  /// Whether a password was typed but not sent back to the browser.
  private(set) var lostPassword = false
  private(set) var removesPassword = false
  /// Whether the stored link has a password, which no form contains.
  var hasPassword = false
  /// Suggestions from other links, by the paths of their fields.
  var suggestions: [String: [String]] = [:]
  let isNew: Bool
  /// The zone of the times in the fields.
  let zone: LocalZone

  init(isNew: Bool, in zone: LocalZone) {
    self.isNew = isNew
    self.zone = zone
  }

  init(_ link: ShortLink, in zone: LocalZone) {
    self.init(isNew: false, in: zone)
    hasPassword = link.password != nil
    rules = link.rules.map { RuleForm($0, in: zone) }
    let unpacked = UnpackedLink(link)
    for field in LinkField.all { values[field.path] = text(of: field, in: unpacked) }
  }

  /// The form of a new link that copies another, without its slug and what belongs to it alone.
  init(copyOf link: ShortLink, in zone: LocalZone) {
    var form = LinkForm(link, in: zone)
    for path in ["slug", "owner", "archived"] { form.values[path] = nil }
    self.init(isNew: true, in: zone)
    (values, rules) = (form.values, form.rules)
  }

  /// The text of a field; nil for an empty field, and for one with a form of its own.
  private func text(of field: LinkField, in link: UnpackedLink) -> String? {
    switch field.type {
    case .tags(let path): return Self.text(of: link[path])
    case .time(let path): return link[path].map(zone.typed)
    case .flag(let path): return link[path] ? "true" : "false"
    case .choice(let choice): return choice.get(link).text
    default: break
    }
    return switch field.type.stored(in: link) {
    case .text(let text) where field.path != "password": text
    case .int(let number): String(number)
    default: nil
    }
  }

  /// The name of the field for the zone of the times: the reader may choose another zone meanwhile.
  static let zoneField = "zone"

  init(_ form: PageForm, isNew: Bool, in zone: LocalZone) {
    self.init(isNew: isNew, in: zone)
    rules = RuleForm.rules(in: form)
    for field in LinkField.all {
      if case .rules = field.type { continue }
      if case .flag = field.type {
        values[field.path] = form.has(field.path) ? "true" : "false"
      } else {
        put(form[field.path], in: field)
      }
    }
    removesPassword = form.has(Self.removalField)
    let isAnswered = form.has(Self.noPasswordField) || removesPassword
    lostPassword =
      form.has(Self.lostPasswordField) && !isAnswered && form.text("password") == nil
  }

  /// Takes what somebody typed.
  mutating func put(_ text: String?, in field: LinkField) {
    // People leave out the schemes of URLs.
    switch field.type {
    case .destination, .url: values[field.path] = text.map(Self.url)
    default: values[field.path] = text
    }
  }

  /// The field of a form whose password has to be typed again, and that of a tick that it is not
  /// wanted.
  static let lostPasswordField = "password-lost"
  static let noPasswordField = "password-none"
  /// The field of a tick that removes the password of a link.
  static let removalField = "removes-password"
  /// The field of a preview by script, which does not send the password, that there is one.
  static let hasPasswordField = "has-password"

  /// The fields that people set, by their purposes; fields added to the table later appear with the
  /// last.
  static let groups: [(title: Word, paths: [String])] = {
    func paths(of part: String) -> [String] {
      LinkField.all.filter { $0.part == part }.map(\.path)
    }
    let campaign = paths(of: "campaign")
    let groups: [(title: Word, paths: [String])] = [
      (.rules, ["rules"]),
      (.limits, ["expires", "notBefore", "maxClicks", "expiredURL", "password", "archived"]),
      (.campaign, campaign.filter { $0.hasPrefix("campaign.utm_") }),
      (.campaignTokens, campaign.filter { !$0.hasPrefix("campaign.utm_") }),
      (.preview, paths(of: "social")), (.appleDevices, paths(of: "apple")),
      (.android, paths(of: "android")), (.desktop, paths(of: "desktop")),
    ]
    let redirect = ["status", "query", "path", "skipPage"]
    let shown = Set(main + groups.flatMap(\.paths) + redirect)
    let further = LinkField.all.filter { field in
      field.setters.contains(.commandLine) && !shown.contains(field.path)
    }
    return groups + [(.redirect, redirect + further.map(\.path))]
  }()

  static let main = ["url", "host", "slug", "name", "tags"]

  /// The fields before the groups; the host and the slug of a link stay as they were made.
  var main: [String] { isNew ? Self.main : Self.main.filter { $0 != "host" && $0 != "slug" } }

  /// Where the form has a field, for an order like the form's.
  func place(of path: String) -> (field: Int, rule: Int, part: Int, path: String) {
    let paths = main + Self.groups.flatMap(\.paths)
    let rule = RuleForm.location(path)
    let field = paths.firstIndex(of: rule == nil ? path : "rules") ?? paths.count
    let part = rule?.field.flatMap(RuleForm.fields.firstIndex) ?? -1
    return (field, rule?.position ?? 0, part, path)
  }

  /// Whether a field stands open: it differs from its default, or something is said about it.
  func isOpen(_ path: String) -> Bool {
    if path == "rules" {
      return rules?.isEmpty == false || focusedRule != nil
        || faults.keys.contains { $0.hasPrefix("rules") }
    }
    return isSet(path) || faults[path] != nil || path == "password" && lostPassword
  }

  /// The field that the reader is led to: the first that was refused, else the first of all; nil where
  /// a rule has the focus.
  var focus: String? {
    guard focusedRule == nil else { return nil }
    let refused = faults.keys.map(place).min { $0 < $1 }
    return refused?.path ?? main.first
  }

  func fault(at path: String) -> Sentence? { faults[path] }

  /// Whether a field differs from its default.
  func isSet(_ path: String) -> Bool {
    if path == "password", hasPassword { return true }
    if path == "rules" { return rules?.contains { !$0.isBlank } == true }
    guard let value = values[path], !value.isEmpty, let field = LinkField.named(path) else {
      return false
    }
    return switch field.type {
    case .flag: value == "true"
    case .choice(let choice): value != choice.standard.text
    default: true
    }
  }

  /// Keeps the times of rules beside one that was touched: where clocks are put back, a typed time may mean two.
  mutating func keepTimes(of link: ShortLink) {
    let times = link.rules.flatMap { [$0.condition.from, $0.condition.until] }.compactMap(\.self)
    let known = Dictionary(times.map { (zone.typed($0), $0) }) { first, _ in first }
    for position in (rules ?? []).indices { rules?[position].keep(known) }
  }

  // MARK: - The change

  /// The link or change that the form describes. A change contains fields of the form, empty ones as
  /// null.
  ///
  /// - Parameter stored: the form of the link to change, whose fields stay where this one says the same;
  ///   nil for a new link.
  func description(changing stored: LinkForm? = nil) -> JSONOutput {
    var members: [JSONOutput.Member] = []
    var parts: [(name: String, members: [JSONOutput.Member])] = []
    for path in Self.main + Self.groups.flatMap(\.paths) where differs(path, from: stored) {
      guard let field = LinkField.named(path), let value = value(of: field) else { continue }
      guard let part = field.part else {
        members.append(.init(field.name, value))
        continue
      }
      if parts.last?.name != part { parts.append((part, [])) }
      parts[parts.count - 1].members.append(.init(field.name, value))
    }
    return .object(members + parts.map { .init($0.name, .object($0.members)) })
  }

  /// What a form shows need not be what is stored to the letter: line ends, blanks at the edges, the
  /// order of platforms, times that clocks show twice.
  func differs(_ path: String, from stored: LinkForm?) -> Bool {
    guard let stored, path != "password" else { return true }
    return comparable(path) ?? "" != stored.comparable(path) ?? ""
  }

  /// The members of the description with some names.
  func described(_ names: String...) -> [JSONOutput.Member] {
    guard case .object(let members) = description() else { return [] }
    return members.filter { names.contains($0.name) }
  }

  /// The value of a field; nil when the description omits it.
  private func value(of field: LinkField) -> JSONOutput? {
    if !isNew, field.path == "host" || field.path == "slug" { return nil }
    let text = (values[field.path] ?? "").trimmed
    if case .password = field.type {
      if removesPassword { return .null }
      return text.isEmpty ? nil : .string(values[field.path] ?? "")
    }
    if case .rules = field.type {
      guard let rules = rules?.filter({ !$0.isBlank }) else { return nil }
      return rules.isEmpty ? (isNew ? nil : .null) : .array(rules.map { $0.output(in: zone) })
    }
    if case .flag = field.type {
      return ["", "true", "false"].contains(text) ? .bool(text == "true") : .string(text)
    }
    if case .destination = field.type { return .string(text) }
    guard !text.isEmpty else { return isNew ? nil : .null }
    switch field.type {
    case .int: return Int(text.filter { $0 != "," }).map(JSONOutput.int) ?? .string(text)
    case .time: return .string(zone.meant(text))
    case .tags: return .strings(Self.words(text))
    case .choice(let choice):
      guard case .int = choice.standard, let number = Int(text) else { return .string(text) }
      return .int(number)
    default: return .string(text)
    }
  }

  /// A URL as people type it: `https://` goes without saying before a host with a dot.
  static func url(_ typed: String) -> String {
    let text = typed.trimmed
    let host = String(text.prefix { !"/?#:".contains($0) })
    var rest = text.dropFirst(host.count)
    if rest.first == ":" {
      rest = rest.dropFirst().drop { ("0"..."9").contains($0) }
      // A colon without a port is that of a scheme, as in `com.example.app:`.
      guard text.dropLast(rest.count).last != ":" else { return typed }
    }
    guard rest.isEmpty || "/?#".contains(rest.prefix(1)), host.contains("."),
      HostPattern(host)?.isWildcard == false
    else { return typed }
    return "https://" + text
  }

  /// What stands between commas, or between those of Japanese keyboards, which a text in quotation marks
  /// holds as its own; marks within it are doubled, as in tables.
  static func words(_ text: String) -> [String] {
    text.split(separator: ",").flatMap { part in
      var words: [String] = []
      var pieces = part.split(separator: "、", omittingEmptySubsequences: false)[...]
      // Looked for once: what is not closed here is not closed further on.
      var isClosed = true
      func closes(_ piece: some StringProtocol) -> Bool {
        !piece.reversed().prefix { $0 == "\"" }.count.isMultiple(of: 2)
      }
      while let piece = pieces.popFirst() {
        let first = piece.trimmed
        var end: Int?
        if isClosed, first.hasPrefix("\""), !closes(first.dropFirst()) {
          end = pieces.firstIndex { closes($0.trimmed) }
          isClosed = end != nil
        }
        guard let end else {
          words.append(first)
          continue
        }
        let whole = ([piece] + pieces[...end]).joined(separator: "、").trimmed
        words.append(String(whole.dropFirst().dropLast()).replacing("\"\"", with: "\""))
        pieces = pieces[(end + 1)...]
      }
      return words.filter { !$0.isEmpty }
    }
  }

  static func text(of words: [String]) -> String {
    words.map { $0.contains("、") ? "\"\($0.replacing("\"", with: "\"\""))\"" : $0 }
      .joined(separator: ", ")
  }

  /// Drops blank rules: faults count positions only among the submitted ones.
  mutating func dropBlankRules() { rules?.removeAll(where: \.isBlank) }

  mutating func take(_ step: RuleStep) {
    let changed = step.applied(to: rules ?? [])
    rules = changed
    focusedRule = step.focus(in: changed)
    forgetPassword()
  }

  /// Assigns faults to their fields.
  mutating func take(_ faults: [FieldFault]) {
    for fault in faults {
      if let path = Self.path(of: fault.field) {
        self.faults[path] = self.faults[path] ?? reason(of: fault)
      } else {
        self.fault = fault.reason
      }
    }
  }

  /// What is wrong with what was typed.
  func reason(of fault: FieldFault) -> Sentence {
    switch fault.reason.wording {
    case ValueFault.missing, LinkFault.notDestination("", _): Sentence(Word.fieldEmpty)
    default: Self.path(of: fault.field).flatMap(typedNumberFault) ?? fault.reason
    }
  }

  mutating func take(_ problem: Problem) {
    take(problem.faults)
    if problem.type == "slug-taken" { faults["slug"] = problem.sentence }
    if faults.isEmpty, fault == nil { fault = problem.sentence }
    forgetPassword()
  }

  /// The fault of a text where a number belongs; the description of the link has it as a text.
  private func typedNumberFault(_ path: String) -> Sentence? {
    var text = (values[path] ?? "").trimmed
    var choice: FieldChoice?
    if let location = RuleForm.location(path), location.field == RuleForm.share {
      let rules = rules ?? []
      text =
        rules.indices.contains(location.position)
        ? rules[location.position][RuleForm.share].trimmed : ""
    } else {
      switch LinkField.named(path)?.type {
      case .int: text = text.filter { $0 != "," }
      case .choice(let known): choice = known
      default: return nil
      }
    }
    if text.isEmpty || Int(text) != nil { return nil }
    guard let choice else { return Sentence(PageNumber.fault(text)) }
    guard case .int = choice.standard else { return nil }
    return Sentence(choice.fault("'\(text.prefix(200))'"))
  }

  /// Drops the password, since it is not sent back in a page; the field then asks for it again.
  mutating func forgetPassword() {
    guard values["password"]?.isEmpty == false else { return }
    values["password"] = nil
    lostPassword = true
  }

  /// The field of `tags[3]` or `apple.fallback`; nil when the form has none.
  private static func path(of field: String) -> String? {
    if let path = RuleForm.path(of: field) { return path }
    let name = String(field.prefix { $0 != "[" })
    let all = main + groups.flatMap(\.paths)
    return all.first { $0 == name } ?? all.first { name.hasPrefix($0 + ".") }
  }
}
