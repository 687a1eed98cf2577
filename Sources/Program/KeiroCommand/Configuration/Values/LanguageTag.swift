import WebSyntax

/// Why a language tag is not well-formed (BCP 47, RFC 5646, section 2.1); nil if it is.
func languageProblem(_ text: String) -> String? {
  let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
  let language = subtags[0]
  let isPrivate = language.lowercased() == "x" && subtags.count > 1
  let isLanguage = (2...8).contains(language.utf8.count) && language.utf8.allSatisfy(ASCII.isLetter)
  let others = subtags.dropFirst().allSatisfy { subtag in
    (1...8).contains(subtag.utf8.count)
      && subtag.utf8.allSatisfy(ASCII.isAlphanumeric)
  }
  if isPrivate || isLanguage, others { return nil }
  return "'\(text)' is not a language tag: expected the form of 'en' or 'pt-BR'"
}
