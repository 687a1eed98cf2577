import JSONSyntax
import Links
import WebSyntax

/// A typed form of a link together with a version that someone else has saved meanwhile: fields that
/// were left as they were opened take the newer values, so that saving takes nothing back that the
/// author of the form has not touched.
struct LinkMerge {
  private(set) var form: LinkForm
  /// The paths of the fields that both have changed, to different values.
  private(set) var conflicts: [String] = []
  /// The paths of the fields taken over from the newer version.
  private(set) var taken: [String] = []
  let opened: ShortLink?
  let saved: ShortLink
  let current: LinkForm

  /// - Parameters:
  ///   - typed: the form as it was sent.
  ///   - opened: the link as the form was opened; nil if that version is not kept, whereupon every
  ///     difference needs a decision.
  ///   - saved: the link as it is now.
  init(_ typed: LinkForm, opened: ShortLink?, saved: ShortLink) {
    form = typed
    (self.opened, self.saved) = (opened, saved)
    current = LinkForm(saved, in: typed.zone)
    let before = opened.map { LinkForm($0, in: typed.zone) }
    for path in typed.main + LinkForm.groups.flatMap(\.paths) where path != "password" {
      let (own, theirs) = (typed.comparable(path), current.comparable(path) ?? "")
      guard own != theirs else { continue }
      let then = before.map { $0.comparable(path) ?? "" }
      if let then, own == nil || own == then {
        form.take(path, from: current)
        if then != theirs { taken.append(path) }
      } else if own != nil, then != theirs {
        conflicts.append(path)
      }
    }
    // No form contains the password, so it changes only for those who type one.
    if let opened, opened.password != saved.password, !typed.isSet("password") {
      taken.append("password")
    }
  }
}

extension LinkForm {
  /// The text of a field, comparable between forms of one zone; nil where the form does not contain
  /// it. Browsers send lines that end in two characters, and the platforms of a rule in the order of
  /// their boxes.
  fileprivate func comparable(_ path: String) -> String? {
    guard path == "rules" else {
      return values[path]?.replacing("\r\n", with: "\n").trimmed
    }
    return rules.map { rules in
      let outputs = rules.map { rule in
        var rule = rule
        rule.platforms.sort()
        return rule.output(in: zone)
      }
      return outputs.isEmpty ? "" : JSONOutput.array(outputs).compact
    }
  }

  fileprivate mutating func take(_ path: String, from other: LinkForm) {
    if path == "rules" { rules = other.rules } else { values[path] = other.values[path] }
  }
}
