/// The texts about tokens, people and sessions.
extension Word {
  static let scopeAdmin = Word("Everything", "すべて")
  static let scopeReadLinks = Word("See links", "リンクの閲覧")
  static let scopeReadStatistics = Word("See statistics", "統計の閲覧")
  static let scopeSendNotifications = Word("Send notifications", "通知の送信")
  static let scopeWriteLaunches = Word("Report app opens", "アプリ起動の報告")
  static let scopeWriteLinks = Word("Change links", "リンクの変更")
  static let scopeWriteNotifications = Word("Register devices for notifications", "通知先端末の登録")
  static let addPasskey = Word("Add a passkey", "パスキーを追加")
  static let backToForm = Word("Back to the form", "フォームに戻る")
  static let backToPage = Word("Back to the page", "元のページへ")
  static let addPerson = Word("Add person", "メンバーを追加")
  static let addPersonTitle = Word("Add a person", "メンバーの追加")
  static let change = Word("Change", "変更する")
  static let createToken = Word("Create token", "トークンを作成")
  static let editor = Word("Editor", "編集者")
  static let endOtherSessions = Word(
    "Sign out everywhere else", "このブラウザ以外からサインアウト")
  static let expiryHint = Word(
    "A date, or how long from now, such as 90d; empty for never.", "日付、または 90d のような今からの長さ。空欄なら無期限。")
  static let formKept = Word("Your form has not been lost", "入力は残っています")
  static let formKeptHint = Word(
    "You are signed in again. Nothing has been done yet: this is the form that was sent after your session had ended.",
    "サインインしました。まだ何も実行されていません。セッションの終了後に送信されたフォームは、次のとおりです。")
  static let invitedUntil = Word("Invited until", "招待中、期限")
  static let joinAddress = Word("Address to join", "参加用アドレス")
  static let joinAddressUsed = Word("This address has already been used", "このアドレスは使えません")
  static let joinAddressUsedHint = Word(
    "It was used before, or has expired. Ask its sender for a new one.",
    "すでに使われたか、期限が過ぎています。送った人に新しいものを頼んでください。")
  static let lastUsed = Word("Last used", "最終利用")
  static let makePasskey = Word("Create a passkey", "パスキーを作る")
  static let othersWereEnded = Word(
    "All your other sessions were ended.", "このブラウザ以外の自分のセッションを終了しました。")
  static let device = Word("Browser and system", "ブラウザと OS")
  static let passkeyWasNamed = Word("The passkey was renamed.", "パスキーの名前を変更しました。")
  static let rename = Word("Rename", "名前を変更")
  static let passkeyWasRemoved = Word("The passkey was removed.", "パスキーを削除しました。")
  static let personWasRemoved = Word(
    "The person was removed; adding them again gives them a new address to join.",
    "メンバーを削除しました。もう一度追加すれば、新しい参加用アドレスを渡せます。")
  static func removePasskeyQuestion(_ name: String) -> Word {
    Word("Remove the passkey “\(name)”?", "パスキー「\(name)」を削除しますか？")
  }
  static let removePasskeyWarning = Word(
    "The device that holds it cannot sign in with it any more.",
    "そのパスキーを持つ端末では、サインインできなくなります。")
  static let roleWasChanged = Word("The role was changed.", "役割を変更しました。")
  static let sessionWasEnded = Word(
    "The session was ended: its browser has to sign in again.",
    "セッションを終了しました。そのブラウザではもう一度サインインが必要です。")
  static let tokenWasRevoked = Word(
    "The token was revoked; programs that used it need a new one.",
    "トークンを失効させました。使っていたプログラムには新しいトークンが必要です。")
  static let never = Word("Never", "なし")
  static let newJoinAddress = Word("Invite again", "もう一度招待")
  static let newToken = Word("New token", "新しいトークン")
  static let noPeople = Word("There are no people yet.", "まだ誰もいません。")
  static let noRoleGiven = Word(
    "The provider knows you, but has not given you a role here.", "プロバイダーはあなたを知っていますが、ここでの役割がありません。"
  )
  static let noTokens = Word("There are no tokens yet.", "トークンはまだありません。")
  static let originMissing = Word(
    "People sign in with passkeys once 'dashboard.origin' is set in the configuration.",
    "設定の「dashboard.origin」を決めると、パスキーでサインインできます。")
  static let ownPasskeysHint = Word(
    "Each device has its own. The last one cannot be removed until there is another.",
    "端末ごとに 1 つあります。最後の 1 つは、ほかのパスキーができるまで削除できません。")
  static let ownSession = Word("This one", "現在")
  static let passkeyIntroduction = Word(
    "You sign in with a passkey: your device stores it, and asks for your fingerprint, your face or its code.",
    "パスキーでサインインします。端末が保管し、指紋・顔・暗証番号で確かめます。")
  static let passkeysNeedJavascript = Word("Passkeys need JavaScript.", "パスキーには JavaScript が必要です。")
  static let passkeysTitle = Word("Passkeys", "パスキー")
  static func providerAnswerRefused(_ reason: String) -> Word {
    Word("The provider's response was not accepted: \(reason)", "プロバイダーの応答を受け付けられません：\(reason)")
  }
  static let providerRefused = Word("The provider did not let you in.", "プロバイダーに拒否されました。")
  static let revoke = Word("Revoke", "失効させる")
  static let rolesHint = Word(
    "Viewers see links and statistics, editors change links, admins can do everything.",
    "閲覧者はリンクと統計を閲覧できます。編集者はリンクを変更できます。管理者はすべてを行えます。")
  static func sendJoinAddress(_ name: String) -> Word {
    Word(
      "Send this address to \(name). It can be used once, within seven days, to create a passkey.",
      "このアドレスを \(name) に送ってください。7 日以内に一度だけ、開いた人がパスキーを作れます。")
  }
  static let sendFormAgain = Word("Send again", "もう一度送信")
  static let sessionEndedBeforeUpload = Word(
    "Your session has ended, so the file was not uploaded. Sign in again, then choose it once more.",
    "セッションが終了したため、ファイルは送信されませんでした。サインインしてから、もう一度選んでください。")
  static let sessionEnded = Word(
    "Your session has ended. Sign in again; what you typed will still be there.",
    "セッションが終了しました。もう一度サインインすると、入力した内容から続けられます。")
  static let tokenExpired = Word("Expired", "期限切れ")
  static let signInNotBegunHere = Word(
    "This sign-in was started elsewhere, or too long ago.", "このサインインは別の場所で始められたか、時間が経ちすぎています。")
  static func signInWith(_ provider: String) -> Word {
    Word("Sign in with \(provider)", "\(provider) でサインイン")
  }
  static let signInWithPasskey = Word("Sign in with a passkey", "パスキーでサインイン")
  static let signsInWith = Word("Sign-in", "サインイン")
  static let since = Word("Since", "開始")
  static let token = Word("Token", "トークン")
  static let tokenCommandHint = Word(
    "Create a token on the server with this command:", "トークンはサーバーで次のコマンドを使って作成します：")
  static let tokenRefused = Word(
    "This token is unknown, revoked or expired.", "このトークンは登録されていないか、失効したか、期限切れです。")
  static let tokenShownOnce = Word(
    "This is the token. It is not shown again.", "トークンです。二度と表示されません。")
  static let tokenWithoutPages = Word(
    "This token may not read links, so there is nothing to show.",
    "このトークンにはリンクを読む権限がなく、表示できるものがありません。")
  static let tokensIntroduction = Word(
    "Tokens let programs use the API. Each is shown once; only its digest is stored.",
    "トークンはプログラムが API を使うためのものです。表示は一度だけで、ダイジェストだけを保存します。")
  static func tooManyTries(_ seconds: Int) -> Word {
    Word(
      "Too many tries. Try again in \(Self.count(seconds, "second")).",
      "試行が多すぎます。\(seconds) 秒後にもう一度お試しください。")
  }
  static let tryAgain = Word("Try again", "もう一度")
  static let viewer = Word("Viewer", "閲覧者")
  static func welcome(_ name: String) -> Word {
    Word("Welcome, \(name)", "ようこそ、\(name) さん")
  }
  static func removePersonQuestion(_ name: String) -> Word {
    Word("Remove \(name)?", "\(name) を削除しますか？")
  }
  static let removePersonWarning = Word(
    "The person loses all passkeys and sessions at once.",
    "この人のパスキーとセッションは、すべてすぐに使えなくなります。")
  static let revokeOwnWarning = Word(
    "This is the token that you signed in with: you will be signed out at once.",
    "今サインインに使っているトークンです。すぐにサインアウトされます。")
  static func revokeQuestion(_ name: String) -> Word {
    Word("Revoke the token \(name)?", "トークン \(name) を失効させますか？")
  }
  static let revokeWarning = Word(
    "Programs that use the token will be refused at once. This cannot be undone.",
    "このトークンを使うプログラムはすぐに拒否されます。元には戻せません。")
}
