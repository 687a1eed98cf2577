import JSONSyntax

/// A text of the pages with values in it, in every language.
struct Phrase: Wording, Equatable {
  let english: String
  let japanese: String

  private init(_ english: String, _ japanese: String) {
    self.english = english
    self.japanese = japanese
  }

  /// A text without values, where either may stand.
  static func plain(_ word: Word) -> Phrase { Phrase(word.english, word.japanese) }

  /// A number with an English noun: `1 link`, `2,000 links`.
  static func counted(_ count: Int, _ noun: String) -> String {
    PageNumber.text(count) + " " + noun + (count == 1 ? "" : "s")
  }

  // MARK: - Between texts

  /// Between two sentences.
  static let between = Phrase(" ", "")
  /// Between a name and what is said of it.
  static let colon = Phrase(": ", "：")
  static let listSeparator = Phrase(", ", "、")
  /// Between what was done and who has done it.
  static let byActor = Phrase(" by ", "：")

  // MARK: - Many pages

  static func byteCount(_ count: Int) -> Phrase {
    Phrase(counted(count, "byte"), "\(PageNumber.text(count)) バイト")
  }
  static func passkeyCount(_ count: Int) -> Phrase {
    Phrase(counted(count, "passkey"), "パスキー \(PageNumber.text(count)) 個")
  }
  static func ruleNumber(_ number: Int) -> Phrase {
    Phrase("Rule \(number)", "ルール \(number)")
  }
  static func tokenActor(_ name: String) -> Phrase {
    Phrase("token \(name)", "トークン \(name)")
  }

  // MARK: - The list of links, and the pages of links

