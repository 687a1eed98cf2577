/// The texts about unhealthy destinations.
extension Word {
  static let askedAt = Word("asked", "確認日時")
  static let destinationDead = Word("Destination is gone", "リンク先が存在しない")
  static let destinationDeadNext = Word(
    "The page or its whole site has been missing for a day at least. Lead the link somewhere else under “Edit”.",
    "ページまたはサイト全体が一日以上見つかりません。「編集」で別のリンク先を指定してください。")
  static let destinationLoops = Word("Destination leads in a circle", "リンク先が循環している")
  static let destinationLoopsNext = Word(
    "Its redirects lead back to each other, or there are more than ten of them, so browsers give up. Mend them there, or lead the link somewhere else.",
    "リダイレクトが互いに戻り合うか 10 回を超えるため、ブラウザは開けません。リンク先を直すか、別のリンク先を指定してください。")
  static let destinationMoved = Word("Destination has moved", "リンク先が移動した")
  static let destinationMovedNext = Word(
    "It says that it has another address for good, or a page that used to open the app no longer does. Take the new address, or look at the routes of the site.",
    "リンク先が恒久的に別のアドレスへ移ったか、アプリを開いていたページがアプリを開かなくなりました。新しいアドレスにするか、サイトのルートを確認してください。")
  static let destinationUnknown = Word("Destination not clear", "リンク先の状態が不明")
  static let destinationUnknownNext = Word(
    "It gave no answer that says anything, or said for the first time that it is missing. It is asked again.",
    "はっきりした応答がないか、初めて「見つからない」と応答しました。あらためて確認します。")
  static let takeNewAddress = Word("Take the new address", "新しいアドレスにする")
  static let answerStatus = Word("status", "ステータス")
}
