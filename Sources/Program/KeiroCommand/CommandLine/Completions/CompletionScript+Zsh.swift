extension CompletionScript {
  static func zsh() -> String {
    let commands = CommandTable.entries.map { entry in
      "    \(quote("\(entry.name):\(entry.summary)"))\n"
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
        case "$command" in
      \(CommandTable.groups.map(zshGroup).joined())  esac
        case "$command" in
      \(CommandTable.commands.map(zshCase).joined())  esac
      }
      if [[ "$funcstack[1]" == "_keiro" ]]; then
        _keiro "$@"
      else
        compdef _keiro keiro
      fi

      """
  }

  /// Completes the second word of a group's command, then leaves the rest to the command.
  private static func zshGroup(_ group: CommandGroup) -> String {
    let commands = group.commands.map { command in
      "        \(quote("\(command.lastWord):\(command.summary)"))\n"
    }
    return """
          \(group.name))
            if (( CURRENT == 2 )); then
              commands=(
      \(commands.joined())        )
              _describe -t commands command commands
              _arguments \(zshOption(.help))
              return
            fi
            command+=" ${words[2]}"
            shift words
            (( CURRENT-- ))
            ;;

      """
  }

  private static func zshCase(_ command: CommandSpecification) -> String {
    var arguments = command.allOptions.map(zshOption)
    let operands = command.operands
    if operands.count.upperBound > 0 {
      arguments.append(quote("*:\(escape(operands.label)):\(zshAction(operands.value))"))
    }
    let lines = arguments.map { " \\\n        \($0)" }.joined()
    let names = operands.value == .command ? zshNames : ""
    let pattern = command.group == nil ? command.name : "\"\(command.name)\""
    return "    \(pattern))\n\(names)      _arguments\(lines)\n      ;;\n"
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

  /// Lists the commands of a group where the group is already there.
  private static var zshNames: String {
    let groups = CommandTable.groups.map { group in
      let words = group.commands.map {
        quote("\($0.lastWord):\($0.summary)")
      }
      return "        \(group.name)) commands=(\(words.joined(separator: " "))) ;;\n"
    }
    return """
            if (( CURRENT > 2 )); then
              case "${words[2]}" in
      \(groups.joined())        esac
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
}
