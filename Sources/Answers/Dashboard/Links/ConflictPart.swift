import JSONSyntax
import Links

/// The differences between the form of a link and a version that someone else has saved meanwhile.
extension PageContext {
  func conflict(_ current: LinkForm, _ typed: LinkForm) -> Markup {
    let paths = (LinkForm.main + LinkForm.groups.flatMap(\.paths)).filter { path in
      typed.values[path] != nil && (typed.values[path] ?? "") != (current.values[path] ?? "")
        && path != "host" && path != "slug" && path != "password"
    }
    var rows = Markup.each(paths) { path in
      let values = [current, typed].map { form in
        "<span class=\"long\" dir=\"auto\">\(form.values[path] ?? "")</span>" as Markup
      }
      let isEmpty = [current, typed].map { ($0.values[path] ?? "").isEmpty }
      return difference(
        label(path), isEmpty[0] ? nothing : values[0], isEmpty[1] ? nothing : values[1])
    }
    let texts = [current.rules ?? [], typed.rules ?? []].map { rules in
      JSONOutput.array(rules.map { $0.output(in: typed.zone) }).compact
    }
    if let rules = typed.rules, texts[0] != texts[1] {
      rows += difference(t(.rules), rulesInWords(current.rules ?? []), rulesInWords(rules))
    }
    let columns: Markup = """
      \(column(t(.field)))\(column(t(.savedMeanwhile)))\(column(t(.typedHere)))
      """
    let list: Markup =
      rows.isEmpty
      ? "" : table(t(.differences), columns, rows, isSortable: false, hasCards: true)
    return notice("<p>\(t(.linkConflict))</p>\n\(list)", .wrong)
  }

  private var nothing: Markup { "<span class=\"soft\">\(t(.emptyValue))</span>" }

  private func difference(_ name: String, _ saved: Markup, _ typed: Markup) -> Markup {
    """
    <tr><th scope="row">\(name)</th>\(cell(.savedMeanwhile, saved))\(cell(.typedHere, typed))</tr>
    """
  }

  private func rulesInWords(_ rules: [RuleForm]) -> Markup {
    guard !rules.isEmpty else { return nothing }
    return Markup.each(rules.enumerated()) { position, rule in
      """
      <span class="detail"><strong>\(t(.ruleNumber(position + 1)))</strong> \(conditionTags(rule))\
      <span class="detail long" dir="auto">→\u{A0}\(Markup.breakable(rule["url"]))</span></span>
      """
    }
  }
}
