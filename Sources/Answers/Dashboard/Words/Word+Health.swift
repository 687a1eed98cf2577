/// The texts about unhealthy destinations.
extension Word {
  static let askedAt = Word("checked", "確認日時")
  static let destinationDead = Word("Destination is gone", "リンク先が存在しない")
  static let destinationDeadNext = Word(
    "The page or its whole site has been missing for at least a day. Change the destination of the link under “Edit”.",
    "ページまたはサイト全体が一日以上見つかりません。「編集」で別のリンク先を指定してください。")
  static let destinationLoops = Word("Destination redirects in a circle", "リンク先が循環している")
  static let destinationLoopsNext = Word(
    "Its redirects lead back to each other, or there are more than ten of them, so browsers give up. Fix them there, or change the destination of the link.",
    "リダイレクトが互いに戻り合うか 10 回を超えるため、ブラウザは開けません。リンク先を直すか、別のリンク先を指定してください。")
  static let destinationMoved = Word("Destination has moved", "リンク先が移動した")
  static let destinationMovedNext = Word(
    "The page used to open the app and no longer does. Check the routes of the site.",
    "アプリを開いていたページが、アプリを開かなくなりました。サイトのルートを確認してください。")
  static let destinationMovedOn = Word(
    "It redirects permanently to another address. Use the new one.",
    "恒久的に別のアドレスへ移りました。新しいアドレスにしてください。")
  static let destinationUnknown = Word("Destination unclear", "リンク先の状態が不明")
  static let destinationUnknownNext = Word(
    "It gave no conclusive answer, or was missing for the first time. It will be checked again.",
    "はっきりした応答がないか、初めて「見つからない」と応答しました。あらためて確認します。")
  static let takeNewAddress = Word("Use the new address", "新しいアドレスにする")
  static let movedTo = Word("It is now at", "移動先は")
  static let answerStatus = Word("status", "ステータス")
}
