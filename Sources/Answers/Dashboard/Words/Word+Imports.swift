/// The texts about imports.
extension Word {
  static let exportHint = Word(
    "Export all links with every field, to import them again: ", "再び取り込めるように、すべてのリンクを全項目つきで書き出す：")
  static func andMore(_ count: Int) -> Word {
    Word("And \(PageNumber.text(count)) more", "ほか \(PageNumber.text(count))\u{A0}件")
  }
  static let changedLinks = Word("Changed links", "変更")
  static let chooseOtherFile = Word("Choose another file", "別のファイルを選ぶ")
  static let fileGone = Word(
    "This file is no longer here. Choose it again.", "ファイルはもうありません。もう一度選んでください。")
  static let fileMissing = Word("Choose a file.", "ファイルを選んでください。")
  static let fileNotUploaded = Word(
    "The file was not uploaded, since your session had ended. Choose it once more.",
    "セッションが終了していたため、ファイルは送信されませんでした。もう一度選んでください。")
  static let fileOnOtherNode = Word(
    "This file is not on the node that answered. Files stay on the node that received them: with several nodes, keep each session on one of them, or choose the file again.",
    "このファイルは、応答したノードにはありません。ファイルは受け取ったノードで待ちます。複数のノードではセッションを一つに固定するか、もう一度ファイルを選んでください。")
  static let formatGuessed = Word("Recognize the format", "内容から判別")
  static func formatRecognized(_ format: String) -> Word {
    Word("Read as \(format).", "\(format) として読みました。")
  }
  static let hostsOfFile = Word("Same as in the file", "ファイルのとおり")
  static let importClicks = Word("Include clicks counted by the other service", "以前のクリック数も引き継ぐ")
  static let importDone = Word("Imported", "取り込みました")
  static let importFailed = Word("The file was not imported", "ファイルを取り込めませんでした")
  static let importHost = Word("Host of the links", "リンクのホスト")
  static let importIntroduction = Word(
    "Import links from another service, or a file of your own. Nothing is written until you have seen what would happen.",
    "ほかのサービスのリンクや、お手元のファイルを取り込みます。結果を確認するまで何も書き込みません。")
  static func importLinks(_ count: Int) -> Word {
    Word("Import \(Self.count(count, "link"))", "\(PageNumber.text(count))\u{A0}件のリンクを取り込む")
  }
  static let importPreview = Word("This is what would happen", "取り込むとこうなります")
  static let importTry = Word("Check the file", "内容を確認")
  static let importing = Word("Importing", "取り込み中")
  static let keptEdited = Word("Kept as created or edited here", "ここでの作成・編集を維持")
  static let keptHint = Word(
    "The file has these links too. To take them from the file, choose it again and tick that it overwrites.",
    "ファイルにもあるリンクです。ファイルのとおりにするには、もう一度選んで、上書きの欄に印をつけてください。")
  static let line = Word("Line", "行")
  static let lossy = Word("With losses", "一部欠落")
  static let new = Word("New", "新規")
  static let nothingToImport = Word("There is nothing to import.", "取り込むものがありません。")
  static let overwriteEdits = Word(
    "Overwrite links that were created or edited here", "ここで作成・編集したリンクも上書きする")
  static func progressPercent(_ percent: String) -> Word {
    Word("\(percent)%. This page updates by itself.", "\(percent)%。このページは自動で更新されます。")
  }
  static let readingTheFile = Word("Reading the file", "ファイルを読み込み中")
  static let reason = Word("Reason", "理由")
  static let rejected = Word("Rejected", "除外")
  static let roleRefused = Word(
    "Your role does not allow this: ask an admin for another one.",
    "あなたの役割ではできません。管理者に相談してください。")
  static let rowsWithProblems = Word("Rows with problems", "問題のある行")
  static let toTheLinks = Word("To the links", "リンクへ")
  static let unchanged = Word("Unchanged", "変更なし")
  static let uploadNodeHint = Word(
    "This service has several nodes. The file stays on the one that receives it until you import it.",
    "このサービスには複数のノードがあります。ファイルは、取り込むまで受け取ったノードで待ちます。")
  static let wouldBeNew = Word("Would be new", "新規になる")
  static let wouldChange = Word("Would change", "変わる")
}
