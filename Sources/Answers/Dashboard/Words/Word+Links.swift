/// The texts of the list of links and the pages of links.
extension Word {
  static let archivedNext = Word(
    "The link leads nowhere. “Restore” makes it work again.", "どこに\u{2060}もつながりません。「元に戻す」で再び使えます。")
  static let endingNext = Word(
    "The link expires soon. A later end under “Edit” keeps it working.",
    "まもなく終了します。「編集」で終了日時を延ばせます。")
  static let expiredNext = Word(
    "The link has expired. A later end under “Edit”, or none, makes it work again.",
    "終了しました。「編集」で終了日時を延ばすか空にすると、再び使えます。")
  static let scheduledNext = Word(
    "The link has not started. An earlier start under “Edit”, or none, makes it work now.",
    "まだ始まっていません。「編集」で開始日時を早めるか空にすると、すぐに使えます。")
  static let forgetView = Word("Forget this view", "この表示を削除")
  static let saveView = Word("Save this view", "この表示を保存")
  static let savedViews = Word("Saved views", "保存した表示")
  static let viewHint = Word(
    "This browser stores it; its address can be shared.", "このブラウザに保存されます。アドレスは人に渡せます。")
  static func viewsFull(_ limit: Int) -> Word {
    Word(
      "\(limit) views are saved, as many as there may be: use the name of one to replace it.",
      "保存できる上限の \(limit) 個に達しています。保存済みの名前を使うと、その表示を置き換えます。")
  }
  static let viewReplaced = Word(
    "The view of that name shows this list now.", "その名前の表示を、この一覧に置き換えました。")
  static func tooManyViews(_ limit: Int) -> Word {
    Word(
      "up to \(limit) views with short names and filters can be saved: forget one first",
      "保存できる表示は、短い名前と条件で \(limit) 個までです。先に一つ削除してください")
  }
  static func notColor(_ text: String) -> Word {
    Word(
      "'\(text)' is not a color: expected one such as #1a2b3c",
      "「\(text)」は色ではありません。#1a2b3c のように書いてください"
    )
  }
  static func notMargin(_ text: String, _ range: ClosedRange<Int>) -> Word {
    Word(
      "'\(text)' is not a margin: expected a number from \(range.lowerBound) to \(range.upperBound)",
      "「\(text)」は余白ではありません。\(range.lowerBound) から \(range.upperBound) までの数で指定してください")
  }
  static let pictureColor = Word("Color of the code", "コードの色")
  static let pictureContrast = Word(
    "The code has to be clearly darker than its background, or scanners cannot find it.",
    "コードが地の色よりはっきり濃くないと、読み取れません。")
  static let pictureGround = Word("Color of the background", "地の色")
  static let pictureLook = Word("Margin and colors", "余白と色")
  static let pictureMargin = Word("Margin, in squares of the code", "余白（コードのます目の数）")
  static let pictureMarginHint = Word(
    "Four is the standard; use fewer where the surroundings are as light as the background.",
    "標準は 4 です。周囲が地の色と同じくらい明るいときだけ減らせます。")
  static let addTag = Word("Add tag", "タグを付ける")
  static let archived = Word("Archived", "アーカイブ済み")
  static let changedAt = Word("Changed", "変更日時")
  static let configured = Word("In the configuration", "設定ファイル")
  static let copy = Word("Copy", "コピー")
  static let createLink = Word("Create link", "リンクを作成")
  static let deleteLinkWarning = Word(
    "Its address leads nowhere afterwards. Undo brings it back with its total of clicks, but not the numbers per day. Archiving keeps everything.",
    "アドレスはどこに\u{2060}もつながらなくなります。取り消せばクリックの合計とともに戻りますが、日ごとの数は戻りません。アーカイブならすべて残ります。")
  static func deleteLinksQuestion(_ count: Int) -> Word {
    Word("Delete \(Self.count(count, "link"))?", "\(PageNumber.text(count))\u{A0}件のリンクを削除しますか？")
  }
  static let deleteLinksWarning = Word(
    "Their addresses lead nowhere afterwards. Undo brings them back with their totals of clicks, but not the numbers per day. Archiving keeps everything.",
    "アドレスはどこに\u{2060}もつながらなくなります。取り消せばクリックの合計とともに戻りますが、日ごとの数は戻りません。アーカイブならすべて残ります。")
  static func andMoreLinks(_ count: Int) -> Word {
    Word("and \(PageNumber.text(count)) more", "ほか \(PageNumber.text(count))\u{A0}件")
  }
  static func changeLinksQuestion(_ count: Int) -> Word {
    Word("Change \(Self.count(count, "link"))?", "\(PageNumber.text(count))\u{A0}件のリンクを変更しますか？")
  }
  static let changeLinksWarning = Word(
    "The change is for all of them together, and Undo takes all of it back.",
    "すべてを一度に変更します。取り消せば、すべて元に戻ります。")
  static func deleteQuestion(_ name: String) -> Word {
    Word("Delete \(name)?", "\(name) を削除しますか？")
  }
  static let differences = Word("Differences", "違い")
  static let edit = Word("Edit", "編集")
  static let emptyValue = Word("empty", "空")
  static let endsSoon = Word("Expires soon", "まもなく終了")
  static let expired = Word("Expired", "終了済み")
  static let exportAsCsv = Word("Export as CSV", "CSV で書き出す")
  static let firstPage = Word("First page", "最初のページ")
  static let leadsTo = Word("Leads to", "リンク先")
  static let linkArchived = Word(
    "The link was archived: it leads nowhere now.", "リンクをアーカイブしました。どこに\u{2060}もつながりません。")
  static let linkConflict = Word(
    "This link was changed after you opened it. Nothing you typed is lost: compare, then save again to keep what is in the form.",
    "開いた後に、このリンクが変更されました。入力は失われていません。比べたうえでもう一度保存すると、フォームの内容になります。")
  static let linkChangedElsewhere = Word(
    "This link was changed after you opened it, but nothing contradicts what you typed. Nothing is lost: save again to keep both.",
    "開いた後に、このリンクが変更されましたが、入力した内容とは矛盾しません。入力は失われていません。もう一度保存すると、両方の変更が残ります。")
  static let linkMade = Word("The link was created.", "リンクを作成しました。")
  static let linkRestored = Word("The link was restored.", "リンクを元に戻しました。")
  static let clicksInTotal = Word("Clicks in total", "クリックの合計")
  static let moreFilters = Word("Filters and order", "条件と並べ替え")
  static let moreTags = Word("more tags", "個のタグ")
  static let newerValues = Word("Newer values", "新しい値")
  static let nothingWasChanged = Word("Nothing was changed.", "変更はありません。")
  static let linkSaved = Word("The link was saved.", "リンクを保存しました。")
  static func linksArchived(_ count: Int) -> Word {
    Word(
      "Archived \(Self.count(count, "link")).", "\(PageNumber.text(count))\u{A0}件のリンクをアーカイブしました。")
  }
  static func linksDeleted(_ count: Int) -> Word {
    Word("Deleted \(Self.count(count, "link")).", "\(PageNumber.text(count))\u{A0}件のリンクを削除しました。")
  }
  static func linksRestored(_ count: Int) -> Word {
    Word("Restored \(Self.count(count, "link")).", "\(PageNumber.text(count))\u{A0}件のリンクを元に戻しました。")
  }
  static func linksTagged(_ count: Int) -> Word {
    Word(
      "Tag added to \(Self.count(count, "link")).", "\(PageNumber.text(count))\u{A0}件のリンクにタグを付けました。"
    )
  }
  static func linksUntagged(_ count: Int) -> Word {
    Word(
      "Tag removed from \(Self.count(count, "link")).",
      "\(PageNumber.text(count))\u{A0}件のリンクからタグを外しました。")
  }
  static let mostClicksFirst = Word("Most clicks first", "クリックの多い順")
  static let firstToEnd = Word("First to expire", "終了の早い順")
  static let newestFirst = Word("Newest first", "新しい順")
  static func clicksOfMonth(_ count: Int) -> Word {
    Word(
      "\(Self.count(count, "click")) in 30 days", "30 日間のクリック \(PageNumber.text(count))\u{A0}件")
  }
  static let duplicate = Word("Duplicate", "複製")
  static func linkCount(_ count: Int) -> Word {
    Word(Self.count(count, "link"), "リンク \(PageNumber.text(count))\u{A0}件")
  }
  static let searchAllLinks = Word("Search all links", "すべてのリンクを検索")
  static func searchedNewest(_ count: Int) -> Word {
    Word(
      "Only the newest \(Self.count(count, "link")) were searched.",
      "新しいものから \(PageNumber.text(count))\u{A0}件だけを検索しました。")
  }
  static func searchedMostClicked(_ count: Int) -> Word {
    Word(
      "Only the \(Self.count(count, "link")) with the most clicks were searched.",
      "クリックの多いものから \(PageNumber.text(count))\u{A0}件だけを検索しました。")
  }
  static func searchedNewestDeleted(_ count: Int) -> Word {
    Word(
      "Only the newest \(Self.count(count, "deletion")) were searched.",
      "新しい削除から \(PageNumber.text(count))\u{A0}件だけを検索しました。")
  }
  static func searchedNext(_ count: Int) -> Word {
    Word(
      "Only the next \(Self.count(count, "link")) were searched.",
      "続きの \(PageNumber.text(count))\u{A0}件だけを検索しました。")
  }
  static func moreLinksThan(_ count: Int) -> Word {
    Word(
      "More than \(Self.count(count, "link"))", "リンク \(PageNumber.text(count))\u{A0}件超")
  }
  static let previousPage = Word("Previous page", "前のページ")
  static func selectAllLinks(_ count: Int) -> Word {
    Word(
      "All \(Self.count(count, "link")) of this list",
      "この一覧のリンク \(PageNumber.text(count))\u{A0}件すべて")
  }
  static func tooManyLinks(_ count: Int) -> Word {
    Word(
      "the list has grown: expected at most \(Self.count(count, "link"))",
      "一覧のリンクが増えました。一度に変更できるのは \(PageNumber.text(count))\u{A0}件までです")
  }
  static let views = Word("Views", "表示の切り替え")
  static let noLinkFound = Word("No link matches.", "当てはまるリンクはありません。")
  static let noLinkSelected = Word("No link is selected.", "リンクが選ばれていません。")
  static let noLinks = Word("There are no links yet.", "リンクはまだありません。")
  static let noLinksForEditor = Word(
    "There are no links yet. Create the first one, or import links from another service.",
    "リンクはまだありません。最初のリンクを作るか、ほかのサービスから取り込みましょう。")
  static let noShortLinkSites = Word(
    "No site of the configuration has short links: add 'shortLinks' to one.",
    "短縮リンクを持つサイトが設定にありません。「shortLinks」を加えてください。")
  static func notDone(_ count: Int) -> Word {
    Word("Not done: \(PageNumber.text(count))", "できなかったもの：\(PageNumber.text(count))\u{A0}件")
  }
  static let order = Word("Order", "並び順")
  static let qrCodeAlt = Word("QR code of the short link", "短縮リンクの QR コード")
  static let removeTag = Word("Remove tag", "タグを外す")
  static let saveChanges = Word("Save changes", "変更を保存")
  static let savedMeanwhile = Word("Saved meanwhile", "その間に保存された値")
  static let scheduled = Word("Not started yet", "開始前")
  static let search = Word("Search", "検索")
  static func filtersLeftOut(_ filters: [String]) -> Word {
    let names = filters.prefix(5).joined(separator: ", ")
    return Word(
      "A list has one tag, campaign and host, one state of links and one of destinations. Left out: \(names)",
      "タグ、キャンペーン、ホスト、リンクの状態、リンク先の状態は一つずつ指定できます。使わなかった条件：\(names)")
  }
  static func notState(_ text: String, _ states: [String]) -> Word {
    Word(
      "‘\(text.prefix(100))’ is not a state, so it is searched for as text: expected one of \(states.joined(separator: ", ")).",
      "「\(text.prefix(100))」は状態ではないため、文字として検索しました。状態として使えるのは \(states.joined(separator: "、")) です。")
  }
  static let searchHint = Word("Words, tag:spring, a short URL", "言葉、tag:spring、短縮 URL")
  static let select = Word("Select", "選択")
  static func selectLink(_ link: String) -> Word {
    Word("Select \(link)", "\(link) を選択")
  }
  static let shortLink = Word("Short link", "短縮リンク")
  static let show = Word("Show", "表示")
  static let showAllLinks = Word("Show all links", "すべてのリンクを表示")
  static let tag = Word("Tag", "タグ")
  static let takenOver = Word(
    "These fields, which you did not touch, now have the newer values in the form:",
    "触れていない次の項目は、フォームでも新しい値になりました。")
  static let oneTag = Word(
    "One tag at a time: expected a text without commas.", "タグは一度に一つです。コンマは使えません。")
  static let tagMissing = Word("The tag is missing.", "タグがありません。")
  static let typedHere = Word("Typed here", "ここでの入力")
  static let whenOpened = Word("When you opened it", "開いたとき")
  static let undo = Word("Undo", "取り消す")
  static let withSelectedLinks = Word("Selected links", "選択中のリンク")
  static let toSelectedLinks = Word("Actions for selected links", "選択中のリンクの操作へ")
  static let notCursor = Word(
    "this is not a position in the list", "一覧の位置が正しくありません")
  static let linkDeleted = Word("The link was deleted.", "リンクを削除しました。")
  static let passwordIsAnother = Word("Another one", "別のパスワード")
  static let passwordIsAsked = Word("Visitors have to enter one", "訪問者に尋ねます")
  static func linksAlreadySo(_ count: Int) -> Word {
    Word(
      "Nothing changed: \(Self.count(count, "link")) \(count == 1 ? "was" : "were") already that way.",
      "変更はありません。\(PageNumber.text(count))\u{A0}件のリンクはすでにその状態です。")
  }
  static func linksUnchanged(_ count: Int) -> Word {
    Word("Unchanged: \(Self.count(count, "link")).", "もともとその状態：\(PageNumber.text(count))\u{A0}件。")
  }
  static let changeUndoneShort = Word("The change was undone.", "変更を取り消しました。")
  static func changeUndone(_ count: Int) -> Word {
    Word(
      "\(Self.count(count, "link")) undone", "\(PageNumber.text(count))\u{A0}件のリンクを元に戻しました")
  }
  static let compare = Word("Compare", "比べる")
  static let deletedLink = Word("Deleted link", "削除されたリンク")
  static let deletedAt = Word("Deleted at", "削除日時")
  static let deletedLinks = Word("Deleted", "削除済み")
  static let deletedEarlier = Word("Deleted earlier? See the audit log.", "それより前のものは監査ログから開けます。")
  static func deletedLinksHint(_ days: Int) -> Word {
    Word(
      "Links deleted in the last \(days) days. A restored link keeps its total of clicks, but not the numbers per day.",
      "この \(days) 日間に削除されたリンクです。元に戻すとクリックの合計も戻りますが、日ごとの数は戻りません。")
  }
  static let noDeletedLinks = Word(
    "No link was deleted lately.", "最近削除されたリンクはありません。")
  static let deletedMeanwhile = Word(
    "This link was deleted after you opened it. Nothing you typed is lost: restore the link, then save what you typed.",
    "開いた後に、このリンクが削除されました。入力は失われていません。リンクを元に戻してから、入力した内容を保存できます。")
  static let everyLinkOfList = Word("All links of the list", "一覧のすべてのリンク")
  static let restoreAndEdit = Word("Restore the link and keep editing", "リンクを元に戻して編集を続ける")
  static let restoredAsItWas = Word(
    "The link was restored as it was. What you typed is in the form, and not saved yet.",
    "リンクを元どおりに戻しました。入力した内容はフォームにあり、まだ保存されていません。")
  static let deletedLinkHint = Word(
    "The link is deleted: its address leads nowhere.",
    "このリンクは削除されていて、アドレスはどこに\u{2060}もつながりません。")
  static let deletedLinkNext = Word(
    " Restore an earlier version to bring it back.", "以前のバージョンに戻すと、また使えます。")
  static let goBack = Word("Restore this version", "このバージョンに戻す")
  static func linksLeft(_ count: Int) -> Word {
    Word(
      count == 1 ? "1 link stays as it is" : "\(Self.count(count, "link")) stay as they are",
      "取り消されないリンク \(PageNumber.text(count))\u{A0}件")
  }
  static func nothingToUndo(_ number: Int) -> Word {
    Word("Nothing left to undo in change \(number)", "変更 \(number) に取り消せるものはありません")
  }
  static let now = Word("Now", "いま")
  static let undoExplanation = Word(
    "Links that the change created are deleted with their clicks; those it changed or deleted become as before. Links changed since then stay as they are. The undo can itself be undone.",
    "この変更で作られたリンクはクリックとともになくなり、変更や削除をされたリンクは元に戻ります。その後に変更されたリンクはそのままです。取り消しも取り消せます。")
  static func undoQuestion(_ number: Int, _ count: Int) -> Word {
    Word(
      "Undo change \(number), with \(Self.count(count, "link"))?",
      "変更 \(number) を取り消しますか？ リンク \(PageNumber.text(count))\u{A0}件")
  }
  static func version(_ number: Int) -> Word { Word("Version \(number)", "バージョン \(number)") }
  static let versionBack = Word("The earlier version was restored.", "以前のバージョンに戻しました。")
}
