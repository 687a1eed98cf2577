package import JSONSyntax

extension ShortLink {
  /// What is shown of a password.
  package enum PasswordFace: Sendable {
    /// `true`: for people who read links.
    case hidden
    /// `{"hash": …}`: for exports, which must bring the password back.
    case hash
  }

  /// The link as `LinkReader` reads it. Fields at their defaults are left out but for the few that
  /// readers of a list look for.
  package func json(password face: PasswordFace) -> JSONOutput {
    .object(members(password: face))
  }

  /// The link as commands and calls show it: its fields and what is known beside them.
  ///
  /// - Parameters:
  ///   - isConfigured: whether it stands in the configuration file.
  ///   - clicks: nil where they are not asked for.
  package func face(shortURL: String, isConfigured: Bool, clicks: Int?) -> JSONOutput {
    var members = members(password: .hidden)
    members.append(.init("shortURL", .string(shortURL)))
    members.append(.init("source", .string(isConfigured ? "configuration" : "store")))
    if let clicks { members.append(.init("clicks", .int(clicks))) }
    return .object(members)
  }

  package func members(password face: PasswordFace) -> [JSONOutput.Member] {
    var list = MemberList()
    list.add("host", host)
    list.add("slug", slug)
    list.add("url", url)
    list.add("name", name)
    list.add("tags", .strings(tags))
    for member in details where member.name != "tags" { list.members.append(member) }
    list.add("status", .int(status.rawValue))
    list.add("query", query.rawValue)
    list.add("skipPage", .bool(skipPage))
    list.add("notBefore", notBefore?.description)
    list.add("expires", expires?.description)
    list.add("expiredURL", expiredURL)
    if let maxClicks { list.add("maxClicks", .int(maxClicks)) }
    list.add("archived", .bool(archived))
    if let password {
      let hash = JSONOutput.object([.init("hash", .string(password.text))])
      list.add("password", face == .hash ? hash : .bool(true))
    }
    list.add("createdAt", createdAt?.description)
    list.add("updatedAt", updatedAt?.description)
    return list.members
  }

  /// The fields that hold lists and objects, without empty ones: what a store keeps as text, since
  /// most links have none of them.
  package var details: [JSONOutput.Member] {
    box.first?.details ?? []
  }
}

extension ShortLink.Rare {
  fileprivate var details: [JSONOutput.Member] {
    var list = MemberList()
    if !tags.isEmpty { list.add("tags", .strings(tags)) }
    list.add(part: "apple") { part in
      part.add("fallback", apple.fallback)
      part.add("ipadFallback", apple.ipadFallback)
      part.add("appStoreID", apple.appStoreID)
      part.add("bundleID", apple.bundleID)
      part.add("ipadBundleID", apple.ipadBundleID)
      part.add("customScheme", apple.customScheme)
      part.add("minimumVersion", apple.minimumVersion)
    }
    list.add(part: "android") { part in
      part.add("fallback", android.fallback)
      part.add("packageName", android.packageName)
      if let code = android.minimumVersionCode { part.add("minimumVersionCode", .int(code)) }
    }
    list.add(part: "desktop") { $0.add("fallback", desktop.fallback) }
    list.add(part: "social") { part in
      part.add("title", social.title)
      part.add("description", social.description)
      part.add("image", social.image)
    }
    list.add(part: "campaign") { part in
      for (name, value) in campaign.items { part.add(name, value) }
    }
    list.add(part: "extra") { part in
      for item in extra { part.add(item.name, item.value) }
    }
    return list.members
  }
}

/// Members in the order they are added; what is absent is not.
private struct MemberList {
  var members: [JSONOutput.Member] = []

  mutating func add(_ name: String, _ value: JSONOutput) {
    members.append(.init(name, value))
  }

  mutating func add(_ name: String, _ text: String?) {
    if let text { add(name, .string(text)) }
  }

  mutating func add(part name: String, _ fill: (inout MemberList) -> Void) {
    var part = MemberList()
    fill(&part)
    if !part.members.isEmpty { add(name, .object(part.members)) }
  }
}
