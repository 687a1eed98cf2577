import HTTPCore
import JSONSyntax
import Service
import WebSyntax

/// The names and values of a query or a form, in order; a name may occur several times.
struct PageForm: Sendable {
  private(set) var items: [(name: String, value: String)] = []
  /// What was refused, for the form that is shown again.
  var faults: [FieldFault] = []

  /// The largest number of items; pages send fewer, even with hundreds of selected links and the
  /// fields of a link.
  private static let itemLimit = 4000

  init() {}

  /// Reads `application/x-www-form-urlencoded`; nil when it has too many items.
  init?(_ bytes: ArraySlice<UInt8>) {
    for item in HTTPQuery(bytes) {
      guard items.count < Self.itemLimit else { return nil }
      items.append(item.texts)
    }
  }

  mutating func add(_ name: String, _ value: String) { items.append((name, value)) }

  /// The first value of a name; nil when it is absent.
  subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

  /// The first value without surrounding white space; nil when nothing is left.
  func text(_ name: String) -> String? {
    guard let value = self[name]?.trimmed, !value.isEmpty else { return nil }
    return value
  }

  func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

  /// The comma-separated texts of all fields of a name; none when they are empty.
  func list(_ name: String) -> [String] {
    all(name).joined(separator: ",").split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
  }

  func has(_ name: String) -> Bool { items.contains { $0.name == name } }
}

/// The actions of the forms on a page, by the values of their buttons.
protocol FormAction: RawRepresentable<String>, CaseIterable {
  var word: Word { get }
}

extension FormAction {
  /// Whether the action takes something away.
  var isDangerous: Bool {
    ["delete", "end", "remove", "revoke"].contains(rawValue.prefix { $0 != "-" })
  }
}

extension PageForm {
  /// The action of a page that a form requests.
  func action<Action: FormAction>(_ type: Action.Type) throws(Problem) -> Action {
    guard let action = self["action"].flatMap(Action.init) else {
      let names = Action.allCases.map(\.rawValue).joined(separator: ", ")
      throw .parameter("action", Phrase(.otherAction, names))
    }
    return action
  }
}

extension PageContext {
  /// The attributes of a control by what was refused; the first refused one takes the focus.
  ///
  /// - Parameter hasHint: whether a hint describes it.
  func aria(_ id: String, _ typed: PageForm, hasHint: Bool = false) -> Markup {
    guard typed.faults.contains(where: { $0.field == id }) else {
      return hasHint ? " aria-describedby=\"\(id)-hint\"" : ""
    }
    let focus: Markup = typed.faults.first?.field == id ? " autofocus" : ""
    let hint: Markup = hasHint ? " \(id)-hint" : ""
    return .of(focus, " aria-invalid=\"true\" aria-describedby=\"\(id)-fault\(hint)\"")
  }

  /// The reason why a value was refused, for the place beside it.
  func fault(_ id: String, _ typed: PageForm) -> Markup {
    guard let fault = typed.faults.first(where: { $0.field == id }) else { return "" }
    return "<span class=\"fault\" id=\"\(id)-fault\">\(said(fault.reason))</span>"
  }
}

/// Builds the query of an address.
enum PageQuery {
  /// `?` and the items that have a value; empty without any.
  static func text(_ items: [(name: String, value: String?)]) -> String {
    let parts = items.compactMap { item -> String? in
      guard let value = item.value, !value.isEmpty else { return nil }
      return PercentCoding.encodeComponent(item.name) + "=" + PercentCoding.encodeComponent(value)
    }
    return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
  }
}
