package import JSONSyntax

extension ShortLink {
  package enum PasswordForm: Sendable {
    /// `true`, for people who read links.
    case hidden
    /// `{"hash": …}`, for exports, which must preserve the password.
    case hash
  }

  /// The link as commands and API calls show it, with additional information.
  ///
  /// - Parameter reservedClicks: the clicks counted against `maxClicks`; nil if not requested.
  package func output(
    shortURL: String, isConfigured: Bool = false, clicks: Int? = nil, reservedClicks: Int? = nil,
    health: JSONOutput? = nil, doubts: [LinkDoubt] = []
  ) -> JSONOutput {
    var members = members(password: .hidden)
    members.append(.init("shortURL", .string(shortURL)))
    members.append(.init("source", .string(isConfigured ? "configuration" : "store")))
    if let clicks { members.append(.init("clicks", .int(clicks))) }
    if let reservedClicks { members.append(.init("reservedClicks", .int(reservedClicks))) }
    if let health { members.append(.init("health", health)) }
    if !doubts.isEmpty {
      let warnings = doubts.map { doubt in
        JSONOutput.object([
          .init("field", .string(doubt.path)), .init("message", .string(doubt.message)),
        ])
      }
      members.append(.init("warnings", .array(warnings)))
    }
    return .object(members)
  }

  /// The members of the object that `LinkReader` reads. Fields at their defaults are omitted, except for the
  /// few that readers of a list look for.
  package func members(password form: PasswordForm) -> [JSONOutput.Member] {
    let link = UnpackedLink(self)
    return LinkField.Group.members(of: link, in: LinkField.groups) { field in
      guard isLookedFor(field) || !field.type.isAbsent(in: link) else { return nil }
      return field.type.json(of: link, password: form)
    }
  }

  /// Whether the field is shown even at its default.
  private func isLookedFor(_ field: LinkField) -> Bool {
    if case .choice = field.type, field.storage == .details { return false }
    return field.part == nil
  }
}

extension LinkField.Group {
  /// The members of a link's object, without objects all of whose fields are absent.
  ///
  /// - Parameter value: the value of a field; nil for one to leave out.
  package static func members(
    of link: UnpackedLink, in groups: [LinkField.Group], _ value: (LinkField) -> JSONOutput?
  ) -> [JSONOutput.Member] {
    func fields(_ group: LinkField.Group) -> [JSONOutput.Member] {
      group.fields.compactMap { field in value(field).map { .init(field.name, $0) } }
    }
    return groups.flatMap { group -> [JSONOutput.Member] in
      guard let part = group.part else { return fields(group) }
      return part.isAbsent(link) ? [] : [.init(part.name, .object(fields(group)))]
    }
  }
}

extension FieldType {
  /// The JSON of the field; nil for an absent field. Fields with a default are never absent.
  fileprivate func json(of link: UnpackedLink, password form: ShortLink.PasswordForm) -> JSONOutput?
  {
    switch (self, stored(in: link)) {
    case (_, .null), (_, .map([])), (_, .rules([])): nil
    case (.flag, .int(let number)): .bool(number != 0)
    case (.time, .int(let seconds)): .string(Timestamp(secondsSinceEpoch: seconds).description)
    case (.password, .text(let hash)):
      form == .hash ? .object([.init("hash", .string(hash))]) : .bool(true)
    case (_, let value): value.json
    }
  }
}
