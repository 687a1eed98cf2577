/// Reasons why a page or a form is refused.
extension Word {
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
    "'dashboard.origin' が未設定の間は、このマシンと信頼されたプロキシからだけ使えます")
  static let manyFiles = Word(
    "the form has more than one file", "ファイルは一つだけ選んでください")
  static let noPictureMemory = Word("no memory for a picture", "画像を作るメモリがありません")
  static func otherAction(_ names: String) -> Word {
    Word("expected one of \(names)", "使えるのは \(names) です")
  }
  static func providerUnreachable(_ name: String) -> Word {
    Word(
      "the provider '\(name)' does not answer as an OpenID Connect provider",
      "プロバイダー「\(name)」が OpenID Connect として応答しません")
  }
  static let refusedPasskey = Word(
    "the passkey was not accepted", "パスキーを受け付けられませんでした")
  static let sharedKeyPending = Word(
    "another node is creating the key for challenges", "ほかのノードが鍵を用意しています")
  static let tooManyFields = Word("the form has too many fields", "フォームの項目が多すぎます")
  static let tooManyForms = Word(
    "too many forms are arriving at once", "同時に届いたフォームが多すぎます")
  static let tooManyPages = Word("too many pages are waiting", "待っているページが多すぎます")
  static let tooManySignIns = Word(
    "too many sign-ins were started", "サインインの試行が多すぎます")
  static let tooManyUploads = Word(
    "too many files are waiting to be imported", "取り込みを待っているファイルが多すぎます")
  static func uploadNotKept(_ reason: String) -> Word {
    Word("the file cannot be stored: \(reason)", "ファイルを保存できません：\(reason)")
  }
  static let urlTooLongForCode = Word(
    "the address is too long for a QR code", "アドレスが長すぎて QR コードにできません")
}
