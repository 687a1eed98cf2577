extension Messages {
  /// What the API says of links and calls, in Japanese.
  static let japanese = Messages(
    japaneseDestinations + japaneseFields + japaneseRules + japaneseProblems + japaneseWebhooks)

  private typealias Table = [(english: String, translation: String)]

  private static let japaneseDestinations: Table = [
    (
      "'{}' is not a destination: expected an http or https URL",
      "「{1}」はリンク先になりません。http または https の URL を入力してください"
    ),
    ("'{}' is not a destination: {}", "「{1}」はリンク先になりません。{2}"),
    ("the address may not be led to: {}", "このアドレスには誘導できません。{1}"),
    ("expected at most {} bytes", "{1} バイト以内にしてください"),
    ("expected an http or https URL", "http または https の URL を入力してください"),
    (
      "the scheme '{}' leads out of the web: expected http or https",
      "スキーム「{1}」は Web のものではありません。http または https を使ってください"
    ),
    (
      "a name before '@' hides the true host: expected none",
      "「@」の前の名前は本当のホストを隠すため使えません"
    ),
    (
      "it holds characters that no URL may hold: expected them percent-encoded",
      "URL に使えない文字があります。パーセントエンコードしてください"
    ),
    (
      "the host '{}' is not among the site's destinationHosts: expected {}",
      "ホスト「{1}」はこのサイトの destinationHosts にありません。使えるのは {2} です"
    ),
    (
      "'{}' leads through more than {} redirects, as a circle does",
      "「{1}」は {2} 回を超えてリダイレクトし、循環しています"
    ),
    ("'{}' leads back to the link itself", "「{1}」はこのリンク自身に戻ります"),
  ]

  private static let japaneseFields: Table = [
    ("'{}' is not a host name", "「{1}」はホスト名ではありません"),
    (
      "'{}' is not a host: expected one such as www.example.com",
      "「{1}」はホストではありません。www.example.com のように入力してください"
    ),
    ("no site serves the host '{}': {}", "ホスト「{1}」のサイトがありません。{2}"),
    ("no site serves the host '{}'", "ホスト「{1}」のサイトがありません"),
    ("did you mean '{}'?", "「{1}」のことですか？"),
    ("the configuration has no site with short links", "短縮リンクを持つサイトが設定にありません"),
    (
      "'{}' is a link of the configuration, which wins when it is visited",
      "「{1}」は設定ファイルのリンクで、そちらが優先されます"
    ),
    ("'{}' is not a slug: {}", "「{1}」はスラッグになりません。{2}"),
    ("expected 1 to 255 characters", "1 から 255 文字にしてください"),
    (
      "expected letters, digits and '-', '_', '.', '~', '/'",
      "使えるのは英数字と「-」「_」「.」「~」「/」です"
    ),
    (
      "expected no empty segment and no '.' or '..' between slashes",
      "スラッシュの間を空にしたり「.」「..」にしたりできません"
    ),
    ("the name is reserved", "この名前は予約されています"),
    (
      "'{}' is not a time: expected one such as 2026-11-21T00:00:00Z or 2026-11-21",
      "「{1}」は日時ではありません。2026-11-21T00:00:00Z や 2026-11-21 のように入力してください"
    ),
    ("{} tags: expected at most {}", "タグが {1} 個あります。{2} 個以内にしてください"),
    (
      "'{}' is not a tag: expected some text without commas",
      "「{1}」はタグになりません。コンマのない文字を入力してください"
    ),
    (
      "'{}' is not an App Store number: expected 1 to 20 digits",
      "「{1}」は App Store の番号ではありません。1 から 20 桁の数字を入力してください"
    ),
    (
      "'{}' is not a bundle identifier: expected letters, digits, '-' and '.'",
      "「{1}」はバンドル ID ではありません。使えるのは英数字と「-」「.」です"
    ),
    (
      "'{}' is not a package name: expected one such as com.example.app",
      "「{1}」はパッケージ名ではありません。com.example.app のように入力してください"
    ),
    (
      "'{}' is not a URL scheme of an app: expected a letter and then letters, digits, '+', '-', '.'",
      "「{1}」はアプリの URL スキームではありません。英字で始め、英数字と「+」「-」「.」を使ってください"
    ),
    (
      "'{}' is not a version: expected numbers and dots, such as 2.1",
      "「{1}」はバージョンではありません。2.1 のように数字と点で入力してください"
    ),
    (
      "{} is out of range: expected a whole number from {} to {}",
      "{1} は範囲外です。{2} から {3} までの整数を入力してください"
    ),
    ("the text has {} bytes: expected at most {}", "{1} バイトあります。{2} バイト以内にしてください"),
    ("the text holds a control character", "制御文字が含まれています"),
    ("'withheld' stands for a hash that an export left out: expected the hash", "ハッシュがありません"),
    (
      "a password cannot be hashed here: expected {\"hash\": …} as exports have it",
      "ここではパスワードをハッシュにできません"
    ),
    ("the hash is refused: {}", "ハッシュを受け付けられません。{1}"),
    ("the password could not be hashed", "パスワードを保存できませんでした"),
    ("the password is empty", "パスワードが空です"),
    ("the name is repeated", "名前が重複しています"),
    ("'{}' is missing: {}", "「{1}」がありません。{2}"),
    ("'{}' is missing", "「{1}」がありません"),
    ("'{}' cannot be changed: make another link", "「{1}」は変えられません。別のリンクを作ってください"),
    ("found {}: expected {}", "{1}ではなく{2}を入力してください"),
    ("a whole number", "整数"), ("a number", "数値"), ("a string", "文字列"), ("an array", "配列"),
    ("an object", "オブジェクト"), ("a boolean", "真偽値"), ("true or false", "真偽値"), ("null", "空"),
    (
      "the link ends at {} and begins only at {}: it is never found",
      "{1} に終わり、{2} に始まるため、誰にも見つかりません"
    ),
    ("the link is over: it ended at {}", "リンクは {1} に終わっています"),
  ]

  private static let japaneseRules: Table = [
    ("{} rules: expected at most {}", "ルールが {1} 件あります。{2} 件以内にしてください"),
    ("{} values: expected {} to {}", "値が {1} 個あります。{2} から {3} 個にしてください"),
    ("{} items: expected {} to {}", "項目が {1} 個あります。{2} から {3} 個にしてください"),
    ("the name of an item has {} to {} bytes", "項目の名前は {1} から {2} バイトです"),
    (
      "'{}' is not a platform: expected one of {}",
      "「{1}」はプラットフォームではありません。使えるのは {2} です"
    ),
    (
      "'{}' is not a language: expected a tag such as ja or pt-BR",
      "「{1}」は言語ではありません。ja や pt-BR のように入力してください"
    ),
    (
      "'{}' is not a country: expected a code of two letters such as JP",
      "「{1}」は国ではありません。JP のような 2 文字のコードを入力してください"
    ),
    (
      "the rule never matches: it ends at {} and begins only at {}",
      "{1} に終わり、{2} に始まるため、当てはまることがありません"
    ),
    ("the rule is over: it ended at {}", "ルールは {1} に終わっています"),
    (
      "the rule never matches: 'country' needs server.geoDatabase, which is not set",
      "設定に server.geoDatabase がないため、国では当てはまりません"
    ),
    (
      "the rule is never reached: the shares before it take all of its visits",
      "前のルールの割合がすべての訪問を占め、ここまで届きません"
    ),
    (
      "the rule is never reached: {} takes all of its visits",
      "{1} がすべての訪問を占め、ここまで届きません"
    ),
    (
      "the rule gets {} of a hundred visits in place of {}: the shares before it take {}",
      "前のルールが 100 回のうち {3} 回を占めるため、{2} 回ではなく {1} 回になります"
    ),
    // After every sentence about things of one kind.
    ("{} is not a {}: expected one of {}", "{1} は使えません。使えるのは {3} です"),
    ("expected one of {}", "使えるのは {1} です"),
  ]

  private static let japaneseProblems: Table = [
    ("there is nothing at this address", "このアドレスには何もありません"),
    ("there is no link '{}' on '{}'", "「{2}」にリンク「{1}」はありません"),
    ("there is a link '{}' on '{}' already", "「{2}」にはすでにリンク「{1}」があります"),
    (
      "the link '{}' on '{}' has changed since it was read",
      "「{2}」のリンク「{1}」は、開いた後に変更されました"
    ),
    (
      "the link '{}' on '{}' is defined in the configuration file: change it there",
      "「{2}」のリンク「{1}」は設定ファイルにあり、ここでは変えられません"
    ),
    (
      "the link '{}' on '{}' kept changing: try again",
      "「{2}」のリンク「{1}」はほかの人が変更中です。もう一度お試しください"
    ),
    (
      "no random slug is free on '{}': expected a longer one, or one of your own",
      "「{1}」に空いているスラッグがありません。長くするか、ご自分で決めてください"
    ),
    (
      "the link has no password that could stay: expected a text or null",
      "このリンクにはパスワードがありません。文字列か null にしてください"
    ),
    ("the token does not reach the host '{}'", "ホスト「{1}」の権限がありません"),
    ("your role does not allow '{}'", "あなたの役割では「{1}」ができません"),
    ("the call failed", "呼び出しに失敗しました"),
    ("the call is too long or malformed", "呼び出しが長すぎるか、形式が正しくありません"),
    ("a field is wrong: {}", "項目に誤りがあります：{1}"),
    ("{} fields are wrong: {}", "{1} 個の項目に誤りがあります：{2}"),
    ("the store has no room left", "ストアに空きがありません"),
    ("the store may only be read", "ストアは読み取り専用です"),
    ("another process holds the store", "ほかのプロセスがストアを使っています"),
    ("the store is damaged or not keiro's", "ストアが壊れているか、Keiro のものではありません"),
    ("too many changes are waiting", "待っている変更が多すぎます"),
    ("the store does not answer", "ストアが応答しません"),
    ("the random generator failed", "乱数を用意できません"),
    ("too many pages are waiting", "待っているページが多すぎます"),
    ("too many files wait to be imported", "取り込みを待っているファイルが多すぎます"),
    (
      "too many files are imported and exported at a time",
      "同時に取り込み・書き出し中のファイルが多すぎます"
    ),
    ("too many calls that compute for long are waiting", "時間のかかる処理が多すぎます"),
    ("too many calls that look at hosts are waiting", "待っている検査が多すぎます"),
    ("too many calls of this token look at hosts", "検査中のものが多すぎます"),
    ("hosts were looked at too often", "検査が頻繁すぎます。しばらく待ってください"),
    ("this node cannot ask other servers", "このノードはほかのサーバーに問い合わせできません"),
    ("the calls of this token computed for too long", "処理に時間がかかりすぎました。しばらく待ってください"),
    ("{} is not allowed here: expected {}", "ここでは {1} を使えません。使えるのは {2} です"),
    (
      "the dashboard serves this machine and trusted proxies only while 'dashboard.origin' is not set",
      "'dashboard.origin' が未設定の間は、このマシンと信頼されたプロキシからだけ使えます"
    ),
    (
      "the request does not come from a page of this dashboard: expected Sec-Fetch-Site same-origin, or its own Origin",
      "このダッシュボードのページからの要求ではありません"
    ),
    ("the form has too many fields", "フォームの項目が多すぎます"),
    ("the form has more than one file", "ファイルは一つだけ選んでください"),
    ("the form is not complete", "フォームが途中で切れています"),
    ("the form is not multipart/form-data", "フォームの形式が正しくありません"),
    ("the file has more than a gigabyte", "ファイルが 1 GB を超えています"),
    ("the disk takes no more of the file", "ディスクに空きがなく、ファイルを保存できません"),
    ("the file cannot be kept: {}", "ファイルを保存できません：{1}"),
    ("the address is too long for a QR code", "アドレスが長すぎて QR コードにできません"),
    ("no memory for a picture", "画像を作るメモリがありません"),
    ("the passkey was not accepted", "パスキーを受け付けられませんでした"),
    (
      "the provider '{}' does not answer as one of OpenID Connect",
      "プロバイダー「{1}」が OpenID Connect として応答しません"
    ),
    ("the line is longer than a megabyte", "行が 1 MB を超えています"),
  ]

  private static let japaneseWebhooks: Table = [
    (
      "the host '{}' lies beyond the caller's own: expected {}",
      "ホスト「{1}」の権限がありません。使えるのは {2} です"
    ),
    ("hosts within {}", "{1} の範囲のホスト"),
    ("'{}' is more than the caller may do", "「{1}」はあなたの権限を超えています"),
    (
      "the token would allow nothing: expected one scope or more",
      "トークンの権限を一つ以上選んでください"
    ),
    ("'{}' is not a name: {}", "「{1}」は名前にできません。{2}"),
    ("the name is empty", "名前が空です"),
    ("the name holds a control character", "名前に制御文字があります"),
    ("{} is in the past", "{1} は過ぎています。これからの日時にしてください"),
    (
      "'{}' is not a time: expected one such as 2026-11-21, 2026-11-21T00:00:00Z or 7d",
      "「{1}」は日時ではありません。2026-11-21、2026-11-21T00:00:00Z、7d のように入力してください"
    ),
    ("there is somebody called '{}' already", "「{1}」という名前はすでに使われています"),
    ("there is no token '{}'", "トークン「{1}」はありません"),
    ("there is nobody called '{}'", "「{1}」という人はいません"),
    ("there is no such session", "そのセッションはありません"),
    ("the webhook no longer has the host of this event", "Webhook はこのホストの対象外になりました"),
    ("there are {} webhooks: expected no more", "Webhook は {1} 個までです"),
    ("the webhook kept changing: try again", "ほかの人が変更中です。もう一度お試しください"),
    (
      "the webhook '{}' is switched off: expected \"enabled\": true",
      "Webhook「{1}」は停止しています。再開してからお試しください"
    ),
    ("there is no webhook '{}'", "Webhook「{1}」はありません"),
    ("there is no delivery {} to the webhook '{}'", "Webhook「{2}」に配信 {1} はありません"),
    ("'{}' is not a type of event: {}", "「{1}」というイベントはありません。{2}"),
    ("the URL has {} bytes: expected at most {}", "URL が {1} バイトあります。{2} バイト以内にしてください"),
    (
      "'{}' is not an address of the web: expected one such as https://hooks.example.com/keiro",
      "「{1}」は Web のアドレスではありません。https://hooks.example.com/keiro のように入力してください"
    ),
    (
      "the URL holds a name or a password: expected none, since it is shown and logged",
      "URL は表示・記録されるため、名前やパスワードを含められません"
    ),
    ("the URL has a fragment, which nobody is sent", "URL の「#」以降は送られないため使えません"),
    (
      "the URL holds characters beyond ASCII: expected Punycode and percent-encoding",
      "URL に ASCII 以外の文字があります。Punycode とパーセントエンコードを使ってください"
    ),
    (
      "the address begins with http: expected https, or 'outgoing.allowPlainHTTP'",
      "http ではなく https を使ってください（または 'outgoing.allowPlainHTTP' を設定）"
    ),
    (
      "the address {} at port {} is not public: expected one of 'outgoing.allowNetworks'",
      "アドレス {1}（ポート {2}）は公開されていません。'outgoing.allowNetworks' に加えてください"
    ),
    ("{} hosts: expected at most {}", "ホストが {1} 個あります。{2} 個以内にしてください"),
  ]
}