  static func viewsFull(_ limit: Int) -> Phrase {
    Phrase(
      "\(limit) views are saved, the most there can be: use the name of one to replace it.",
      "保存できる上限の \(limit) 個に達しています。保存済みの名前を使うと、その表示を置き換えます。")
  }
  static func tooManyViews(_ limit: Int) -> Phrase {
    Phrase(
      "up to \(limit) views with short names and filters can be saved: forget one first",
      "保存できる表示は、短い名前と条件で \(limit) 個までです。先に一つ削除してください")
  }
  static func notColor(_ text: String) -> Phrase {
    Phrase(
      "'\(text)' is not a color: expected one such as #1a2b3c",
      "「\(text)」は色ではありません。#1a2b3c のように書いてください"
    )
  }
  static func notMargin(_ text: String, _ range: ClosedRange<Int>) -> Phrase {
    Phrase(
      "'\(text)' is not a margin: expected a number from \(range.lowerBound) to \(range.upperBound)",
      "「\(text)」は余白ではありません。\(range.lowerBound) から \(range.upperBound) までの数で指定してください")
  }
  static func deleteLinksQuestion(_ count: Int) -> Phrase {
    Phrase("Delete \(counted(count, "link"))?", "\(PageNumber.text(count))\u{A0}件のリンクを削除しますか？")
  }
  static func andMoreLinks(_ count: Int) -> Phrase {
    Phrase("and \(PageNumber.text(count)) more", "ほか \(PageNumber.text(count))\u{A0}件")
  }
  static func changeLinksQuestion(_ count: Int) -> Phrase {
    Phrase("Change \(counted(count, "link"))?", "\(PageNumber.text(count))\u{A0}件のリンクを変更しますか？")
  }
  static func deleteQuestion(_ name: String) -> Phrase {
    Phrase("Delete \(name)?", "\(name) を削除しますか？")
  }
  static func linksArchived(_ count: Int) -> Phrase {
    Phrase(
      "Archived \(counted(count, "link")).", "\(PageNumber.text(count))\u{A0}件のリンクをアーカイブしました。")
  }
  static func linksDeleted(_ count: Int) -> Phrase {
    Phrase("Deleted \(counted(count, "link")).", "\(PageNumber.text(count))\u{A0}件のリンクを削除しました。")
  }
  static func linksRestored(_ count: Int) -> Phrase {
    Phrase("Restored \(counted(count, "link")).", "\(PageNumber.text(count))\u{A0}件のリンクを元に戻しました。")
  }
  static func linksTagged(_ count: Int) -> Phrase {
    Phrase(
      "Tag added to \(counted(count, "link")).", "\(PageNumber.text(count))\u{A0}件のリンクにタグを付けました。"
    )
  }
  static func linksUntagged(_ count: Int) -> Phrase {
    Phrase(
      "Tag removed from \(counted(count, "link")).",
      "\(PageNumber.text(count))\u{A0}件のリンクからタグを外しました。")
  }
  static func clicksOfMonth(_ count: Int) -> Phrase {
    Phrase(
      "\(counted(count, "click")) in 30 days", "30 日間のクリック \(PageNumber.text(count))\u{A0}件")
  }
  static func linkCount(_ count: Int) -> Phrase {
    Phrase(counted(count, "link"), "リンク \(PageNumber.text(count))\u{A0}件")
  }
  static func searchedNewest(_ count: Int) -> Phrase {
    Phrase(
      "Only the newest \(counted(count, "link")) were searched.",
      "新しいものから \(PageNumber.text(count))\u{A0}件だけを検索しました。")
  }
  static func searchedMostClicked(_ count: Int) -> Phrase {
    Phrase(
      "Only the \(counted(count, "link")) with the most clicks were searched.",
      "クリックの多いものから \(PageNumber.text(count))\u{A0}件だけを検索しました。")
  }
  static func searchedNewestDeleted(_ count: Int) -> Phrase {
    Phrase(
      "Only the newest \(counted(count, "deletion")) were searched.",
      "新しい削除から \(PageNumber.text(count))\u{A0}件だけを検索しました。")
  }
  static func searchedNext(_ count: Int) -> Phrase {
    Phrase(
      "Only the next \(counted(count, "link")) were searched.",
      "続きの \(PageNumber.text(count))\u{A0}件だけを検索しました。")
  }
  static func moreLinksThan(_ count: Int) -> Phrase {
    Phrase(
      "More than \(counted(count, "link"))", "リンク \(PageNumber.text(count))\u{A0}件超")
  }
  static func selectAllLinks(_ count: Int) -> Phrase {
    Phrase(
      "All \(counted(count, "link")) of this list",
      "この一覧のリンク \(PageNumber.text(count))\u{A0}件すべて")
  }
  static func tooManyLinks(_ count: Int) -> Phrase {
    Phrase(
      "the list has grown: expected at most \(counted(count, "link"))",
      "一覧のリンクが増えました。一度に変更できるのは \(PageNumber.text(count))\u{A0}件までです")
  }
  static func notDone(_ count: Int) -> Phrase {
    Phrase("Not done: \(PageNumber.text(count))", "できなかったもの：\(PageNumber.text(count))\u{A0}件")
  }
  static func filtersLeftOut(_ filters: [String]) -> Phrase {
    let names = filters.prefix(5).joined(separator: ", ")
    return Phrase(
      "A list has one tag, campaign and host, one state of links and one of destinations. Left out: \(names)",
      "タグ、キャンペーン、ホスト、リンクの状態、リンク先の状態は一つずつ指定できます。使わなかった条件：\(names)")
  }
  static func notState(_ text: String, _ states: [String]) -> Phrase {
    Phrase(
      "‘\(text.prefix(100))’ is not a state, so it is searched for as text: expected one of \(states.joined(separator: ", ")).",
      "「\(text.prefix(100))」は状態ではないため、文字として検索しました。状態として使えるのは \(states.joined(separator: "、")) です。")
  }
  static func selectLink(_ link: String) -> Phrase {
    Phrase("Select \(link)", "\(link) を選択")
  }
  static func linksAlreadySo(_ count: Int) -> Phrase {
    Phrase(
      "Nothing changed: \(counted(count, "link")) \(count == 1 ? "was" : "were") already that way.",
      "変更はありません。\(PageNumber.text(count))\u{A0}件のリンクはすでにその状態です。")
  }
  static func linksUnchanged(_ count: Int) -> Phrase {
    Phrase("Unchanged: \(counted(count, "link")).", "もともとその状態：\(PageNumber.text(count))\u{A0}件。")
  }
  static func changeUndone(_ count: Int) -> Phrase {
    Phrase(
      "\(counted(count, "link")) undone", "\(PageNumber.text(count))\u{A0}件のリンクを元に戻しました")
  }
  static func deletedLinksHint(_ days: Int) -> Phrase {
    Phrase(
      "Links deleted in the last \(days) days. A restored link keeps its total of clicks, but not the numbers per day.",
      "この \(days) 日間に削除されたリンクです。元に戻すとクリックの合計も戻りますが、日ごとの数は戻りません。")
  }
  static func linksLeft(_ count: Int) -> Phrase {
    Phrase(
      count == 1 ? "1 link stays as it is" : "\(counted(count, "link")) stay as they are",
      "取り消されないリンク \(PageNumber.text(count))\u{A0}件")
  }
  static func nothingToUndo(_ number: Int) -> Phrase {
    Phrase("Nothing left to undo in change \(number)", "変更 \(number) に取り消せるものはありません")
  }
  static func undoQuestion(_ number: Int, _ count: Int) -> Phrase {
    Phrase(
      "Undo change \(number), with \(counted(count, "link"))?",
      "変更 \(number) を取り消しますか？ リンク \(PageNumber.text(count))\u{A0}件")
  }
  static func version(_ number: Int) -> Phrase { Phrase("Version \(number)", "バージョン \(number)") }

