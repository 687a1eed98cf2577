import Cryptography

/// The only script of Keiro's pages: it copies a link on the way to the store, for visitors who ask
/// for that. Without it the page shows the store's badge alone.
struct PageScript: Sendable {
  let text: String
  /// For the page's policy.
  let source: String

  static let identifier = "take"

  /// Nil when libcrypto computes no digest.
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
