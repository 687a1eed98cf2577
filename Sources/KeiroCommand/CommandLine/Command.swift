package import AppAssociation

/// What the user asked for, with every option in its type.
package enum Command: Equatable, Sendable {
  case serve(configuration: String)
  case check(configuration: String, json: Bool)
  case association(configuration: String, host: String, kind: AssociationKind)
  case validate(Validation)
  case match(Match)
  case diff(old: String, new: String, json: Bool)
  case completions(Shell)
  /// The help of a command, or of the tool when there is none.
  case help(command: String?)
  case version

  /// `keiro validate`.
  package struct Validation: Equatable, Sendable {
    /// Nil: told from the content of each file.
    package var kind: AssociationKind?
    package var json: Bool
    /// `-` is standard input, and stands at most once.
    package var files: [String]
  }

  /// `keiro match`.
  package struct Match: Equatable, Sendable {
    /// `-` is standard input.
    package var file: String
    /// Nil: the host of each URL.
    package var host: String?
    /// Nil: every application identifier of the file.
    package var appID: String?
    /// Nil: the newest known version.
    package var ios: SystemVersion?
    package var json: Bool
    package var urls: [String]
  }
}

/// Whose association file.
package enum AssociationKind: String, CaseIterable, Sendable {
  case apple
  case android
}

/// A shell that can complete commands.
package enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
