enum CompletionScript {
  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash()
    case .zsh: zsh()
    case .fish: fish()
    }
  }

  static func quote(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  // MARK: - bash

  /// Works without the bash-completion package.
  private static func bash() -> String {
    let names = CommandTable.entries.map(\.name)
    let groups = CommandTable.groups.map { group in
      let words = words(under: group.name) + ["--help"]
      return
        "      \(group.name)) [[ $COMP_CWORD -eq 2 ]] && words=\"\(words.joined(separator: " "))\" ;;\n"
    }
    let cases = groups.joined() + CommandTable.commands.map(bashCase).joined()
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
          case "$command ${COMP_WORDS[2]}" in
            \(twoWords)) [[ $COMP_CWORD -gt 2 ]] && command+=" ${COMP_WORDS[2]}" ;;
          esac
          case "$command" in
      \(cases)    esac
        fi
        COMPREPLY=()
        # Other words are no files, even where a file has their name.
        [[ -n $files ]] && compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
          [[ -n $words ]] && compgen -W "$words" -- "$current"
          [[ -n $files ]] && compgen -f -- "$current"
        )
      }
      complete -F _keiro keiro

      """
  }

  /// The commands of two words, as a pattern of bash and zsh.
  private static let twoWords = CommandTable.commands.filter { $0.group != nil }.map(pattern)
    .joined(separator: " | ")

  /// The commands whose first word is the name of a group or of another command, as in `audit undo`.
  private static func commands(under name: String) -> [CommandSpecification] {
    CommandTable.commands.filter { $0.group == name }
  }

  private static func words(under name: String) -> [String] {
    commands(under: name).map(\.lastWord)
  }

  private static let parents = CommandTable.entries.map(\.name).filter { !words(under: $0).isEmpty }

  private static func bashCase(_ command: CommandSpecification) -> String {
    var options = command.options.compactMap { option in
      option.value.map { "          \(option.name)) \(bashAnswer($0)) ;;\n" }
    }
    if command.operands.value == .command {
      // The first word of a command is an operand, too, which the second one follows.
      options += parents.map { name in
        "          \(name)) words=\"\(words(under: name).joined(separator: " "))\" ;;\n"
      }
    }
    let names = command.allOptions.map(\.name)
    let inner = words(under: command.name).map { "; [[ $COMP_CWORD -eq 2 ]] && words+=\" \($0)\"" }
    let rest =
      "          *) \(bashAnswer(command.operands.value, or: names) + inner.joined()) ;;\n"
    return """
            \(pattern(command)))
              case "$previous" in
      \(options.joined() + rest)        esac
              ;;

      """
  }

  /// A command as a pattern of bash and zsh.
  private static func pattern(_ command: CommandSpecification) -> String {
    command.group == nil ? command.name : "\"\(command.name)\""
  }

  /// - Parameter names: the words that may stand in place of the value.
  private static func bashAnswer(_ value: ValueSpecification, or names: [String] = []) -> String {
    func words(_ words: [String]) -> String { "words=\"\(words.joined(separator: " "))\"" }
    return switch value {
    case .file: (names.isEmpty ? "" : words(names) + " ") + "files=1"
    case .words(let these, _): words(these + names)
    case .command: words(CommandTable.entries.map(\.name) + names)
    case .text: names.isEmpty ? ":" : words(names)
    }
  }

  // MARK: - zsh

  private static func zsh() -> String {
    let commands = CommandTable.entries.map { entry in
      "    \(quote("\(entry.name):\(entry.summary)"))\n"
    }
    let groups = CommandTable.groups.map { group in
      let help = "      (( CURRENT == 2 )) && _arguments \(zshOption(.help))\n"
      return "    \(group.name))\n\(zshCommands(under: group.name))\(help)      ;;\n"
    }
    return """
      #compdef keiro
      # zsh completion for keiro
      _keiro() {
        local -a commands
        commands=(
      \(commands.joined())  )
        if (( CURRENT == 2 )); then
          _describe -t commands command commands
          _arguments \(zshOption(.help)) \(zshOption(.version))
          return
        fi
        local command="${words[2]}"
        shift words
        (( CURRENT-- ))
        case "$command ${words[2]}" in
          \(twoWords))
            if (( CURRENT > 2 )); then
              command+=" ${words[2]}"
              shift words
              (( CURRENT-- ))
            fi
            ;;
        esac
        case "$command" in
      \(groups.joined() + CommandTable.commands.map(zshCase).joined())  esac
      }
      if [[ "$funcstack[1]" == "_keiro" ]]; then
        _keiro "$@"
      else
        compdef _keiro keiro
      fi

      """
  }

  private static func zshCase(_ command: CommandSpecification) -> String {
    var arguments = command.allOptions.map(zshOption)
    let operands = command.operands
    if operands.count.upperBound > 0 {
      arguments.append(quote("*:\(escape(operands.label)):\(zshAction(operands.value))"))
    }
    let lines = arguments.map { " \\\n        \($0)" }.joined()
    let names = operands.value == .command ? zshNames : zshCommands(under: command.name)
    return "    \(pattern(command)))\n\(names)      _arguments\(lines)\n      ;;\n"
  }

  private static func zshOption(_ option: OptionSpecification) -> String {
    let summary = "[\(escape(option.summary))]"
    guard let value = option.value else { return quote(option.name + summary) }
    let repetition = option.isRepeatable ? "*" : ""
    return quote(
      "\(repetition)\(option.name)=\(summary):\(escape(value.label)):\(zshAction(value))")
  }

  private static func zshAction(_ value: ValueSpecification) -> String {
    switch value {
    case .file: "_files"
    case .words(let words, _): "(\(words.joined(separator: " ")))"
    case .text: " "
    // The space keeps _arguments from adding options of its own.
    case .command: " _describe -t commands command commands"
    }
  }

  private static func zshWords(under name: String) -> String {
    let words = commands(under: name).map { quote("\($0.lastWord):\($0.summary)") }
    return words.isEmpty ? "" : "commands=(\(words.joined(separator: " ")))"
  }

  private static func zshCommands(under name: String) -> String {
    let words = zshWords(under: name)
    guard !words.isEmpty else { return "" }
    return "      (( CURRENT == 2 )) && \(words) && _describe -t commands command commands\n"
  }

  /// Lists the commands under another where that is already there.
  private static var zshNames: String {
    let cases = parents.map { "        \($0)) \(zshWords(under: $0)) ;;\n" }
    return """
            if (( CURRENT > 2 )); then
              case "${words[2]}" in
      \(cases.joined())        esac
            fi

      """
  }

  /// Escapes colons and brackets, which separate the parts of a zsh specification.
  private static func escape(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "[]:\\".contains(character) { result += "\\" }
      result.append(character)
    }
  }

  // MARK: - fish

  private static func fish() -> String {
    let names = CommandTable.entries.map(\.name).joined(separator: " ")
    let first = "not __fish_seen_subcommand_from \(names)"
    var lines = ["# fish completion for keiro", "complete -c keiro -f"]
    for entry in CommandTable.entries { lines.append(fishWord(entry, condition: first)) }
    for option in [OptionSpecification.help, .version] {
      lines.append(fishOption(option, condition: first))
    }
    for group in CommandTable.groups {
      let commands = group.commands
      let names = commands.map(\.lastWord).joined(separator: " ")
      let second =
        "__fish_seen_subcommand_from \(group.name); and not __fish_seen_subcommand_from \(names)"
      lines += commands.map { fishWord(($0.lastWord, $0.summary), condition: second) }
      lines.append(fishOption(.help, condition: second))
    }
    for command in CommandTable.commands { lines += fishCommand(command) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func fishWord(
    _ entry: (name: String, summary: String), condition: String
  ) -> String {
    "complete -c keiro -n \(quote(condition)) -a \(entry.name) -d \(quote(entry.summary))"
  }

  private static func fishCommand(_ command: CommandSpecification) -> [String] {
    let inner = commands(under: command.name)
    let condition =
      (command.words.map { "__fish_seen_subcommand_from \($0)" }
      + inner.map { "not __fish_seen_subcommand_from \($0.lastWord)" }).joined(separator: "; and ")
    var lines = command.allOptions.map { fishOption($0, condition: condition) }
    lines += inner.map { fishWord(($0.lastWord, $0.summary), condition: condition) }
    let operands = command.operands
    if operands.value == .command {
      let names = CommandTable.entries.map(\.name).filter { $0 != command.name }
      let first =
        "\(condition); and not __fish_seen_subcommand_from \(names.joined(separator: " "))"
      lines += CommandTable.entries.map { fishWord($0, condition: first) }
    }
    if operands.count.upperBound > 0, let answer = fishAnswer(operands.value) {
      lines.append("complete -c keiro -n \(quote(condition)) \(answer)")
    }
    return lines
  }

  private static func fishOption(_ option: OptionSpecification, condition: String) -> String {
    var line = "complete -c keiro -n \(quote(condition)) -l \(option.name.dropFirst(2))"
    if let value = option.value {
      // -r: the option requires a value; -x: the value is not a file.
      let answer = fishAnswer(value)
      line += answer == "-F" ? " -r -F" : answer.map { " -x " + $0 } ?? " -x"
    }
    return line + " -d " + quote(option.summary)
  }

  private static func fishAnswer(_ value: ValueSpecification) -> String? {
    switch value {
    case .file: "-F"
    case .words(let words, _): "-a " + quote(words.joined(separator: " "))
    case .text, .command: nil
    }
  }
}
