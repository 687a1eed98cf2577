import Questions

extension Console {
  /// Prints an answer as text or as its document, and returns the exit code for its "yes" or "no".
  func give<Answer: QuestionAnswer>(
    _ answer: Answer, json: Bool, text: (Answer) -> Void
  ) -> ExitCode {
    if json { print(answer.document) } else { text(answer) }
    return answer.isPositive ? .done : .negative
  }

  /// Reports why a file cannot be read. With `json`, prints the document of `keiro validate`
  /// nonetheless.
  func refuse(_ unreadable: UnreadableAssociation, json: Bool) -> ExitCode {
    note(unreadable.line)
    if json { print(unreadable.document) }
    return .negative
  }
}
