extension CompletionScript {
  /// Works without the bash-completion package.
  static func bash() -> String {
    let names = CommandTable.entries.map(\.name)
    let groups = CommandTable.groups.map(bashGroup).joined()
    let cases = CommandTable.commands.map(bashCase).joined()
    return """
      # bash completion for keiro
      _keiro() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local words="" files=""
        # An '=' splits words: --kind=apple arrives as three.
        if [[ $current == "=" ]]; then
          current=""
        elif [[ $previous == "=" && $COMP_CWORD -ge 2 ]]; then
          previous="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        if [[ $COMP_CWORD -eq 1 ]]; then
          words="\((names + ["--help", "--version"]).joined(separator: " "))"
        else
          local command="${COMP_WORDS[1]}"
          case "$command" in
      \(groups)    esac
          case "$command" in
      \(cases)    esac
        fi
        COMPREPLY=()
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
          [[ -n $words ]] && compgen -W "$words" -- "$current"
          [[ -n $files ]] && compgen -f -- "$current"
        )
      }
      complete -o filenames -F _keiro keiro

      """
  }

  /// Completes the second word of a group's command, then leaves the rest to the command.
  private static func bashGroup(_ group: CommandGroup) -> String {
    let names = group.commands.map(\.lastWord) + ["--help"]
    return """
            \(group.name))
              if [[ $COMP_CWORD -eq 2 ]]; then
                words="\(names.joined(separator: " "))"
              else
                command+=" ${COMP_WORDS[2]}"
              fi
              ;;

      """
  }

  private static func bashCase(_ command: CommandSpecification) -> String {
    var options = command.options.compactMap { option in
      option.value.map { "          \(option.name)) \(bashAnswer($0)) ;;\n" }
    }
    if command.operands.value == .command {
      // A group, as an operand, is followed by one of its commands.
      options += CommandTable.groups.map { group in
        let words = group.commands.map(\.lastWord)
        return "          \(group.name)) words=\"\(words.joined(separator: " "))\" ;;\n"
      }
    }
    let names = command.allOptions.map(\.name).joined(separator: " ")
    let operands =
      switch command.operands.value {
      case .words(let words, _): "words=\"\(words.joined(separator: " ")) \(names)\""
      case .file: "words=\"\(names)\" files=1"
      case .command:
        "words=\"\(CommandTable.entries.map(\.name).joined(separator: " ")) \(names)\""
      case .text: "words=\"\(names)\""
      }
    let rest = "          *) \(operands) ;;\n"
    return """
            \(bashPattern(command)))
              case "$previous" in
      \(options.joined() + rest)        esac
              ;;

      """
  }

  private static func bashPattern(_ command: CommandSpecification) -> String {
    command.group == nil ? command.name : "\"\(command.name)\""
  }

  private static func bashAnswer(_ value: ValueSpecification) -> String {
    switch value {
    case .file: "files=1"
    case .words(let words, _): "words=\"\(words.joined(separator: " "))\""
    case .text, .command: ":"
    }
  }
}
