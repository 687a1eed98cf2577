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

  /// The original fields.
  var fields: Markup { Self.hidden(items) }

  private static func hidden(_ items: [(name: String, value: String)]) -> Markup {
    Markup.each(items) { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">\n" }
  }
}

extension PageContext {
  /// Offers a form again to a user who has just signed in.
  func offered(_ kept: KeptForm) -> HTTPResponse {
    let password: Markup =
      kept.passwords.isEmpty
      ? ""
      : """
      <p class="field"><label for="password">\(t(.passwordLabel))</label>
      <input id="password" name="password" type="password" autocomplete="new-password">
      <input type="hidden" name="\(LinkForm.lostPasswordField)" value="yes">
      <span class="hint">\(t(.passwordAgain))</span></p>
      """
    return page(
      t(.formKept),
      """
      <h1>\(t(.formKept))</h1>
      <p>\(t(.formKeptHint))</p>
      <form method="post" action="\(kept.address)">
      \(kept.fields)\(password)
      <p><button class="button">\(t(.sendFormAgain))</button></p>
      <p><a class="button quiet" href="/dashboard/">\(t(.toTheOverview))</a></p>
      </form>
      """)
  }
}
