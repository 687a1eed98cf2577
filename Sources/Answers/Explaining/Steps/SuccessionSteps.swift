import SiteModel

/// Which of an app and its successor takes a link, and what the users of the old one see.
struct SuccessionSteps {
  let facts: TapFacts

  func tell(_ record: inout TapRecord) {
    guard let answer = facts.answer, answer.opens, let app = answer.app else { return }
    let line = AppSuccession(of: facts.apps).line(of: app)
    guard let new = line.first.map(name), let old = line.dropFirst().first.map(name) else { return }
    let basis = ["apps.\(old).successor"]
    let offer = "pages, banners and stores offer \(new)"
    switch facts.context.installed {
    case .both:
      record.step(
        "succession", "\(new) and \(old) are installed: \(choice(new)); \(offer)", basis + order)
      if !facts.context.system.isApple {
        record.note(
          "which of two verified apps Android opens is not documented: it may ask, or remember what "
            + "the user chose")
      }
    case .new:
      record.step("succession", "\(new) alone is installed: it takes the link of \(old)", basis)
    case .old:
      record.step(
        "succession",
        "\(old) alone is installed: its users go on seeing the link there until they install \(new); "
          + offer, basis)
    case .none: record.step("succession", "neither \(new) nor \(old) is installed: \(offer)", basis)
    }
  }

  private func choice(_ new: String) -> String {
    facts.context.system.isApple
      ? "the entry of \(new) stands first in the file, so it takes the link"
      : "both are verified for the host, and \(new) is taken here"
  }

  private var order: [String] { facts.context.system.isApple ? ["R6"] : [] }

  private func name(_ app: Int) -> String { facts.apps[app].key }
}
