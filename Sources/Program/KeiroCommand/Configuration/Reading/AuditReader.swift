import JSONSyntax

/// Reads the section `audit`.
struct AuditReader {
  func read(_ field: JSONField?) -> AuditSettings {
    field?.object { object in
      var settings = AuditSettings()
      object.set(&settings.days, "days") { $0.int(in: 1...36_500) }
      return settings
    } ?? AuditSettings()
  }
}
