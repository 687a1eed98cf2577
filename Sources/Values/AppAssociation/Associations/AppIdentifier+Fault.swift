import WebSyntax

extension AppIdentifier {
  /// Why a text is not an application identifier, as the end of a sentence; nil if it is one.
  package static func fault(of text: String) -> String? {
    guard AppIdentifier(text) == nil else { return nil }
    let form = "expected ten characters from A-Z and 0-9, as in A1B2C3D4E5.com.example.app"
    guard let dot = text.firstIndex(of: ".") else {
      return "there is no dot between the Team ID and the bundle ID: \(form)"
    }
    let (prefix, rest) = (text[..<dot], String(text[text.index(after: dot)...]))
    let looksLikeTeam = prefix.utf8.count == 10 || prefix.utf8.contains(where: ASCII.isDigit)
    if BundleIdentifier.isValid(text), !looksLikeTeam {
      return "the Team ID before the bundle ID is missing: \(form)"
    }
    guard prefix.utf8.count == 10 else {
      return "the Team ID '\(prefix)' has \(prefix.utf8.count) characters: \(form)"
    }
    guard AppIdentifier(prefix + ".a") != nil else {
      return "the Team ID '\(prefix)' contains invalid characters: \(form)"
    }
    return "'\(rest)' is not a bundle ID: expected letters, digits, '-' and '.'"
  }
}
