/// A check of a subject, such as a file or a notification, with the code of its findings.
///
/// Rules are rows of a table, in the order in which their findings are reported; the documentation
/// explains each code.
package struct Rule<Subject, Report>: Sendable {
  /// A stable word of lower-case letters and hyphens.
  package let code: String
  package let check: @Sendable (Subject, inout Report) -> Void

  package init(_ code: String, check: @escaping @Sendable (Subject, inout Report) -> Void) {
    self.code = code
    self.check = check
  }

  /// A rule about every part of one kind by itself.
  package init<Part>(
    _ code: String, each parts: @escaping @Sendable (Subject) -> [Part],
    check: @escaping @Sendable (Part, inout Report) -> Void
  ) {
    self.init(code) { subject, report in
      for part in parts(subject) { check(part, &report) }
    }
  }
}
