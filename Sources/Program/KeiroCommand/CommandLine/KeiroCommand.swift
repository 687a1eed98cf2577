import KeiroConfiguration
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
      let command = try CommandLineParser(environment: environment).parse(arguments)
      let now = now ?? Timestamp(secondsSinceEpoch: Int(Clock.now()))
      code = run(command, environment, console, now)
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

  static func run(
    _ command: Command, _ environment: [String: String], _ console: Console, _ now: Timestamp
  ) -> ExitCode {
    switch command {
    case .initialize(let request):
      return InitCommand(request: request).run(console)
    case .check(let configuration, let format):
      return CheckCommand(file: configuration, format: format) { loaded in
        let (snapshot, problems) = CompiledConfiguration.compile(loaded)
        let review = snapshot.map { ConfigurationReview.problems(of: loaded, $0, now: now) }
        let lost = snapshot.map { LostOpenings.problems(of: loaded, $0) } ?? []
        return problems + (review ?? []) + lost + StartObstacles.problems(of: loaded)
      }.run(console)
    case .assist(let request):
      return AssistantCommand(request: request, environment: environment).run(console)
    case .completions(let shell):
      console.write(verbatim: CompletionScript.text(for: shell), to: .output)
    case .help(let name):
      let help = HelpText { console.rendered("\($0, .bold)", on: .output) }
      let command = name.flatMap(CommandTable.command)
      let group = name.flatMap(CommandTable.group)
      console.write(
        verbatim: command.map(help.command) ?? group.map(help.group) ?? help.tool(), to: .output)
    case .version(let isVerbose):
      console.print("keiro \(keiroBuild)")
      guard isVerbose else { break }
      for library in LinkedLibrary.all { console.print("\(library.name) \(library.version)") }
    case .manual(let name): console.write(verbatim: ManualPage(name: name).text(), to: .output)
    case .serve(let configuration):
      return ServeCommand(file: configuration, environment: environment).run(console)
    case .health(let request): return HealthCommand(request: request).run(console)
    case .association(let configuration, let host, let kind, let json):
      return AssociationCommand(file: configuration, host: host, kind: kind, json: json)
        .run(console)
    case .validate(let request):
      return ValidateCommand(request: request).run(console)
    case .diff(let old, let new, let json):
      return DiffCommand(old: old, new: new, json: json).run(console)
    case .diffConfigurations(let old, let new, let format):
      return ConfigurationDiffCommand(old: old, new: new, format: format).run(console)
    case .match(let request):
      return MatchCommand(request: request).run(console)
    case .doctor(let request):
      return DoctorCommand(request: request, now: now).run(console)
    case .explain(let request):
      return ExplainCommand(request: request, now: now).run(console)
    case .platforms(let json): return PlatformsCommand(json: json).run(console)
    case .launch(let configuration, let app, let sdk, let file, let json):
      let input = CommandInput(path: file)
      return LaunchCommand(
        file: configuration, app: app, sdk: sdk, input: input, json: json, now: now
      )
      .run(console)
    case .links(let request, let location):
      return LinksCommand(location: location, request: request, now: now).run(console)
    case .apply(let request, let location):
      return ApplyCommand(location: location, request: request, now: now).run(console)
    case .tokens(let request, let location):
      return TokensCommand(location: location, request: request, now: now).run(console)
    case .people(let request, let location):
      return PeopleCommand(location: location, request: request, now: now).run(console)
    case .webhooks(let request, let location):
      return WebhooksCommand(location: location, request: request, now: now).run(console)
    case .audit(let request, let location):
      return AuditCommand(location: location, request: request, now: now).run(console)
    case .undo(let request, let location):
      return UndoCommand(location: location, request: request, now: now).run(console)
    case .store(let request, let configuration):
      return StoreCommand(file: configuration, request: request, now: now).run(console)
    case .generate(let request, let configuration):
      return GenerateCommand(file: configuration, request: request).run(console)
    case .stats(let request, let location):
      return StatisticsCommand(location: location, request: request, now: now).run(console)
    case .send(let request, let configuration):
      return SendCommand(file: configuration, request: request).run(console)
    case .notification(let file, let json):
      return NotificationCommand(input: CommandInput(path: file), json: json).run(console)
    }
    return .done
  }
}
