import CDocuments
import Compression
import Cryptography
import QRCode
import SQLiteStore
import WebSyntax

package let keiroVersion = "0.3.0"

/// The version with the commit it was built from, such as `0.3.0 (1a2b3c4)`.
let keiroBuild: String = {
  let commit = String(cString: keiro_commit)
  return commit.isEmpty ? keiroVersion : "\(keiroVersion) (\(commit))"
}()

/// All commands, in the order of the help.
enum CommandTable {
  static let commands: [CommandSpecification] = [
    [
      initialize, serve, check, health, association, validate, match, diff, explain, doctor, launch,
      platforms, notification, sendNotification,
    ],
    generate.commands, [apply], links.commands, templates.commands, tokens.commands,
    people.commands,
    webhooks.commands, store.commands,
    [status, audit, undo, stats, assist, completions, help, version],
  ].flatMap(\.self)

  static let groups = [generate, links, templates, tokens, people, webhooks, store]

  static func command(_ name: String) -> CommandSpecification? {
    commands.first { $0.name == name }
  }

  /// The command that arguments begin with, which may be a subcommand of another command, such as
  /// 'notification send' under 'notification'.
  static func command(of arguments: some Sequence<String>) -> CommandSpecification? {
    let words = Array(arguments.prefix(2))
    return (words.count < 2 ? nil : command(words.joined(separator: " ")))
      ?? words.first.flatMap(command)
  }

  static func group(_ name: String) -> CommandGroup? {
    groups.first { $0.name == name }
  }

  /// The words that may follow `keiro`: commands outside groups, and each group once.
  static let entries: [(name: String, summary: String)] = {
    var entries: [(name: String, summary: String)] = []
    for command in commands {
      guard let name = command.group else {
        entries.append((command.name, command.summary))
        continue
      }
      guard let group = group(name), entries.last?.name != name else { continue }
      entries.append((name, group.summary))
    }
    return entries
  }()

  private static let completions = CommandSpecification(
    "completions", "print the completions for a shell",
    details: [
      "  bash: keiro completions bash > /etc/bash_completion.d/keiro",
      "  zsh:  keiro completions zsh > \"${fpath[1]}/_keiro\"",
      "  fish: keiro completions fish > ~/.config/fish/completions/keiro.fish",
    ],
    operands: OperandSpecification(
      .words(Shell.allCases.map(\.rawValue)), label: "bash|zsh|fish"),
    examples: ["completions bash > /etc/bash_completion.d/keiro"]
  ) { arguments throws(UsageError) in
    guard let shell = arguments.operands.first.flatMap(Shell.init) else {
      throw arguments.error(.missingOperand)
    }
    return { $0.write(CompletionScript.text(for: shell)) }
  }

  private static let help = CommandSpecification(
    "help", "show the help of a command, or list the commands", options: [.manual],
    operands: OperandSpecification(.command, label: "[COMMAND ...]", count: 0...Int.max),
    examples: ["help links add", "help --man > /usr/local/share/man/man1/keiro.1"]
  ) { arguments throws(UsageError) in
    let words = arguments.operands
    let name = words.isEmpty ? nil : words.joined(separator: " ")
    if let name, command(name) == nil, group(name) == nil {
      if let first = words.first, group(first) != nil {
        throw UsageError(
          command: first, fault: .unknownCommand(words.dropFirst().joined(separator: " ")))
      }
      throw UsageError(command: nil, fault: .unknownCommand(name))
    }
    return arguments.has(.manual)
      ? { $0.write(ManualPage(name: name).text()) } : help(of: name)
  }

  /// - Parameter name: the name of a command or group; nil for the help of the tool.
  static func help(of name: String?) -> Command {
    { console in
      let help = HelpText { console.rendered("\($0, .bold)", on: .output) }
      return console.write(
        name.flatMap(command).map(help.command) ?? name.flatMap(group).map(help.group)
          ?? help.tool())
    }
  }

  private static let version = CommandSpecification(
    "version", "show the version", options: [.verbose],
    examples: ["version --verbose  # for a report of a fault"]
  ) { arguments in
    // The versions of system libraries are for operators to compare with security notices.
    let libraries = [
      ("OpenSSL", CryptographyLibrary.version), ("SQLite", SQLiteStore.libraryVersion),
      ("zlib", Gzip.libraryVersion), ("libqrencode", QRCode.encoderVersion),
      ("libpng", QRCode.pictureVersion),
    ]
    return { console in
      console.print("keiro \(keiroBuild)")
      for (name, version) in arguments.has(.verbose) ? libraries : [] {
        console.print("\(name) \(version)")
      }
      return .done
    }
  }

  /// A host name in lower case; nil for a wildcard or anything that is no host.
  static func hostName(_ text: String) -> String? {
    guard let host = HostPattern(text), !host.isWildcard else { return nil }
    return host.name
  }
}

enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

extension Console {
  fileprivate func write(_ text: String) -> ExitCode {
    write(verbatim: text, to: .output)
    return .done
  }
}

extension OptionSpecification {
  static let help = Self("--help", "show this help")
  static let manual = Self("--man", "print a manual page, for man")
  static let verbose = Self("--verbose", "also show the versions of the libraries")
  static let version = Self("--version", "show the version")
  static let config = Self(
    "--config", .file("FILE"), "the configuration; default as keiro --help says")
  static let json = Self("--json", "print one JSON document instead of text")
  static let apply = Self("--apply", "make the changes; without it nothing is written")
  static let host = Self("--host", .text("HOST"), "a host such as www.example.com")
  static let slug = Self("--slug", .text("SLUG"), "the part of the short URL after its prefix")
  static let appName = Self("--app", .text("NAME"), "an app as the configuration names it")
  static let ios = Self(
    "--ios", .text("VERSION"), "a version of iOS such as 17.0; default the newest known")
  static let android = Self(
    "--android", .text("VERSION"), "a version of Android such as 15; default the newest known")
  static let sdk = Self(
    "--sdk", .text("VERSION"),
    "the iOS whose SDK the app is built with; default as configured, else its own")
  static let visitorLanguage = Self(
    "--language", .text("TAG", form: "a language such as ja"),
    "the visitor's language, such as ja, for links with rules")
  static let visitorCountry = Self(
    "--country", .text("CODE"), "the visitor's country, such as JP, for links with rules")
  static let pageLimit = Self(
    "--limit", .text("NUMBER", form: "a whole number from 1 to 1000"),
    "list at most this many, up to 1000; default 100")
}
