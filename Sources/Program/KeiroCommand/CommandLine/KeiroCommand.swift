package import Links
import System

/// The tool as a whole, from arguments to exit code.
package enum KeiroCommand {
  /// - Parameters:
  ///   - arguments: the arguments without the name of the program.
  ///   - now: the current time for commands that answer once; nil for the system clock.
  package static func main(
    arguments: [String], environment: [String: String], console: Console, now: Timestamp? = nil
  ) -> ExitCode {
    let console = console.of(
      CommandTable.command(of: arguments), givesDocuments: givesDocuments(arguments))
    let code: ExitCode
    do throws(UsageError) {
      code = try CommandLineParser(environment: environment, now: now).parse(arguments)
        .run(console)
    } catch {
      console.tell(error.line, on: .error)
      guard console.givesDocuments else { return .wrongUsage }
      code = console.report(
        CommandFailure(code: "wrong-usage", detail: error.message, exit: .wrongUsage))
    }
    console.end(code)
    guard console.outputHasFailed else { return code }
    console.tell(
      "\(console.command): the result could not be written to standard output", on: .error)
    return .environmentFailed
  }

  /// Whether the arguments ask for JSON, even if they are otherwise invalid.
  private static func givesDocuments(_ arguments: [String]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    return options.contains(OptionSpecification.json.name) || options.contains("--format=json")
      || zip(options, options.dropFirst()).contains { $0 == ("--format", "json") }
  }
}
