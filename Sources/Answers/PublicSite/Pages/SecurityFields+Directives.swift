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
