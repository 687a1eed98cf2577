import Explaining
import Links

extension PageContext {
  func ruleFields(_ form: LinkForm) -> Markup {
    let rules = form.rules ?? []
    let sets = Markup.each(rules.indices) { ruleField($0, rules[$0], of: rules.count, form) }
    let fault = form.faults["rules"].map { text in
      "<p class=\"fault\" id=\"rules-fault\">\(said(text))</p>" as Markup
    }
    let add = Markup.when(
      rules.count < LinkRule.countLimit,
      "<p>\(addRuleButton(takesFocus: rules.isEmpty && form.focusedRule != nil))</p>")
    return """
      <div class="f-rules" id="rules"><p class="soft">\(t(.rulesIntroduction))\(help(.rules))</p>
      \(hidden(RuleForm.count, String(rules.count)))
      \(fault)\(sets)\(add)</div>
      """
  }

  /// What a form without rules has in their place.
  var ruleStart: Markup {
    "<span>\(hidden(RuleForm.count, "0"))\(addRuleButton(takesFocus: false))\(help(.rules))</span>"
  }

  private func addRuleButton(takesFocus: Bool) -> Markup {
    """
    <button class="quiet small" name="rule" value="\(RuleStep(.add).text)"\
    \(Markup.when(takesFocus, " autofocus"))>\(t(.addRule))</button>
    """
  }

  private func ruleField(
    _ position: Int, _ rule: RuleForm, of count: Int, _ form: LinkForm
  ) -> Markup {
    let name = LinkRule.name(at: position)
    func entry(_ field: String, _ kind: Markup) -> Markup {
      let path = "\(name).\(field)"
      return wrapped(
        path, form,
        """
        <input id="\(Self.identifier(path))" name="\(path)" \(kind) value="\(rule[field])"\
        \(aria(path, form))>
        """, name: label(field))
    }
    let title = t(.ruleNumber, position + 1)
    let focus: Markup = form.focusedRule == position ? " autofocus" : ""
    let fault = form.faults[name].map { "<p class=\"fault\">\(said($0))</p>" as Markup }
    return """
      <fieldset class="rule" id="\(Self.identifier(name))"><legend>\(title)</legend>\(fault)
      <div class="fields">
      \(entry("url", "type=\"url\" inputmode=\"url\" placeholder=\"https://\"\(focus)"))
      \(platformField(name, rule, form))
      \(entry(RuleForm.language, "spellcheck=\"false\""))
      \(entry(RuleForm.country, "spellcheck=\"false\""))
      \(entry(RuleForm.query, "spellcheck=\"false\""))
      \(entry(RuleForm.share, "inputmode=\"numeric\""))
      \(entry(RuleForm.from, timeKind(rule[RuleForm.from])))
      \(entry(RuleForm.until, timeKind(rule[RuleForm.until])))
      </div>
      <p class="row">\(ruleSteps(position, of: count, title))</p></fieldset>
      """
  }

  private func ruleSteps(_ position: Int, of count: Int, _ title: String) -> Markup {
    let steps: [(verb: RuleStep.Verb, word: Word, isShown: Bool)] = [
      (.up, .moveUp, position > 0), (.down, .moveDown, position < count - 1),
      (.remove, .remove, true),
    ]
    return Markup.each(steps.filter(\.isShown)) { verb, word, _ in
      """
      <button class="\(verb == .remove ? "danger" : "quiet") small" name="rule" \
      value="\(RuleStep(verb, position).text)">\(t(word))\(about(title))</button>
      """
    }
  }

  private func platformField(_ name: String, _ rule: RuleForm, _ form: LinkForm) -> Markup {
    let path = "\(name).\(RuleForm.platform)"
    let boxes = Markup.each(UserAgent.Platform.allCases) { platform in
      let isTicked = rule.platforms.contains { UserAgent.Platform(named: $0) == platform }
      return """
        <label class="check"><input type="checkbox" name="\(path)" value="\(platform.name)"\
        \(isTicked ? " checked" : "")> \(platformName(platform.name))</label>
        """
    }
    let fault = form.faults[path].map { "<span class=\"fault\">\(said($0))</span>" as Markup }
    return """
      <fieldset class="field f-platforms" id="\(Self.identifier(path))">\
      <legend>\(t(.platforms))</legend><div class="checks">\(boxes)</div>\(fault)</fieldset>
      """
  }

  /// The type of a time field, with seconds if its time has any.
  func timeKind(_ text: String) -> Markup {
    text.utf8.count > 16 ? "type=\"datetime-local\" step=\"1\"" : "type=\"datetime-local\""
  }

  // MARK: - The effects of rules

  /// Every rule of a link: its condition, and what matching visitors get now.
  func ruleBranches(_ link: ShortLink, _ answers: [VisitorAnswer?]) -> Markup {
    guard !link.rules.isEmpty else { return "" }
    let items = Markup.each(link.rules.enumerated()) { position, rule in
      let answer = answers.indices.contains(position) ? answers[position] : nil
      let shown: Markup =
        answer.map { outcome($0) } ?? "<span class=\"soft\">\(t(.nobodyNow))</span>"
      return """
        <div><dt><strong>\(t(.ruleNumber, position + 1))</strong> \
        \(conditionTags(RuleForm(rule, in: zone), in: zone))</dt><dd>\(shown)</dd></div>
        """
    }
    return "<h3>\(t(.rules))</h3><dl class=\"facts rules\">\(items)</dl>"
  }

  /// The condition of a rule as it is typed.
  ///
  /// - Parameter zone: the zone of its times.
  func conditionTags(_ rule: RuleForm, in zone: LocalZone) -> Markup {
    let lists: [[Markup]] = [
      rule.platforms.map { Markup(text: platformName($0)) },
      LinkForm.words(rule[RuleForm.language]).map { codeName($0, of: "language") },
      LinkForm.words(rule[RuleForm.country]).map { codeName($0, of: "region") },
      RuleQuery.items(rule[RuleForm.query]).map { "\($0.name)=\($0.value)" },
    ]
    var parts = lists.filter { !$0.isEmpty }
      .map { $0.joined(separator: "\(t(.listSeparator))") }
    for (field, word) in [(RuleForm.from, Word.from), (RuleForm.until, .until)]
    where !rule[field].isEmpty {
      parts.append("\(t(word)) \(rule[field].replacing("T", with: " ")) \(zone.name)")
    }
    if !rule[RuleForm.share].isEmpty { parts.append("\(t(.shareOfVisits, rule[RuleForm.share]))") }
    if parts.isEmpty { parts.append("\(t(.everybody))") }
    return Markup.each(parts) { "<span class=\"tag\" dir=\"auto\">\($0)</span> " }
  }
}
