import HTTPCore
import JSONSyntax
import LinkStorage
import Service
import WebSyntax

/// A request for a page: its path and the data sent with it.
struct PageRequest: Sendable {
  let request: HTTPRequest
  /// The decoded parts of the path after `/dashboard/`; one empty part for the overview.
  let path: [String]
  let query: PageForm
  let form: PageForm
  /// The address of the client, as reported by trusted proxies; nil at a Unix socket.
  let client: IPAddress?
  /// Whether the browser uses TLS, with this server or with a trusted proxy.
  let isSecure: Bool
  /// The origin as the browser names this server, such as `https://keiro.example.com`; nil without
  /// a Host field.
  let origin: String?

  static let root = "/dashboard"

  init(_ request: HTTPRequest, from peer: HTTPPeer, proxies: TrustedProxies) throws(Problem) {
    self.request = request
    path = Self.parts(request.fields.bytes[request.path])
    let query = request.query.map { PageForm(request.fields.bytes[$0]) } ?? PageForm()
    let form = request.body.isEmpty ? PageForm() : PageForm(request.body[...])
    guard let query, let form else {
      throw Problem(.badRequest, "malformed-request", Sentence(Word.tooManyFields))
    }
    self.query = query
    self.form = form
    client = proxies.client(of: request, from: peer).address
    isSecure = peer.isSecure || proxies.isSecure(request, from: peer)
    let host = request.authority.map { request.text($0) }
    let scheme = isSecure ? "https" : "http"
    origin = host.map { "\(scheme)://\($0.lowercased())" }
  }

  /// The decoded parts of a path after `/dashboard/`.
  static func parts(_ path: ArraySlice<UInt8>) -> [String] {
    path.dropFirst(root.utf8.count + 1)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { PercentCoding.decodeLossy($0) }
  }

  var isChange: Bool { request.method == .post }

  /// The refusal of a method that the address does not know.
  var methodNotAllowed: Problem {
    .methodNotAllowed(request.method, allowed: PagePath(path)?.kind.methods ?? "GET, HEAD")
  }

  /// The target as it was sent, with its query: the address to which a form or a sign-in returns.
  var address: String { request.text(request.target) }

  /// Whether the browser uses a loopback address or a name for one.
  var isLoopback: Bool {
    guard let authority = request.authority else { return false }
    let name = HTTPHost.name(of: request.bytes(authority))
    return HostOrigins.isLoopback(String(decoding: name, as: UTF8.self))
  }

  func cookie(_ name: String) -> String? {
    for line in request.fields.all("Cookie") {
      for part in line.split(separator: UInt8(ascii: ";")) {
        let pair = String(decoding: part, as: UTF8.self).trimmed
        if pair.hasPrefix(name + "=") { return String(pair.dropFirst(name.utf8.count + 1)) }
      }
    }
    return nil
  }
}

/// The names and values of a query or a form, in order; a name may occur several times.
struct PageForm: Sendable {
  private(set) var items: [(name: String, value: String)] = []
  /// What was refused, for the form that is shown again.
  var faults: [FieldFault] = []

  /// The largest number of items: the links of one action and the fields of a link, since a
  /// confirmation sends all of them again.
  private static let itemLimit = PageContext.bulkLimit + 500

  init() {}

  /// Reads `application/x-www-form-urlencoded`; nil when it has too many items, or a text that cannot
  /// be compared in time.
  init?(_ bytes: ArraySlice<UInt8>) {
    for item in HTTPQuery(bytes) {
      let (name, value) = item.texts
      guard items.count < Self.itemLimit, !name.hasEndlessMarks, !value.hasEndlessMarks else {
        return nil
      }
      items.append((name, value))
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

  /// Refuses a value that is none of the choices.
  func requireChoice(_ name: String, of choices: [String]) throws(Problem) {
    guard let text = text(name), !choices.contains(text) else { return }
    throw .otherChoice(name, text, choices)
  }

  /// The position in a list at which its page begins; nil for the first page.
  func cursor<Cursor>(_ read: (String) -> Cursor?) throws(Problem) -> Cursor? {
    guard let text = text("cursor") else { return nil }
    guard let cursor = read(text) else { throw .parameter("cursor", Word.notCursor) }
    return cursor
  }
}

extension Problem {
  fileprivate static func otherChoice(
    _ name: String, _ text: String, _ choices: [String]
  ) -> Problem {
    .parameter(name, Phrase(.otherChoice, String(text.prefix(100)), choices))
  }
}

/// The actions of the forms on a page, by the values of their buttons.
protocol FormAction: NamedCases {}

extension FormAction {
  static var section: String { "action" }

  /// Whether the action takes something away.
  var isDangerous: Bool {
    ["delete", "end", "remove", "revoke"].contains(rawValue.prefix { $0 != "-" })
  }
}

extension PageForm {
  /// The action of a page that a form requests.
  func action<Action: FormAction>(_ type: Action.Type) throws(Problem) -> Action {
    let text = self["action"] ?? ""
    guard let action = Action(rawValue: text) else {
      throw .otherChoice("action", text, Action.allCases.map(\.rawValue))
    }
    return action
  }
}

/// A form that is shown again with what was typed, and with what was refused of it.
protocol TypedForm {
  /// Nil where nothing was refused.
  func fault(at field: String) -> Sentence?
  /// The field that takes the focus.
  var focus: String? { get }
}

extension PageForm: TypedForm {
  func fault(at field: String) -> Sentence? { faults.first { $0.field == field }?.reason }
  var focus: String? { faults.first?.field }
}

extension PageContext {
  /// The attributes of a control by what was refused.
  ///
  /// - Parameter hasHint: whether a hint describes it.
  func aria(_ field: String, _ typed: some TypedForm, hasHint: Bool = false) -> Markup {
    let id = Self.identifier(field)
    let focus: Markup = typed.focus == field ? " autofocus" : ""
    guard typed.fault(at: field) != nil else {
      return .of(focus, .when(hasHint, " aria-describedby=\"\(id)-hint\""))
    }
    let hint: Markup = hasHint ? " \(id)-hint" : ""
    return .of(focus, " aria-invalid=\"true\" aria-describedby=\"\(id)-fault\(hint)\"")
  }

  /// The reason why a value was refused, for the place beside it.
  func fault(_ field: String, _ typed: some TypedForm) -> Markup {
    typed.fault(at: field).map { reason in
      "<span class=\"fault\" id=\"\(Self.identifier(field))-fault\">\(said(reason))</span>"
    } ?? ""
  }
}

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
