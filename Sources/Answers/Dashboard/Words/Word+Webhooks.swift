/// The texts about webhooks.
extension Word {
  static let failingNext = Word(
    "The receiver does not answer with 2xx. The attempts below show its answers; once it is fixed, send a test.",
    "受信側が 2xx を返していません。下の試行で応答を確かめ、直したらテストを送ってください。")
  static let switchedOffNext = Word(
    "Nothing is sent while the webhook is off. Once the receiver works, switch it on and send a test.",
    "停止中は何も送られません。受信側が整ったら、再開してテストを送ってください。")
  static func attemptCount(_ count: Int) -> Word {
    Word("Attempts: \(PageNumber.text(count))", "試行：\(PageNumber.text(count))\u{A0}回")
  }
  static let createWebhook = Word("Create webhook", "Webhook を作成")
  static let deleteWebhookWarning = Word(
    "Nothing will be sent there any more, and the list of its deliveries will be deleted too.",
    "以後は何も送られず、配信の一覧も消えます。")
  static let delivered = Word("Delivered", "配信済み")
  static let deliveries = Word("Deliveries", "配信")
  static let event = Word("Event", "イベント")
  static let eventsHint = Word("None ticked means all.", "一つも選ばなければ、すべてです。")
  static let eventClicksSummed = Word(
    "Clicks on each link since the last report", "前回からのリンクごとのクリック数")
  static let eventDoctorChanged = Word(
    "The result of a check from outside changed", "外からの検査の結果の変化")
  static let eventEndpointDisabled = Word("A webhook was switched off", "Webhook の停止")
  static let eventImportFinished = Word("An import was finished", "取り込みの完了")
  static let eventLaunchesSummed = Word("App opens since the last report", "前回からのアプリの起動数")
  static let eventLinkCreated = Word("A link was created", "リンクの作成")
  static let eventLinkDeleted = Word("A link was deleted", "リンクの削除")
  static let eventLinkExpired = Word("A link expired", "リンクの終了")
  static let eventLinkHealthy = Word("A destination works again", "リンク先の復旧")
  static let eventLinkLimitReached = Word("A click limit was reached", "クリック数の上限への到達")
  static let eventLinkUnhealthy = Word(
    "A destination has moved, is gone or redirects in a circle", "リンク先の異常")
  static let eventLinkUpdated = Word("A link was changed", "リンクの変更")
  static let eventTokenDead = Word("A device can no longer be notified", "通知できなくなった端末")
  static let testWasSent = Word(
    "A test is on its way: the list below shows what comes of it.",
    "テストを送りました。結果は下の一覧に出ます。")
  static let webhookIsOff = Word("The webhook was switched off.", "Webhook を停止しました。")
  static let webhookIsOn = Word("The webhook was switched on.", "Webhook を再開しました。")
  static let webhookWasRemoved = Word("The webhook was removed.", "Webhook を削除しました。")
  static let deliveryIsRepeated = Word(
    "The message is being sent again.", "もう一度送っています。")
  static let failingSince = Word("Failing since", "失敗し始めた日時")
  static let givenUp = Word("Failed", "配信失敗")
  static let listHint = Word("Separated by commas; empty for all.", "空欄ならすべて。複数はコンマ区切り。")
  static let newSecret = Word("New secret", "新しいシークレット")
  static let newWebhook = Word("New webhook", "新しい Webhook")
  static let nextAttempt = Word("Next attempt:", "次の試行は")
  static let noDeliveries = Word("Nothing has been sent yet.", "まだ何も送っていません。")
  static let noWebhooks = Word("There are no webhooks yet.", "Webhook はまだありません。")
  static let note = Word("Description", "説明")
  static let oldSecretHint = Word(
    "The previous secret also signs for another day.", "以前のシークレットも、あと 1 日は署名に使われます。")
  static let secret = Word("Secret", "シークレット")
  static let secretShownOnce = Word(
    "This is the signing secret. It is not shown again.", "署名用のシークレットです。二度と表示されません。")
  static let sendAgain = Word("Send again", "再送")
  static let sendTest = Word("Send a test", "テストを送る")
  static let switchOff = Word("Switch off", "停止する")
  static let switchOn = Word("Switch on", "再開する")
  static let switchedOff = Word("Switched off", "停止")
  static let waiting = Word("Waiting", "待機中")
  static let webhooksIntroduction = Word(
    "Keiro tells other servers about changes in signed messages, and repeats each for about three days until it arrives.",
    "変更を署名付きメッセージでほかのサーバーに知らせます。届かなければ、約 3 日間送り直します。")
  static let whatWasSent = Word("What was sent, indented", "送った内容（整形済み）")
  static let failing = Word("Failing", "失敗中")
}
