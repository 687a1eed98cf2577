/// The texts of the audit log.
extension Word {
  static let actionApplied = Word("applied from a file", "ファイルの適用")
  static let actionChanged = Word("changed", "変更")
  static let actionDeleted = Word("deleted", "削除")
  static let actionImported = Word("imported", "取り込み")
  static let actionMade = Word("created", "作成")
  static let actionPasskeyMade = Word("passkey created", "パスキーの作成")
  static let actionPasskeyRenamed = Word("passkey renamed", "パスキーの名前の変更")
  static let actionPasskeyRemoved = Word("passkey removed", "パスキーの削除")
  static let actionPersonAdded = Word("person added", "メンバーの追加")
  static let actionPersonChanged = Word("person changed", "メンバーの変更")
  static let actionPersonRemoved = Word("person removed", "メンバーの削除")
  static let actionReloaded = Word("configuration reloaded", "設定の再読み込み")
  static let actionReverted = Word("undone", "変更の取り消し")
  static let actionTokenMade = Word("token created", "トークンの作成")
  static let actionTokenRevoked = Word("token revoked", "トークンの失効")
  /// Between what was done and who has done it.
  static let byActor = Word(" by ", "：")
  static let atCommandLine = Word("at the command line", "コマンドライン")
  static let auditLog = Word("Audit log", "監査ログ")
  static let bots = Word("Bots", "ボット")
  static func changeNumber(_ number: Int) -> Word { Word("change \(number)", "変更 \(number)") }
  static let direct = Word("Direct", "直接")
  static let history = Word("History", "履歴")
  static func importCounts(_ new: String, _ changed: String) -> Word {
    Word("\(new) new, \(changed) changed", "新規 \(new)\u{A0}件、変更 \(changed)\u{A0}件")
  }
  static let noEntryMatches = Word("No entry matches.", "当てはまる記録はありません。")
  static let noTimeBetween = Word(
    "No time lies between “Since” and “Until”: expected a later “Until”.",
    "「開始」から「終了」までに期間がありません。「終了」を「開始」より後にしてください。")
  static let showAllEntries = Word("Show all entries", "すべての記録を表示")
  static let noChangesYet = Word("Nothing has been changed yet.", "まだ何も変更されていません。")
  static let outcomes = Word("Outcomes", "結果")
  static let referrers = Word("Referrers", "参照元")
  static let revoked = Word("Revoked", "失効")
  static let serviceActor = Word("the service", "サービス")
  static let statistics = Word("Statistics", "統計")
  static let subject = Word("Subject", "対象")
  static let what = Word("What", "操作")
  static let who = Word("Who", "実行者")
  static let actionWebhookChanged = Word("webhook changed", "Webhook の変更")
  static let actionWebhookDeleted = Word("webhook deleted", "Webhook の削除")
  static let actionWebhookMade = Word("webhook created", "Webhook の作成")
}
