import JSONSyntax

/// A problem with a link whose fields are each valid by themselves.
package enum LinkOddity: Wording, Equatable {
  case endsBeforeItBegins(end: Timestamp, begin: Timestamp)
  case isOver(Timestamp)
  case ruleEndsBeforeItBegins(end: Timestamp, begin: Timestamp)
  case ruleIsOver(Timestamp)
  case ruleNeedsCountries
  /// An earlier rule applies to all of its visits.
  case ruleIsHidden(behind: String)
  case sharesAreUsedUp
  case shareIsCut(to: Int, from: Int, before: Int)

  package var times: [String] {
    switch self {
    case .endsBeforeItBegins(let end, let begin), .ruleEndsBeforeItBegins(let end, let begin):
      [end.description, begin.description]
    case .isOver(let end), .ruleIsOver(let end): [end.description]
    default: []
    }
  }

  package var english: String {
    switch self {
    case .endsBeforeItBegins(let end, let begin):
      "the link ends at \(end) and begins only at \(begin): it is never found"
    case .isOver(let end): "the link is over: it ended at \(end)"
    case .ruleEndsBeforeItBegins(let end, let begin):
      "the rule never matches: it ends at \(end) and begins only at \(begin)"
    case .ruleIsOver(let end): "the rule is over: it ended at \(end)"
    case .ruleNeedsCountries:
      "the rule never matches: 'country' needs server.geoDatabase, which is not set"
    case .ruleIsHidden(let rule): "the rule is never reached: \(rule) takes all of its visits"
    case .sharesAreUsedUp:
      "the rule is never reached: the shares before it take all of its visits"
    case .shareIsCut(let rest, let share, let before):
      "the rule gets \(rest) of a hundred visits in place of \(share): the shares before it take "
        + "\(before)"
    }
  }

  package var japanese: String {
    switch self {
    case .endsBeforeItBegins(let end, let begin):
      "\(end) に終わり、\(begin) に始まるため、誰にも見つかりません"
    case .isOver(let end): "リンクは \(end) に終わっています"
    case .ruleEndsBeforeItBegins(let end, let begin):
      "\(end) に終わり、\(begin) に始まるため、当てはまることがありません"
    case .ruleIsOver(let end): "ルールは \(end) に終わっています"
    case .ruleNeedsCountries: "設定に server.geoDatabase がないため、国では当てはまりません"
    case .ruleIsHidden(let rule): "\(rule) がすべての訪問を占め、ここまで届きません"
    case .sharesAreUsedUp: "前のルールの割合がすべての訪問を占め、ここまで届きません"
    case .shareIsCut(let rest, let share, let before):
      "前のルールが 100 回のうち \(before) 回を占めるため、\(share) 回ではなく \(rest) 回になります"
    }
  }
}
