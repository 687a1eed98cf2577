import Cryptography

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
      (function(){var a=document.getElementById("take");if(!navigator.clipboard)return;a.hidden=false;\
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
