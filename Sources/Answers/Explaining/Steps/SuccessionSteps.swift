import JSONSyntax
import SiteModel

/// Explains whether an app or its successor opens a link, and what users of the old app see.
struct SuccessionSteps {
  let facts: TapFacts

  func add(to record: inout TapRecord) {
    guard let answer = facts.answer, answer.opens, let app = answer.app else { return }
    let line = AppSuccession(of: facts.apps).line(of: app)
    guard let new = line.first.map(name), let old = line.dropFirst().first.map(name) else { return }
    let basis = ["apps.\(old).successor"]
    let offer = Sentence(
      "pages, banners and stores offer \(new)", "ページ、バナー、ストアは「\(new)」を案内します")
    switch facts.context.installed {
    case .both:
      record.step(
        .succession,
        Sentence(
          "\(new) and \(old) are installed: \(choice(new).english); \(offer.english)",
          "「\(new)」と「\(old)」があります。\(choice(new).japanese)。\(offer.japanese)"), basis + order)
      if !facts.context.system.isApple {
        record.note(
          "which of two verified apps Android opens is not documented: it may ask, or remember what "
            + "the user chose")
      }
    case .new:
      record.step(
        .succession,
        Sentence(
          "only \(new) is installed: it opens the link of \(old)",
          "「\(new)」だけがあり、「\(old)」のリンクを引き継ぎます"), basis)
    case .old:
      record.step(
        .succession,
        Sentence(
          "only \(old) is installed: its users keep seeing the link there until they install "
            + "\(new); \(offer.english)",
          "「\(old)」だけがあり、「\(new)」を入れるまでリンクはそこで開きます。\(offer.japanese)"), basis)
    case .none:
      record.step(
        .succession,
        Sentence(
          "neither \(new) nor \(old) is installed: \(offer.english)",
          "「\(new)」も「\(old)」もありません。\(offer.japanese)"), basis)
    }
  }

  private func choice(_ new: String) -> Sentence {
    facts.context.system.isApple
      ? Sentence(
        "the entry of \(new) comes first in the file, so it opens the link",
        "ファイルで先に書かれた「\(new)」がリンクを開きます")
      : Sentence(
        "both are verified for the host, and \(new) is assumed here",
        "どちらも検証済みで、ここでは「\(new)」とします")
  }

  private var order: [String] { facts.context.system.isApple ? ["R6"] : [] }

  private func name(_ app: Int) -> String { facts.apps[app].key }
}