  // MARK: - The form of a link

  static func ownedByFile(_ owner: String) -> Phrase {
    Phrase(
      "This link is managed by the file of ‘\(owner)’: changes made here are overwritten when the file is "
        + "applied again.",
      "このリンクは「\(owner)」のファイルで管理されています。ここで変更しても、次にファイルを適用すると元に戻ります。")
  }
  static func notWholeNumber(_ text: String) -> Phrase {
    Phrase(
      "‘\(text.prefix(100))’ is not a whole number such as 100.",
      "「\(text.prefix(100))」は整数ではありません。100 のように入力してください。")
  }
  static func inBrackets(_ text: String) -> Phrase { Phrase(" (\(text))", "（\(text)）") }
  static func named(_ name: String, _ value: String) -> Phrase {
    Phrase("\(name): \(value)", "\(name)：\(value)")
  }
  static func rulesCount(_ count: Int) -> Phrase {
    Phrase("Rules (\(count))", "ルール（\(count)）")
  }
  static func shareOfVisits(_ percent: String) -> Phrase {
    Phrase("\(percent) of 100 visits", "訪問 100 回のうち \(percent)\u{A0}回")
  }
  static func zoneHint(_ zone: String) -> Phrase {
    Phrase("Time zone: \(zone).", "タイムゾーン：\(zone)。")
  }

  // MARK: - Imports

  static func andMore(_ count: Int) -> Phrase {
    Phrase("And \(PageNumber.text(count)) more", "ほか \(PageNumber.text(count))\u{A0}件")
  }
  static func formatRecognized(_ format: String) -> Phrase {
    Phrase("Read as \(format).", "\(format) として読みました。")
  }
  static func importLinks(_ count: Int) -> Phrase {
    Phrase("Import \(counted(count, "link"))", "\(PageNumber.text(count))\u{A0}件のリンクを取り込む")
  }
  static func progressPercent(_ percent: String) -> Phrase {
    Phrase("\(percent)%. This page updates by itself.", "\(percent)%。このページは自動で更新されます。")
  }

  // MARK: - Statistics and the overview

  static func before(_ count: Int, percent: Int?) -> Phrase {
    let change = percent.map { ($0 < 0 ? "−" : "+") + PageNumber.text(Int($0.magnitude)) + "%" }
    let number = PageNumber.text(count)
    return Phrase(
      change.map { "\($0) from \(number)" } ?? "\(number) before",
      change.map { "\($0)（前期 \(number)）" } ?? "前期 \(number)")
  }
  static func certificate(_ name: String) -> Phrase {
    Phrase("The certificate \(name)", "証明書 \(name)")
  }
  static func clicksByDay(_ zone: String) -> Phrase {
    Phrase("Clicks by day (\(zone))", "日ごとのクリック（\(zone)）")
  }
  static func clicksAndOpensByDay(_ zone: String) -> Phrase {
    Phrase("Clicks and opens by day (\(zone))", "日ごとのクリックと起動（\(zone)）")
  }
  static func clicksByHour(_ zone: String) -> Phrase {
    Phrase("Clicks by hour (\(zone))", "時間ごとのクリック（\(zone)）")
  }
  static func configurationFindings(_ count: Int) -> Phrase {
    Phrase(
      "\(counted(count, "finding")) in the configuration",
      "設定への指摘 \(PageNumber.text(count))\u{A0}件")
  }
  static func failingChecks(_ count: Int) -> Phrase {
    Phrase("\(counted(count, "failing check"))", "検査の異常 \(PageNumber.text(count))\u{A0}件")
  }
  static func perHundredClicks(_ rate: String) -> Phrase {
    Phrase("\(rate) per 100 clicks", "100 クリックあたり \(rate)")
  }
  static func noPeriod(_ days: Int) -> Phrase {
    Phrase(
      "These dates are not a period: choose two, the earlier one first, at most \(days) days apart.",
      "期間になりません。日付を 2 つ、早い方から順に、\(days) 日以内で指定してください。")
  }
  static func notGroup(_ text: String, _ groups: [String]) -> Phrase {
    let list = groups.joined(separator: ", ")
    return Phrase(
      "'\(text)' is not a group: expected one of \(list)",
      "「\(text)」では集計できません。\(list) のどれかを指定してください")
  }
  static func otherCountries(_ count: Int) -> Phrase {
    Phrase(
      count == 1 ? "One more country" : "\(PageNumber.text(count)) more countries",
      "ほか \(PageNumber.text(count)) か国")
  }
  static func sumOfFirstLinks(_ count: Int) -> Phrase {
    Phrase(
      "The sum of the first \(counted(count, "link")) of this list.",
      "この一覧の最初の \(PageNumber.text(count))\u{A0}件の合計です。")
  }

