/// The texts of the form of a link.
extension Word {
  static let addRule = Word("Add a rule", "ルールを追加")
  static let android = Word("Android", "Android")
  static let androidFallback = Word("Without the app", "アプリがないとき")
  static let appStoreNumber = Word("App Store number", "App Store の番号")
  static let appleDevices = Word("iPhone and iPad", "iPhone と iPad")
  static let archivedHint = Word(
    "The link is kept, but leads nowhere.", "リンクは残りますが、どこに\u{2060}もつながりません。")
  static let bundleIdentifier = Word("Bundle identifier", "バンドル ID")
  static let bundleIdentifierOnIpad = Word("Bundle identifier on iPad", "iPad のバンドル ID")
  static let campaignContent = Word("Content (utm_content)", "内容（utm_content）")
  static let campaignMedium = Word("Medium (utm_medium)", "メディア（utm_medium）")
  static let campaignName = Word("Campaign name (utm_campaign)", "キャンペーン名（utm_campaign）")
  static let campaignSource = Word("Source (utm_source)", "参照元（utm_source）")
  static let campaignTerm = Word("Term (utm_term)", "キーワード（utm_term）")
  static let previewLink = Word("Preview", "プレビュー")
  static let slugIsDrawn = Word(
    "A random slug is chosen when the link is created.", "スラッグはリンクの作成時に決まります。")
  static let campaign = Word("Campaign", "キャンペーン")
  static let countries = Word("Countries", "国")
  static let countryDatabaseMissing = Word(
    "Leave empty: without ‘server.geoDatabase’ in the configuration, a rule with countries matches nobody.",
    "空欄にしてください。設定に「server.geoDatabase」がない間、国を指定したルールは誰にも当てはまりません。")
  static let countryHint = Word(
    "Codes such as JP, separated by commas; empty for all.", "JP のようなコード。複数はコンマ区切り、空欄ならすべて。")
  static let customScheme = Word("Custom scheme", "カスタムスキーム")
  static let destinationHint = Word(
    "The page to which visitors are sent.", "訪問者を送るページのアドレスです。")
  static let destinationOnDesktops = Word("Destination on desktops", "デスクトップでのリンク先")
  static let destinationUrl = Word("Destination URL", "リンク先 URL")
  static let everybody = Word("Everyone", "全員")
  static let expiredURL = Word("Destination after expiry", "終了後のリンク先")
  static let extraValues = Word("Other imported values", "取り込んだその他の値")
  static let from = Word("From", "開始")
  static let further = Word("More", "その他")
  static let googleClick = Word("Google click identifier (gclid)", "Google のクリック ID（gclid）")
  static let imageUrl = Word("Image URL", "画像の URL")
  static let importedClicks = Word("Imported clicks", "取り込んだクリック数")
  static let ipadFallback = Word("Without the app on iPad", "iPad にアプリがないとき")
  static let iphoneFallback = Word("Without the app on iPhone", "iPhone にアプリがないとき")
  static let languageHint = Word(
    "Such as ja or pt-BR, separated by commas; empty for all.",
    "ja や pt-BR のように。複数はコンマ区切り、空欄ならすべて。")
  static let languages = Word("Languages", "言語")
  static let limits = Word("Time and limits", "期間と上限")
  static let linkNotSaved = Word("The link was not saved:", "リンクは保存されていません：")
  static let maximumClicks = Word("Click limit", "クリック数の上限")
  static let maximumClicksHint = Word(
    "After this many clicks by people the link stops working.", "人によるクリックがこの数に達すると、リンクは終了します。")
  static let moveDown = Word("Move down", "下へ")
  static let moveUp = Word("Move up", "上へ")
  static let nobodyNow = Word("No one at the moment", "今は誰もいません")
  static let notBefore = Word("Starts at", "開始日時")
  static let oldestAppVersion = Word("Oldest version of the app", "アプリの最小バージョン")
  static let oldestVersionCode = Word("Oldest version code", "最小のバージョンコード")
  static func ownedByFile(_ owner: String) -> Word {
    Word(
      "This link is managed by the file of ‘\(owner)’: changes made here are overwritten when the file is "
        + "applied again.",
      "このリンクは「\(owner)」のファイルで管理されています。ここで変更しても、次にファイルを適用すると元に戻ります。")
  }
  static let owner = Word("Owner", "管理元")
  static let ownerHint = Word(
    "The owner of the file that manages the link: ‘keiro apply’ changes only the links of its own owner.",
    "リンクを管理するファイルの名前です。「keiro apply」が変更するのは、同じ名前のリンクだけです。")
  static let packageName = Word("Package name", "パッケージ名")
  static let pathAppended = Word("added to the destination", "リンク先に追加する")
  static let pathHint = Word(
    "Such as /a/b after the slug. In the destination, {path}, {query.NAME} and {slug} stand for parts of the visit.",
    "スラッグの後の /a/b のような部分です。リンク先の {path}、{query.名前}、{slug} は訪問時の値に置き換わります。")
  static let pathIgnored = Word("ignored", "無視する")
  static let pathOfTheVisit = Word("Path after the slug", "スラッグの後のパス")
  static let pathRefused = Word("not found", "見つからないとする")
  static func notWholeNumber(_ text: String) -> Word {
    Word(
      "‘\(text.prefix(100))’ is not a whole number such as 100.",
      "「\(text.prefix(100))」は整数ではありません。100 のように入力してください。")
  }
  static let passwordIsSet = Word(
    "A password is set; leave this empty to keep it.", "設定済みです。空欄ならそのまま残ります。")
  static let passwordHint = Word("Visitors have to enter it.", "訪問者に尋ねます。")
  static let passwordLabel = Word("Password", "パスワード")
  static let queryDropped = Word("dropped", "捨てる")
  static let queryMerged = Word("added; the link’s own values win", "追加する（リンクの値を優先）")
  static let queryOfTheVisit = Word("Query of the visit", "訪問時のクエリ")
  static let queryVisitorWins = Word("added; the visitor’s values win", "追加する（訪問者の値を優先）")
  static let redirectStatus = Word("Status of the redirect", "リダイレクトのステータス")
  static let removePassword = Word("Remove the password", "パスワードを外す")
  static let ruleQueryHint = Word(
    "Such as utm_source=mail&v=2: a visit needs every item of it.",
    "utm_source=mail&v=2 のように。訪問にすべての項目が必要です。")
  /// Between two sentences.
  static let between = Word(" ", "")
  static let listSeparator = Word(", ", "、")
  static let rulesInside = Word(
    "Other destinations by platform, language, country, query, share, time",
    "プラットフォーム・言語・国・クエリ・割合・時刻ごとのリンク先")
  /// Between a name that is a link and what is said of it.
  static let colon = Word(": ", "：")
  static func inBrackets(_ text: String) -> Word { Word(" (\(text))", "（\(text)）") }
  static func named(_ name: String, _ value: String) -> Word {
    Word("\(name): \(value)", "\(name)：\(value)")
  }
  static func rulesCount(_ count: Int) -> Word {
    Word("Rules (\(count))", "ルール（\(count)）")
  }
  static let rulesIntroduction = Word(
    "Other destinations for some visitors. The first matching rule decides; everyone else goes to the destination above.",
    "一部の訪問者を別のリンク先へ導きます。最初に当てはまるルールを使い、どれにも当てはまらない人は上のリンク先へ進みます。")
  static let share = Word("Share of the visits", "訪問の割合")
  static let shareHint = Word(
    "Out of a hundred visits, chosen at random each time; empty for all.",
    "100 回の訪問のうち何回か。訪問ごとに抽選します。空欄ならすべて。")
  static func shareOfVisits(_ percent: String) -> Word {
    Word("\(percent) of 100 visits", "訪問 100 回のうち \(percent)\u{A0}回")
  }
  static let skipPage = Word("No intermediate page on iPhone and iPad", "iPhone と iPad で中間ページを出さない")
  static let slugHint = Word("Empty for a random one.", "空欄なら自動で決まります。")
  static let status301 = Word("301, permanent, browsers remember it", "301（恒久、ブラウザが記憶）")
  static let status302 = Word("302, the usual one", "302（通常）")
  static let storeAffiliate = Word(
    "App Store affiliate token (at)", "App Store のアフィリエイトトークン（at）")
  static let storeCampaign = Word(
    "App Store campaign token (ct)", "App Store のキャンペーントークン（ct）")
  static let storeMedia = Word("App Store media type (mt)", "App Store のメディアタイプ（mt）")
  static let storeProvider = Word(
    "App Store provider token (pt)", "App Store のプロバイダトークン（pt）")
  static let tagsHint = Word("Separated by commas.", "コンマで区切ります。")
  static let title = Word("Title", "タイトル")
  static func zoneHint(_ zone: String) -> Word {
    Word("Time zone: \(zone).", "タイムゾーン：\(zone)。")
  }
  static let keepPassword = Word("Keep the password that is set", "設定済みのパスワードのままにする")
  static let withoutPassword = Word("Without a password", "パスワードなしにする")
  static let passwordAgain = Word(
    "Type the password again: it is not stored while the form is open.",
    "パスワードはもう一度入力してください。フォームには残りません。")
}
