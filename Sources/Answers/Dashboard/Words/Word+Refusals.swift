/// Reasons why a page or a form is refused.
extension Word {
  static let busyTitle = Word("One moment", "少しお待ちください")
  static let deletedLinksHelp = Word(
    "A link that was deleted in the last 30 days can be restored from the list of deleted links.",
    "30 日以内に削除されたリンクは、削除済みの一覧から元に戻せます。")
  static let fileNotKept = Word(
    "the disk has no room for the file", "ディスクに空きがなく、ファイルを保存できません")
  static let fileTooLarge = Word(
    "the file is larger than a gigabyte", "ファイルが 1 GB を超えています")
  static let foreignOrigin = Word(
    "the request does not come from a page of this dashboard: expected Sec-Fetch-Site same-origin, or the dashboard's own Origin",
    "このダッシュボードのページからの要求ではありません")
  static let formIncomplete = Word("the form is not complete", "フォームが途中で切れています")
  static let formNotMultipart = Word(
    "the form is not multipart/form-data", "フォームの形式が正しくありません")
  static let localOnly = Word(
    "the dashboard serves only this machine and trusted proxies while 'dashboard.origin' is not set",
    "設定に「dashboard.origin」がない間は、このマシンと信頼されたプロキシからだけ使えます")
  static let manyFiles = Word(
    "the form has more than one file", "ファイルは一つだけ選んでください")
  static let noPictureMemory = Word("no memory for a picture", "画像を作るメモリがありません")
  static let notAllowedTitle = Word("Not allowed", "許可されていません")
  static func otherAction(_ names: String) -> Word {
    Word("expected one of \(names)", "使えるのは \(names) です")
  }
  static let otherRoleHelps = Word(
    "An admin can give you another role on the page “People”.",
    "管理者は「メンバー」のページであなたの役割を変えられます。")
  static func otherRoleHelps(fromProvider provider: String) -> Word {
    Word(
      "Your role comes from ‘\(provider)’: another one that you get there holds from the next sign-in.",
      "あなたの役割は「\(provider)」で決まります。そこで変わった役割は、次のサインインから有効です。")
  }
  static let otherTokenHelps = Word(
    "Sign out, then sign in with another token or with your own account.",
    "サインアウトしてから、別のトークンで、またはメンバーとしてサインインしてください。")
  static let tokenMayNot = Word("This token does not allow this.", "このトークンの権限ではできません。")
  static func providerUnreachable(_ name: String) -> Word {
    Word(
      "the provider '\(name)' does not answer as an OpenID Connect provider",
      "プロバイダー「\(name)」が OpenID Connect として応答しません")
  }
  static let refusedPasskey = Word(
    "the passkey was not accepted", "パスキーを受け付けられませんでした")
  static let sharedKeyPending = Word(
    "another node is creating the key for challenges", "ほかのノードが鍵を用意しています")
  static let storeNeedsHelp = Word(
    "The server’s administrator can find the reason in Keiro’s log and with ‘keiro store verify’.",
    "サーバーの管理者は Keiro のログと「keiro store verify」で原因を確かめられます。")
  static let storeNeedsHelpThen = Word(
    "If that does not help, the server’s administrator can find the reason in Keiro’s log and with ‘keiro store verify’.",
    "解決しない場合、サーバーの管理者は Keiro のログと「keiro store verify」で原因を確かめられます。")
  static let storeTitle = Word("The store cannot be used", "ストアを使えません")
  static let tooManyFields = Word("the form has too many fields", "フォームの項目が多すぎます")
  static let tooManyForms = Word(
    "too many forms are arriving at once", "同時に届いたフォームが多すぎます")
  static let tooManyPages = Word("too many pages are waiting", "待っているページが多すぎます")
  static let tooManySignIns = Word(
    "too many sign-ins were started", "サインインの試行が多すぎます")
  static let tooManyUploads = Word(
    "too many files are waiting to be imported", "取り込みを待っているファイルが多すぎます")
  static let tryLater = Word("Try again in a moment.", "しばらくしてからもう一度お試しください。")
  static func tryLater(in seconds: Int) -> Word {
    Word(
      "Try again in \(count(seconds, "second")).", "\(PageNumber.text(seconds)) 秒後にもう一度お試しください。")
  }
  static func uploadNotKept(_ reason: String) -> Word {
    Word("the file cannot be stored: \(reason)", "ファイルを保存できません：\(reason)")
  }
  static let urlTooLongForCode = Word(
    "the address is too long for a QR code", "アドレスが長すぎて QR コードにできません")
}
