/// The languages that Keiro speaks to people.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case japanese = "ja"
}

/// Something to be said to a person: a code with its values, and a sentence for it in each language.
///
/// Every language is a requirement, so that what cannot be said in one of them does not compile.
package protocol Wording: Sendable, CustomStringConvertible {
  /// Starts in lower case and has no full stop: `'a b' is not a host name`.
  var english: String { get }
  /// Has no full stop.
  var japanese: String { get }
}

extension Wording {
  package var description: String { english }

  package func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }
}

/// A wording of any kind, compared by what it says.
package struct Sentence: Equatable, Sendable {
  private let wording: any Wording

  package init(_ wording: some Wording) {
    self.wording = wording
  }

  /// What is said at one place alone.
  package init(_ english: String, _ japanese: String) {
    self.init(WordedText(english: english, japanese: japanese))
  }

  package var english: String { wording.english }
  package var japanese: String { wording.japanese }

  package func text(in language: Language) -> String { wording.text(in: language) }

  package static func == (left: Sentence, right: Sentence) -> Bool {
    left.english == right.english
  }
}

extension Sentence {
  /// A sentence for operators and for callers of the API, who read English.
  package init(english text: String) {
    self.init(EnglishText(english: text))
  }
}

/// A sentence that is worded once, where it is needed.
private struct WordedText: Wording {
  let english: String
  let japanese: String
}

/// A text of which there is no translation.
private struct EnglishText: Wording {
  let english: String
  var japanese: String { english }
}
