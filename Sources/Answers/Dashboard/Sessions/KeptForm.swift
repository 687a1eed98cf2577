import HTTPCore
import Service

/// A form that was sent when the session had ended: it waits in the page of the sign-in, and is offered
/// once more afterwards. Nothing of it is kept here, and a password is not sent back into a page.
struct KeptForm {
  /// The address of the page that takes the form.
  let address: String
  /// Without passwords.
  let items: [(name: String, value: String)]
  /// The fields in which a password was typed.
  let passwords: [String]

  private static let addressField = "kept-address"
  private static let passwordField = "kept-password"
  private static let prefix = "kept."

  /// - Parameters:
  ///   - form: what was sent.
  ///   - address: where it was sent.
  init(_ form: PageForm, to address: String) {
    self.address = address
    items = form.items.filter { $0.name != "password" }
    passwords = form["password"]?.isEmpty == false ? ["password"] : []
  }

  /// Reads what `hidden` wrote; nil where the sign-in keeps no form.
  init?(in signIn: PageForm) {
    guard let address = PageContext.local(signIn[Self.addressField]) else { return nil }
    self.address = address
    items = signIn.items.filter { $0.name.hasPrefix(Self.prefix) }
      .map { (String($0.name.dropFirst(Self.prefix.count)), $0.value) }
    passwords = signIn.has(Self.passwordField) ? ["password"] : []
  }

  /// The fields by which the form of the sign-in carries it.
  var hidden: Markup {
    let fields = [(Self.addressField, address)] + passwords.map { (Self.passwordField, $0) }
    return Self.hidden(fields + items.map { (Self.prefix + $0.name, $0.value) })
  }

  /// The fields as they were sent.
  var fields: Markup { Self.hidden(items) }

  private static func hidden(_ items: [(name: String, value: String)]) -> Markup {
    Markup.each(items) { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">\n" }
  }
}

extension PageContext {
  /// Offers a form once more to somebody who has just signed in.
  func offered(_ kept: KeptForm) -> HTTPResponse {
    let password: Markup =
      kept.passwords.isEmpty
      ? ""
      : """
      <p class="field"><label for="password">\(t(.passwordLabel))</label>
      <input id="password" name="password" type="password" autocomplete="new-password">
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
