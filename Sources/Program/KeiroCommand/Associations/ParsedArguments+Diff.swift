extension OptionSpecification {
  static let configurations = OptionSpecification(
    name: "--config", value: .file("FILE"), isRepeatable: true,
    summary: "two configurations instead of two files, the old one first")
}

extension ParsedArguments {
  /// Parses `keiro diff`, which takes two files or two configurations.
  func difference() throws(UsageError) -> Command {
    let configurations = list(.configurations)
    let format = try reportFormat()
    guard configurations.isEmpty else {
      if let file = operands.first {
        throw error(.operandBeside(file, option: OptionSpecification.configurations.name))
      }
      guard configurations.count == 2 else { throw error(.needs("--config OLD", "--config NEW")) }
      return .diffConfigurations(
        old: configurations[0], new: configurations[1], format: format)
    }
    guard operands.count == 2 else { throw error(.missingOperand) }
    guard operands != ["-", "-"] else { throw error(.standardInputTwice) }
    guard format == .text || format == .json else {
      throw error(.needs("--format \(format.rawValue)", "--config OLD --config NEW"))
    }
    return .diff(old: operands[0], new: operands[1], json: format == .json)
  }
}
