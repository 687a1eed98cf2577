/// A way for a visitor to carry a link into an app that is installed afterwards. The visitor
/// carries the link; visitors are not recognised.
package enum ClaimWay: String, CaseIterable, Sendable {
  /// The Play Store's install referrer.
  case referrer
  /// The short URL in the clipboard, which the visitor pastes.
  case paste
  /// A code that the visitor types.
  case code
  /// The App Clip, which hands the URL on to the app that replaces it.
  case clip
}
