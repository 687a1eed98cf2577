import HTTPCore
import Service

/// A form that was sent after the session had ended. It is carried in the sign-in page, and offered
/// again afterwards. The server stores nothing of it, and passwords are never sent back in a page.
struct KeptForm {
  /// The address of the page that accepts the form.
  let address: String
  /// The items of the form without passwords.
  let items: [(name: String, value: String)]
  /// The names of the fields that held a password.
  let passwords: [String]

  private static let addressField = "kept-address"
  private static let passwordField = "kept-password"
  private static let prefix = "kept."

  /// - Parameters:
  ///   - form: the form that was sent.
  ///   - address: the address to which it was sent.
  init(_ form: PageForm, to address: String) {
    self.address = address
    items = form.items.filter { $0.name != "password" }
    passwords = form["password"]?.isEmpty == false ? ["password"] : []
  }

  /// Reads the fields written by `hidden`; nil when the sign-in carries no form.
  init?(in signIn: PageForm) {
    guard let address = PageContext.local(signIn[Self.addressField]) else { return nil }
    self.address = address
    items = signIn.items.filter { $0.name.hasPrefix(Self.prefix) }
      .map { (String($0.name.dropFirst(Self.prefix.count)), $0.value) }
    passwords = signIn.has(Self.passwordField) ? ["password"] : []
  }

  /// The hidden fields by which the sign-in form carries it.
  var hidden: Markup {
    let fields = [(Self.addressField, address)] + passwords.map { (Self.passwordField, $0) }
    return Self.hidden(fields + items.map { (Self.prefix + $0.name, $0.value) })
  }

  /// The original fields except the action, which is that of the button that sends them again. What was
  /// confirmed is asked once more, since the question names what it is about.
  var fields: Markup {
    Self.hidden(items.filter { !["action", "rule", "confirmed"].contains($0.name) })
  }

  // MARK: - The page of the form

  /// The page that accepts the form.
  var path: PagePath? {
    PagePath(PageRequest.parts(Array(page.utf8)[...]))
  }

  var kind: PageKind? { path?.kind }

  /// The address of the page, without a query.
  var page: String { String(address.prefix { $0 != "?" }) }

  /// The items by their names.
  var form: PageForm {
    var form = PageForm()
    for item in items { form.add(item.name, item.value) }
    return form
  }

  /// Whether a button of rules was pressed, which saves nothing.
  var isOfRules: Bool { holdsLink && form.has("rule") }

  /// Whether it has the fields of a link, which can be edited further.
  var holdsLink: Bool { [.link, .newLink].contains(kind) && form.has("url") }

  private static func hidden(_ items: [(name: String, value: String)]) -> Markup {
    Markup.each(items) { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">\n" }
  }
}
