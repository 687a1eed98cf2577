import Changes
import LinkStorage
import WebSyntax

extension CommandTable {
  static let people = [listPeople, addPerson, removePerson]

  private static let listPeople = CommandSpecification(
    name: "people list", summary: "list who may sign in to the dashboard",
    options: OptionSpecification.locations + [.json]
  ) { arguments throws(UsageError) in
    try arguments.people(.list)
  }

  private static let addPerson = CommandSpecification(
    name: "people add", summary: "add someone and print the address for making a passkey",
    details: [
      "Viewers see links and numbers, editors change links, admins may do everything. With",
      "--site, the person sees and changes only the links of these hosts. The address works",
      "for one passkey and for seven days; it begins with 'dashboard.origin' of the",
      "configuration.",
    ],
    options: OptionSpecification.locations + [.role, .site, .json],
    operands: OperandSpecification(
      value: .text("NAME", form: "a name such as Mika"), label: "NAME", count: 1...1)
  ) { arguments throws(UsageError) in
    try arguments.people(
      .add(
        PersonDraft(
          name: try arguments.operand(),
          role: try arguments.required(.role) { PersonRole(rawValue: $0) },
          hosts: arguments.list(.site))))
  }

  private static let removePerson = CommandSpecification(
    name: "people remove", summary: "remove someone, with all passkeys and sessions",
    options: OptionSpecification.locations + [.json],
    operands: OperandSpecification(
      value: .text("NAME", form: "a name such as Mika"), label: "NAME", count: 1...1)
  ) { arguments throws(UsageError) in
    try arguments.people(.remove(try arguments.operand()))
  }
}

extension ParsedArguments {
  fileprivate func people(_ action: PeopleRequest.Action) throws(UsageError) -> Command {
    .people(PeopleRequest(action: action, json: has(.json)), at: try location())
  }
}

extension OptionSpecification {
  fileprivate static let role = OptionSpecification(
    name: "--role", value: .words(PersonRole.allCases.map(\.rawValue), label: "ROLE"),
    isRequired: true, summary: "what the person may do")
  fileprivate static let site = OptionSpecification(
    name: "--site", value: .text("HOST"), isRepeatable: true,
    summary: "a host whose links the person reaches; default all hosts")
}
