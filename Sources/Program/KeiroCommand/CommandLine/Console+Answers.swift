import Questions

extension Console {
  /// Prints an answer, as text or as its document, and ends the command with its "yes" or "no".
  func give<Answer: QuestionAnswer>(
    _ answer: Answer, json: Bool, text: (Answer) -> Void
  ) -> ExitCode {
    if json { print(answer.document) } else { text(answer) }
    return answer.isPositive ? .done : .negative
  }

  /// Reports why a file cannot be read; a document, that of `keiro validate`, is printed all the
  /// same.
  func refuse(_ unreadable: UnreadableAssociation, json: Bool) -> ExitCode {
    complain(unreadable.line)
    if json { print(unreadable.document) }
    return .negative
  }
}
