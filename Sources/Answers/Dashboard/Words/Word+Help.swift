/// Explanations of the parts of the pages, shown by their question marks.
extension Word {
  static let explainPart = Word("What this means", "説明")
  static let helpTitle = Word("What the parts mean", "各項目の説明")
  static let guideOfAPI = Word("The management API", "管理 API")
  static let guideOfCommands = Word("The commands", "コマンド")
  static let guideOfConfiguration = Word("Configuration", "設定")
  static let guideOfDashboard = Word("The dashboard", "ダッシュボード")
  static let guideOfDoctor = Word(
    "Why does my link not open the app?", "リンクからアプリが開かないとき")
  static let guideOfMigration = Word("Moving to Keiro", "Keiro への移行")
  static let guideOfOperators = Word("For operators", "運用する人のために")
  static let guidePlace = Word(
    "Keiro’s guide is in the folder deploy/guide of its source and releases; packages install it in /usr/share/doc/keiro/guide.",
    "Keiro のガイド（英語）は、ソースと配布物では deploy/guide、パッケージでは /usr/share/doc/keiro/guide にあります。")
  static func inTheGuide(_ title: String, _ file: String) -> Word {
    Word("More in the guide: “\(title)” (\(file))", "詳しくはガイド「\(title)」（\(file)）")
  }
  static func section(_ heading: String) -> Word { Word(", “\(heading)”", "の「\(heading)」") }
  static let attentionHelp = Word(
    """
    What needs attention soon: findings in the configuration, nodes that are not in \
    order, certificates and links about to expire, webhooks that fail or are off, hosts for \
    which the last check from outside found a problem. Each entry leads to the details.
    """,
    """
    早めに確認したいことの一覧です。設定の指摘、正常でないノード、期限の近い証明書とリンク、外\
    からの検査で問題が見つかったホスト、失敗中や停止中の Webhook が並び、それぞれ詳しい場所へつながり\
    ます。
    """)
  static let auditHelp = Word(
    """
    Every change, with who made it, when, and what it was, however it was made: page, \
    command, API. The number of a change leads to its undo.
    """,
    """
    すべての変更が、行った人、時刻、内容とともに残ります。画面、コマンド、API のどこから行っ\
    ても同じです。変更の番号から取り消せます。
    """)
  static let doctorHelp = Word(
    """
    Keiro looks at its own hosts as browsers, Apple and Google do: DNS, certificates, \
    association files, and that the management address is hidden. Every check has a paragraph \
    on what it means and how to fix it.
    """,
    """
    Keiro は自分のホストを、ブラウザや Apple、Google と同じように外から確認し\
    ます。DNS、証明書、関連付けファイル、管理用アドレスが隠れていることが対象です。どの検査に\
    も、意味と直し方の説明があります。
    """)
  static let historyHelp = Word(
    """
    Every version of a link is kept with who made it and when. A version can be compared with \
    the current link and restored; that, too, is a new version and can be undone.
    """,
    """
    リンクのすべてのバージョンが、変更した人と時刻とともに残ります。今のリンクと比べることも、元に\
    戻すこともできます。戻すと新しいバージョンになり、それも取り消せます。
    """)
  static let importsHelp = Word(
    """
    A file from another service is checked first: the report names every row that has a \
    problem, and nothing is written until you confirm the import, which is one change that Undo \
    takes back.
    """,
    """
    ほかのサービスのファイルは、まず内容が確認されます。問題のある行がすべて報告され、取り込みを確定するま\
    で何も書き込まれません。取り込み全体が一つの変更になり、取り消せます。
    """)
  static let peopleHelp = Word(
    """
    People sign in with a passkey or through a provider. Viewers see links and statistics, editors \
    change links, admins can do everything; each can be limited to certain hosts.
    """,
    """
    メンバーはパスキーまたは外部プロバイダーでサインインします。閲覧者はリンクと統計を見ることができ、\
    編集者はリンクを変更でき、管理者はすべてを行えます。それぞれの範囲はホストで限れます。
    """)
  static let rulesHelp = Word(
    """
    A rule sends some visitors to another destination: by platform, language, country, \
    query, time or share. The first matching rule decides; everyone else goes to the \
    destination of the link.
    """,
    """
    ルールは、プラットフォーム、言語、国、クエリ、時刻、割合で選んだ訪問者に別のリンク先を与えます。最初に当\
    てはまったルールが使われ、ほかの全員にはリンク自身のリンク先が使われます。
    """)
  static let searchHelp = Word(
    """
    The search takes words, tag:spring, campaign:autumn, host:go.example.com, is:archived (active, expired, \
    scheduled, ending, deleted, and for destinations moved, dead, looping, unknown), together or alone, or a \
    pasted short URL. With several words, a link contains all of them; quotes keep a tag or campaign \
    with spaces together. The address of the page holds \
    the whole filter, and “Save this view” keeps it.
    """,
    """
    検索には、語句、tag:spring、campaign:autumn、host:go.example.com、is:arch\
    ived（active、expired、scheduled、ending、deleted、リンク先の moved、dead、loop\
    ing、unknown）を単独でも組み合わせても使えます。語句が複数なら、すべてを含むリンクが見つか\
    ります。空白を含むタグやキャンペーンは引用符で囲みます。短縮 URL をそのまま貼り付けても見つかります。絞り込みはページのアドレスに含まれ、「こ\
    の表示を保存」で残せます。
    """)
  static let statisticsHelp = Word(
    """
    Clicks are visits to short links by people, without bots; opens are what apps \
    report. Each chart names the zone of its days: UTC, or for the last days of a link \
    and for hours the time zone at the foot of the page. Below each number is its change from the \
    equally long period before.
    """,
    """
    クリックは人による短縮リンクへのアクセスで、ボットは別に数えます。起動はアプリが報告した回数\
    です。日付を区切るタイムゾーンはグラフごとに書いてあります。通常は UTC、リンクの最近の日付と時間は\
    ページ下部のタイムゾーンです。各数値の下には、直前の同じ長さの期間との差が出ます。
    """)
  static let tokensHelp = Word(
    """
    A token lets a program use the API with the selected permissions, on the hosts that are \
    named. It is shown once; only its digest is stored.
    """,
    """
    トークンは、選んだ権限とホストの範囲で、プログラムに API の利用を許します。表示は一度だ\
    けで、保存されるのはダイジェストだけです。
    """)
  static let topLinksHelp = Word(
    """
    The links, tags or campaigns (utm_campaign) with the most clicks by people in the period. \
    A link with two tags counts for both. On a busy service the list is computed once in a \
    while, and says when.
    """,
    """
    期間中に人のクリックが多かったリンク、タグ、キャンペーン（utm_campaign）です。タ\
    グが二つあるリンクは両方に数えます。アクセスの多いサービスでは一覧は時々計算し直され、その時\
    刻が表示されます。
    """)
  static let tryURLHelp = Word(
    """
    Shows what happens when someone taps a URL, step by step, by the rules of the system that \
    is chosen: which file the system reads, which component matches, which app opens.
    """,
    """
    URL をタップしたときに起こることを、選んだ OS の規則に沿って順に示します。OS がど\
    のファイルを読み、どの項目が一致し、どのアプリが開くかが分かります。
    """)
  static let visitorsHelp = Word(
    """
    What a visitor gets depends on system, browser and app: a redirect, the app, a store, or a \
    page with buttons. The table uses the same decisions as the service itself, now and for \
    each kind of visitor.
    """,
    """
    訪問者の行き先は、OS、ブラウザ、アプリの有無で決まります。リダイレクト、アプリ、ストア、ボ\
    タンのあるページのいずれかです。この表は、サービス自身と同じ判定を、訪問者の種類ごとに今の時\
    点で行った結果です。
    """)
  static let webhooksHelp = Word(
    """
    A webhook is a signed POST to your server whenever something happens. It is repeated with \
    growing pauses until your server answers with 2xx; every attempt is listed and can be sent \
    again.
    """,
    """
    Webhook は、何かが起こるたびにあなたのサーバーへ送られる署名付きの POST です。\
    2xx の応答が返るまで間隔を広げながら送り直します。試行はすべて一覧に残り、もう一度送れま\
    す。
    """)
}
