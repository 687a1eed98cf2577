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
      difference(
        label(path), (.savedMeanwhile, differing(current.values[path] ?? "")),
        (.typedHere, differing(typed.values[path] ?? "")))
    }
    let texts = [current.rules ?? [], typed.rules ?? []].map { rules in
      JSONOutput.array(rules.map { $0.output(in: typed.zone) }).compact
    }
    if let rules = typed.rules, texts[0] != texts[1] {
      rows += difference(
        t(.rules), (.savedMeanwhile, rulesInWords(current.rules ?? [], in: typed.zone)),
        (.typedHere, rulesInWords(rules, in: typed.zone)))
    }
    let list: Markup =
      rows.isEmpty ? "" : differences(.savedMeanwhile, .typedHere, rows)
    return notice("<p>\(t(.linkConflict))</p>\n\(list)", .wrong)
  }

  // MARK: - Tables of differences

  /// A table of two states of a link, side by side.
  func differences(_ left: Word, _ right: Word, _ rows: Markup) -> Markup {
    let columns: Markup = "\(column(t(.field)))\(column(t(left)))\(column(t(right)))"
    return table(t(.differences), columns, rows, isSortable: false, hasCards: true)
  }

  /// A row of such a table: a field in both states, each with the name of its column.
  func difference(
    _ name: String, _ left: (column: Word, value: Markup), _ right: (column: Word, value: Markup)
  ) -> Markup {
    """
    <tr><th scope="row">\(name)</th>\(cell(left.column, left.value, "told"))\
    \(cell(right.column, right.value, "told"))</tr>
    """
  }

  /// The value of a field in such a row.
  func differing(_ value: String) -> Markup {
    value.isEmpty ? nothing : "<span dir=\"auto\">\(Markup.breakable(value))</span>"
  }

  private var nothing: Markup { "<span class=\"soft\">\(t(.emptyValue))</span>" }

  /// - Parameter zone: the zone of their times.
  func rulesInWords(_ rules: [RuleForm], in zone: ReaderZone) -> Markup {
    guard !rules.isEmpty else { return nothing }
    return Markup.each(rules.enumerated()) { position, rule in
      """
      <span class="detail"><strong>\(t(.ruleNumber(position + 1)))</strong> \
      \(conditionTags(rule, in: zone))\
      <span class="detail" dir="auto">→\u{A0}\(Markup.breakable(rule["url"]))</span></span>
      """
    }
  }
}
