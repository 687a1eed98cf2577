import JSONSyntax

/// Something that Keiro's pages say, in every language: a word without a translation does not
/// compile.
///
/// The words stand beside this file, by the pages that say them. Their names say what they are for.
struct Word: Wording, Equatable {
  let english: String
  let japanese: String

  init(_ english: String, _ japanese: String) {
    self.english = english
    self.japanese = japanese
  }

  func text(in language: Language) -> String { Sentence(self).text(in: language) }

  /// So many of something in English: `1 link`, `2,000 links`.
  static func count(_ count: Int, _ noun: String) -> String {
    PageNumber.text(count) + " " + noun + (count == 1 ? "" : "s")
  }
}
