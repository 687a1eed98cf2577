/// The texts shared by many pages.
extension Word {
  static let active = Word("Active", "有効")
  static let address = Word("Address", "アドレス")
  static let admin = Word("Admin", "管理者")
  static let all = Word("All", "すべて")
  static let allHosts = Word("All hosts", "すべてのホスト")
  static let archive = Word("Archive", "アーカイブ")
  static func byteCount(_ count: Int) -> Word {
    Word("\(Self.count(count, "byte"))", "\(PageNumber.text(count)) バイト")
  }
  static let cancel = Word("Cancel", "キャンセル")
  static let clicks = Word("Clicks", "クリック")
  static let country = Word("Country", "国コード")
  static let delete = Word("Delete", "削除")
  static let description = Word("Description", "説明文")
  static let design = Word("Design", "デザイン")
  static let designControls = Word("Buttons and fields", "ボタンと入力欄")
  static let designIntroduction = Word(
    "The parts of these pages, named by element and class. A change to the style sheet shows here first.",
    "このダッシュボードの部品を、要素名とクラス名で示します。スタイルシートの変更はまずここで確かめます。")
  static let designNumbers = Word("Numbers", "数値")
  static let designParts = Word("Parts of pages", "ページの部品")
  static let designRhythm = Word("Distances and sizes", "余白と文字の大きさ")
  static let designStates = Word("States and notices", "状態と通知")
  static let designText = Word("Text", "文字")
  static let details = Word("Details", "詳細")
  static let end = Word("End", "終了させる")
  static let ends = Word("Expires", "期限")
  static let events = Word("Events", "イベント")
  static let expires = Word("Expires", "終了日時")
  static let failedTitle = Word("That did not work", "処理できませんでした")
  static let field = Word("Field", "項目")
  static let file = Word("File", "ファイル")
  static let download = Word("Download", "ダウンロード")
  static let firstApp = Word("An app", "アプリ")
  static let firstAppNext = Word(
    "Only for links that open an app of yours: the administrator of the server names it in the configuration, "
      + "under ‘apps’. Each site’s page then shows what a tap does.",
    "自社のアプリを開くリンクのための手順です。サーバーの管理者が設定の「apps」にアプリを書きます。"
      + "タップの結果は「サイト」で確かめられます。")
  static let firstLink = Word("A link", "リンク")
  static let firstLinkNext = Word(
    "Create the first one, or import links from another service.",
    "最初のリンクを作るか、ほかのサービスから取り込みましょう。")
  static let firstPerson = Word("A person", "メンバー")
  static let firstPersonNext = Word(
    "Invite yourself and your team: people sign in with a passkey, without a token.",
    "自分とチームを招待しましょう。トークンなしで、パスキーでサインインできます。")
  static let firstSteps = Word("First steps", "はじめに")
  static let format = Word("Format", "形式")
  static let help = Word("Help", "ヘルプ")
  static let host = Word("Host", "ホスト")
  static let hosts = Word("Hosts", "ホスト")
  static let importTitle = Word("Import", "取り込み")
  static let join = Word("Join", "参加")
  static let keyboard = Word("Keyboard", "キーボード")
  static let kind = Word("Kind", "種類")
  static let language = Word("Language", "言語")
  static let link = Word("Link", "リンク")
  static let links = Word("Links", "リンク")
  static let madeAt = Word("Created", "作成日時")
  static let main = Word("Main", "メイン")
  static let may = Word("Permissions", "権限")
  static let name = Word("Name", "名前")
  static let newLink = Word("New link", "新しいリンク")
  static let nextPage = Word("Next page", "次のページ")
  static let notFound = Word("Not found", "見つかりません")
  static let nothingFound = Word("No result", "見つかりません")
  static let overview = Word("Overview", "概要")
  static let ownHostsHint = Word(
    "Separated by commas; empty for all of your own.", "空欄なら自分のホストすべて。複数はコンマ区切り。")
  static let pages = Word("Pages", "ページ")
  static func passkeyCount(_ count: Int) -> Word {
    Word("\(Self.count(count, "passkey"))", "パスキー \(PageNumber.text(count)) 個")
  }
  static let passkeyRefused = Word("The passkey was not accepted.", "パスキーを受け付けられませんでした。")
  static let path = Word("Path", "パス")
  static let people = Word("People", "メンバー")
  static let platforms = Word("Platforms", "プラットフォーム")
  static let preview = Word("Preview in other apps", "ほかのアプリでのプレビュー")
  static let query = Word("Query", "クエリ")
  static let redirect = Word("Redirect", "リダイレクト")
  static let remove = Word("Remove", "削除")
  static let restore = Word("Restore", "元に戻す")
  static let resultPage = Word("Page", "ページ")
  static let resultPassword = Word("Password", "パスワード")
  static let resultStore = Word("Store", "ストア")
  static let role = Word("Role", "役割")
  static func ruleNumber(_ number: Int) -> Word {
    Word("Rule \(number)", "ルール \(number)")
  }
  static let rules = Word("Rules", "ルール")
  static let timeZone = Word("Time zone", "タイムゾーン")
  static let useZone = Word("Use this time zone", "このタイムゾーンを使う")
  static let timeZoneHint = Word(
    """
    Times on these pages are shown and typed in this time zone. Charts by hour use it too; charts \
    by day name the zone of their days, mostly UTC.
    """,
    """
    この管理画面の時刻は、このタイムゾーンで表示・入力されます。時間ごとのグラフもこの\
    タイムゾーンです。日ごとのグラフには、日付を区切るタイムゾーン（多くは UTC）が書いてあります。
    """)
  static let scheme = Word("Colors", "配色")
  static let schemeDark = Word("Dark", "ダーク")
  static let schemeLight = Word("Light", "ライト")
  static let schemeOfSystem = Word("Automatic", "自動")
  static let searchLinks = Word("Search links", "リンクを検索")
  static let sessions = Word("Sessions", "セッション")
  static let showKeys = Word("Show these keys", "このキー一覧を表示")
  static let signIn = Word("Sign in", "サインイン")
  static let signOut = Word("Sign out", "サインアウト")
  static let sites = Word("Sites", "サイト")
  static let skipToContent = Word("Skip to the content", "本文へ")
  static let slug = Word("Slug", "スラッグ")
  static let goTo = Word("Go to a page or a link", "ページやリンクへ移動")
  static let goToHint = Word("A page, a slug, a name …", "ページ、スラッグ、名前…")
  static let stepDone = Word("Done", "完了")
  static let state = Word("State", "状態")
  static let tags = Word("Tags", "タグ")
  static let time = Word("Time", "日時")
  static let toTheOverview = Word("To the overview", "概要へ")
  static func tokenActor(_ name: String) -> Word {
    Word("token \(name)", "トークン \(name)")
  }
  static let tokens = Word("Tokens", "トークン")
  static let until = Word("Until", "終了")
  static let useKeys = Word("Use these keys", "これらのキーを使う")
  static let webhook = Word("Webhook", "Webhook")
  static let webhooks = Word("Webhooks", "Webhook")
  static let formNotTaken = Word("Nothing was changed:", "変更されていません：")
}
