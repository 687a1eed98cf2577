extension CommandTable {
  static let platforms = CommandSpecification(
    name: "platforms", summary: "show which version of a system changed what, and the source",
    details: [
      "Every answer about a version of iOS, Android or HarmonyOS rests on this table. A later major",
      "version than the newest row is taken as that row.",
    ],
    options: [.json]
  ) { arguments in
    .platforms(json: arguments.has(.json))
  }
}
