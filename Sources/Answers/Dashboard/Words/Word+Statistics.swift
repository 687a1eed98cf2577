/// The texts of statistics and the overview.
extension Word {
  static let allEndingLinks = Word("All links that expire soon", "まもなく終了するすべてのリンク")
  static let asOf = Word("As of", "集計時点は")
  static let asTable = Word("As a table", "表で見る")
  static func before(_ count: Int, percent: Int?) -> Word {
    let change = percent.map { ($0 < 0 ? "−" : "+") + PageNumber.text(Int($0.magnitude)) + "%" }
    let number = PageNumber.text(count)
    return Word(
      change.map { "\($0) from \(number)" } ?? "\(number) before",
      change.map { "\($0)（前期 \(number)）" } ?? "前期 \(number)")
  }
  static func certificate(_ name: String) -> Word {
    Word("The certificate \(name)", "証明書 \(name)")
  }
  static let clicksAndOpens = Word("Clicks and opens", "クリックと起動")
  static let clicksBefore = Word("Clicks, previous period", "前期のクリック")
  static func clicksByDay(_ zone: String) -> Word {
    Word("Clicks by day (\(zone))", "日ごとのクリック（\(zone)）")
  }
  static func clicksAndOpensByDay(_ zone: String) -> Word {
    Word("Clicks and opens by day (\(zone))", "日ごとのクリックと起動（\(zone)）")
  }
  static func clicksByHour(_ zone: String) -> Word {
    Word("Clicks by hour (\(zone))", "時間ごとのクリック（\(zone)）")
  }
  static func configurationFindings(_ count: Int) -> Word {
    Word(
      "\(Self.count(count, "finding")) in the configuration",
      "設定への指摘 \(PageNumber.text(count))\u{A0}件")
  }
  static let day = Word("24 hours", "24 時間")
  static let downloadAsCsv = Word("Download as CSV", "CSV をダウンロード")
  static let endsOn = Word("expires", "の期限は")
  static let linkEndsOn = Word("expires", "の終了日時は")
  static func failingChecks(_ count: Int) -> Word {
    Word("\(Self.count(count, "failing check"))", "検査の異常 \(PageNumber.text(count))\u{A0}件")
  }
  static let firstOpens = Word("First opens", "初回起動")
  static let ofWholeDays = Word("Whole days (UTC)", "丸一日単位（UTC）")
  static let opensOfWholeDays = Word("Opens, whole days", "起動（丸一日単位）")
  static let opensPerHundredClicks = Word("Opens per 100 clicks", "100 クリックあたりの起動")
  static func perHundredClicks(_ rate: String) -> Word {
    Word("\(rate) per 100 clicks", "100 クリックあたり \(rate)")
  }
  static let groupedBy = Word("Grouped by", "まとめ方")
  static let campaigns = Word("Campaigns", "キャンペーン")
  static let firstDay = Word("From", "開始日")
  static let lastDay = Word("To", "終了日")
  static let month = Word("30 days", "30 日")
  static let needsAttention = Word("Needs attention", "確認が必要")
  static let noCampaigns = Word(
    "No campaign (utm_campaign) has clicks in this period.",
    "この期間にクリックのあったキャンペーン（utm_campaign）はありません。")
  static let noClicks = Word("No clicks in this period.", "この期間のクリックはありません。")
  static func noPeriod(_ days: Int) -> Word {
    Word(
      "These dates are not a period: choose two, the earlier one first, at most \(days) days apart.",
      "期間になりません。日付を 2 つ、早い方から順に、\(days) 日以内で指定してください。")
  }
  static let onlyChartNarrowed = Word(
    "Only the chart is narrowed; the lists below are not.", "絞り込みはグラフだけで、下の一覧には適用されません。")
  static let thingsNeedAttention = Word("Some things need attention.", "確認が必要なことがあります。")
  static let nodes = Word("Nodes", "ノード")
  static func notGroup(_ text: String, _ groups: [String]) -> Word {
    let list = groups.joined(separator: ", ")
    return Word(
      "'\(text)' is no group: expected one of \(list)",
      "「\(text)」では集計できません。\(list) のどれかを指定してください")
  }
  static let noTags = Word(
    "No link with a tag has clicks in this period.",
    "この期間にクリックのあったタグ付きのリンクはありません。")
  static let notInOrder = Word("Problem", "異常")
  static let opens = Word("Opens", "起動")
  static func otherCountries(_ count: Int) -> Word {
    Word(
      count == 1 ? "One more country" : "\(PageNumber.text(count)) more countries",
      "ほか \(PageNumber.text(count)) か国")
  }
  static let others = Word("Others", "その他")
  static let pageInBetween = Word("Page with buttons", "ボタンのあるページ")
  static let period = Word("Period", "期間")
  static let quarter = Word("90 days", "90 日")
  static let showAllParts = Word("Show all clicks", "すべてのクリックを表示")
  static let splitBy = Word("Split by", "内訳")
  static let sum = Word("Sum", "合計")
  static func sumOfFirstLinks(_ count: Int) -> Word {
    Word(
      "The sum of the first \(Self.count(count, "link")) of this list.",
      "この一覧の最初の \(PageNumber.text(count))\u{A0}件の合計です。")
  }
  static let topLinks = Word("Top links", "上位のリンク")
  static let week = Word("7 days", "7 日")
  static let year = Word("One year", "1 年")
}
