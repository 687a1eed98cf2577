import WebSyntax

/// The button that copies an address before leading to a store, with the script that shows it when
/// there is a clipboard.
struct CopyingButton {
  /// The markup up to the address, which follows escaped.
  let opening: String
  let rest: String

  /// Nil when libcrypto cannot compute a digest for the page's policy.
  init?(to store: PageAddress, words: PageWords) {
    guard let script = PageScript.copying else { return nil }
    opening =
      "<a class=\"button quiet\" id=\"\(PageScript.identifier)\" hidden "
      + "href=\"\(store.html)\" data-link=\""
    rest =
      "\">\(HTMLText.escape(words(.copyAndGet)))</a>\n"
      + "<p class=\"soft\" id=\"taken\" role=\"status\" hidden>"
      + "\(HTMLText.escape(words(.copied)))</p>\n<script>\(script.text)</script>"
  }
}

extension PageWords {
  /// The sentence for a visitor who comes back after installing the app.
  func comingBack(toTap words: String) -> String {
    "<p class=\"soft\">\(HTMLText.escape(self(.comeBack, words)))</p>"
  }

  /// The form that asks for a code.
  ///
  /// - Parameter action: nil for the address that the browser shows.
  func codeForm(action: PageAddress? = nil) -> String {
    let target = action.map { " action=\"\($0.html)\"" } ?? ""
    return "<form method=\"post\"\(target)>\n"
      + "<input type=\"hidden\" name=\"claim\" value=\"1\">\n"
      + "<button class=\"button quiet\">\(HTMLText.escape(self(.askCode)))</button>\n</form>"
  }
}