  // MARK: - Sites and what visitors get

  static func orLater(_ system: String) -> Phrase {
    Phrase("\(system) or later", "\(system) 以降")
  }
  static func hostBeingExamined(_ host: String) -> Phrase {
    Phrase(
      "\(host) is being checked. This page updates by itself.",
      "\(host) を検査しています。このページは自動で進みます。")
  }
  static func redirectTo(_ status: String) -> Phrase {
    Phrase("Redirect (\(status)) to", "リダイレクト（\(status)）→")
  }
  static func routeCount(_ count: Int) -> Phrase {
    Phrase(counted(count, "route"), "ルート \(PageNumber.text(count))\u{A0}件")
  }
  static func shortLinksAt(_ prefix: String) -> Phrase {
    Phrase("Short links at \(prefix)", "短縮リンク：\(prefix)")
  }
  static func notURL(_ text: String) -> Phrase {
    Phrase(
      "‘\(text.prefix(200))’ is not a URL such as https://www.example.com/article/42.",
      "「\(text.prefix(200))」は URL ではありません。https://www.example.com/article/42 のように入力してください。")
  }

  // MARK: - Tokens, people and sessions

  static func removePasskeyQuestion(_ name: String) -> Phrase {
    Phrase("Remove the passkey “\(name)”?", "パスキー「\(name)」を削除しますか？")
  }
  static func providerAnswerRefused(_ reason: String) -> Phrase {
    Phrase("The provider's response was not accepted: \(reason)", "プロバイダーの応答を受け付けられません：\(reason)")
  }
  static func sendJoinAddress(_ name: String) -> Phrase {
    Phrase(
      "Send this address to \(name). It can be used once, within seven days, to create a passkey.",
      "このアドレスを \(name) に送ってください。7 日以内に一度だけ、開いた人がパスキーを作れます。")
  }
  static func signInWith(_ provider: String) -> Phrase {
    Phrase("Sign in with \(provider)", "\(provider) でサインイン")
  }
  static func tooManyTries(_ seconds: Int) -> Phrase {
    Phrase(
      "Too many tries. Try again in \(counted(seconds, "second")).",
      "試行が多すぎます。\(seconds) 秒後にもう一度お試しください。")
  }
  static func welcome(_ name: String) -> Phrase {
    Phrase("Welcome, \(name)", "ようこそ、\(name) さん")
  }
  static func removePersonQuestion(_ name: String) -> Phrase {
    Phrase("Remove \(name)?", "\(name) を削除しますか？")
  }
  static func revokeQuestion(_ name: String) -> Phrase {
    Phrase("Revoke the token \(name)?", "トークン \(name) を失効させますか？")
  }

  // MARK: - Webhooks

  static func attemptCount(_ count: Int) -> Phrase {
    Phrase("Attempts: \(PageNumber.text(count))", "試行：\(PageNumber.text(count))\u{A0}回")
  }

  // MARK: - The audit log

  static func changeNumber(_ number: Int) -> Phrase { Phrase("change \(number)", "変更 \(number)") }
  static func importCounts(_ new: String, _ changed: String) -> Phrase {
    Phrase("\(new) new, \(changed) changed", "新規 \(new)\u{A0}件、変更 \(changed)\u{A0}件")
  }

  // MARK: - Explanations of the parts of pages, shown by their question marks

  static func inTheGuide(_ title: String, _ file: String) -> Phrase {
    Phrase("More in the guide: “\(title)” (\(file))", "詳しくはガイド「\(title)」（\(file)）")
  }
  static func section(_ heading: String) -> Phrase { Phrase(", “\(heading)”", "の「\(heading)」") }

  // MARK: - Reasons why a page or a form is refused

  static func otherAction(_ names: String) -> Phrase {
    Phrase("expected one of \(names)", "使えるのは \(names) です")
  }
  static func otherRoleHelps(fromProvider provider: String) -> Phrase {
    Phrase(
      "Your role comes from ‘\(provider)’: another one that you get there holds from the next sign-in.",
      "あなたの役割は「\(provider)」で決まります。そこで変わった役割は、次のサインインから有効です。")
  }
  static func providerUnreachable(_ name: String) -> Phrase {
    Phrase(
      "the provider '\(name)' does not answer as an OpenID Connect provider",
      "プロバイダー「\(name)」が OpenID Connect として応答しません")
  }
  static func tryLater(in seconds: Int) -> Phrase {
    Phrase(
      "Try again in \(counted(seconds, "second")).", "\(PageNumber.text(seconds)) 秒後にもう一度お試しください。")
  }
  static func uploadNotKept(_ reason: String) -> Phrase {
    Phrase("the file cannot be stored: \(reason)", "ファイルを保存できません：\(reason)")
  }
}
