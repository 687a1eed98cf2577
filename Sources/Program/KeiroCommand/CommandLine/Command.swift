package import Platforms

/// The parsed command line, with every option in its own type.
package enum Command: Equatable, Sendable {
  case initialize(InitCommand.Request)
  case serve(configuration: String)
  case check(configuration: String, format: ReportFormat)
  case health(HealthRequest)
  case association(configuration: String, host: String, kind: AssociationKind, json: Bool)
  case validate(ValidateCommand.Request)
  case match(MatchCommand.Request)
  case diff(old: String, new: String, json: Bool)
  case diffConfigurations(old: String, new: String, format: ReportFormat)
  case doctor(DoctorRequest)
  case explain(ExplainCommand.Request)
  case launch(
    configuration: String, app: String, sdk: SystemVersion?, file: String, json: Bool)
  case platforms(json: Bool)
  case notification(file: String, json: Bool)
  case send(SendCommand.Request, configuration: String)
  case links(LinksRequest, at: KeiroLocation)
  case apply(ApplyRequest, at: KeiroLocation)
  case tokens(TokensRequest, at: KeiroLocation)
  case people(PeopleRequest, at: KeiroLocation)
  case webhooks(WebhooksRequest, at: KeiroLocation)
  case audit(AuditRequest, at: KeiroLocation)
  case undo(UndoRequest, at: KeiroLocation)
  case store(StoreRequest, configuration: String)
  case generate(GenerateCommand.Request, configuration: String)
  case stats(StatisticsRequest, at: KeiroLocation)
  case assist(AssistantCommand.Request)
  case completions(Shell)
  /// The help of a command; nil for the help of the tool.
  case help(command: String?)
  case version(isVerbose: Bool)
  /// The manual page of a command or a group; nil for that of the tool.
  case manual(command: String?)
}

/// The platform an association file is for.
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
