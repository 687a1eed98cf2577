import SiteModel

extension OptionSpecification {
  static let deploymentEnvironment = OptionSpecification(
    name: "--environment", value: .words(DeploymentEnvironment.allCases.map(\.rawValue)),
    summary: "the environment of the files; apps of other environments are errors")
}

extension ParsedArguments {
  /// The environment in which the files of `validate` will be served; nil without `--environment`.
  func home() throws(UsageError) -> ValidateCommand.Home? {
    guard let environment: DeploymentEnvironment = word(.deploymentEnvironment) else {
      if value(.config) != nil {
        throw error(
          .needs(OptionSpecification.config.name, OptionSpecification.deploymentEnvironment.name))
      }
      return nil
    }
    return ValidateCommand.Home(environment: environment, configuration: configuration)
  }
}
