import JSONSyntax

/// A text of Keiro's pages, in every language: one without a translation does not compile.
///
/// The texts are in the other files of this folder, grouped by pages. Their names state their
/// purpose.
struct Word: Wording, Equatable {
  let english: String
  let japanese: String

  init(_ english: String, _ japanese: String) {
    self.english = english
    self.japanese = japanese
  }

  func text(in language: Language) -> String { Sentence(self).text(in: language) }

  /// A number with an English noun: `1 link`, `2,000 links`.
  static func count(_ count: Int, _ noun: String) -> String {
    PageNumber.text(count) + " " + noun + (count == 1 ? "" : "s")
  }
}
