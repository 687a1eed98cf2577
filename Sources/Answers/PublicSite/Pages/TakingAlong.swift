import Cryptography
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
  /// The line behind which stands what helps once the app is installed; `</details>` ends it.
  ///
  /// - Parameter needsScript: whether nothing in it works without the script, which then shows it.
  func fold(needsScript: Bool) -> String {
    "<details\(needsScript ? " hidden" : "")>\n"
      + "<summary>\(HTMLText.escape(self(.gettingApp)))</summary>\n"
  }

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

/// The only script of Keiro's pages: it copies a link before leading to the store, for visitors who
/// choose that. Without it, the page only shows the store's badge.
struct PageScript: Sendable {
  let text: String
  /// The source expression for the page's policy.
  let source: String

  static let identifier = "take"

  /// Nil when libcrypto cannot compute a digest.
  init?() {
    text = """
      (function(){var a=document.getElementById("take");if(!navigator.clipboard)return;\
      a.hidden=a.parentNode.hidden=false;\
      a.addEventListener("click",function(e){e.preventDefault();var go=function(){\
      document.getElementById("taken").hidden=false;\
      setTimeout(function(){location.href=a.href},1200)};\
      navigator.clipboard.writeText(a.dataset.link).then(go,function(){location.href=a.href})})})()
      """
    guard let digest = SHA256.digest(Array(text.utf8)) else { return nil }
    source = "'sha256-\(Base64.padded.encode(digest))'"
  }

  static let copying = PageScript()
}

extension SecurityFields {
  /// The fields for pages that offer to copy their address or to show a code.
  var takingAlong: SecurityFields {
    setting("form-action", to: "'self'").setting(
      "script-src", to: PageScript.copying?.source ?? "'none'")
  }

  /// These fields with other sources for one directive of the policy; nil removes the directive, so
  /// that `default-src` applies (Content Security Policy Level 3, section 6).
  func setting(_ directive: String, to sources: String?) -> SecurityFields {
    var parts = contentSecurityPolicy.split(separator: ";").map { part in
      String(part.drop { $0 == " " })
    }
    parts.removeAll { $0 == directive || $0.hasPrefix(directive + " ") }
    if let sources { parts.append("\(directive) \(sources)") }
    return SecurityFields(contentSecurityPolicy: parts.joined(separator: "; "))
  }
}
