import Explaining

extension Word {
  /// What comes of a tap. In Japanese without the reason, which the steps below tell.
  init(_ explanation: LinkExplanation) {
    self.init(explanation.conclusion, Self.japanese(explanation.outcome))
  }

  private static func japanese(_ outcome: LinkExplanation.Outcome) -> String {
    switch outcome {
    case .opens(let opening):
      guard let destination = opening.destination else {
        return "アプリ「\(opening.app)」が開きますが、画面は変わりません"
      }
      return "アプリ「\(opening.app)」が開き、\(destination) が表示されます"
    case .stays(let staying): return japanese(staying.kind)
    }
  }

  private static func japanese(_ kind: LinkExplanation.Staying.Kind) -> String {
    switch kind {
    case .page: "ブラウザにページが表示されます"
    case .store: "ストアへ移ります"
    case .site: "ほかのサイトのページへ移ります"
    case .form: "ブラウザに入力フォームが表示されます"
    case .missing: "ブラウザで開きますが、ページは見つかりません（404）"
    case .gone: "ブラウザで開きますが、リンクの公開は終わっています（410）"
    case .file: "ブラウザにファイルまたは QR コードが表示されます"
    case .loop: "リダイレクトが一巡し、何も表示されません"
    case .noLaunch: "アプリが選ばれますが、起動できません"
    }
  }
}
