import Links
import Testing

/// The table is complete and has no duplicates.
struct LinkFieldTableTests {
  /// The names of a value's stored properties; those of parts are preceded by the name of the part.
  private func stored(_ value: Any) -> [String] {
    Mirror(reflecting: value).children.flatMap { child -> [String] in
      guard let name = child.label else { return [] }
      guard LinkPart.all.contains(where: { $0.name == name }) else { return [name] }
      return stored(child.value).map { "\(name).\($0)" }
    }
  }

  @Test func `has a line for each stored property, and a property for each line`() {
    let link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    // A mark for stores, which callers neither set nor see.
    let own = stored(link).filter { !["box", "isEdited"].contains($0) }
    let properties = own + stored(link.rare)
    let names = properties.flatMap { name in
      name == "campaign.items" ? ShortLink.Campaign.names.map { "campaign." + $0 } : [name]
    }
    #expect(Set(names) == Set(LinkField.all.map(\.path)))
    #expect(names.count == LinkField.all.count)
  }

  @Test func `gives nothing twice`() {
    let columns = LinkField.all.compactMap { field -> String? in
      if case .column(let name) = field.storage { name } else { nil }
    }
    let headers = LinkField.all.flatMap { [$0.path] + $0.aliases }
    let options = LinkField.all.compactMap(\.option)
    #expect(Set(columns).count == columns.count)
    #expect(Set(headers).count == headers.count)
    #expect(Set(options.map(\.name)).count == options.count)
    #expect(Set(options.map(\.rank)).count == options.count)
  }

  @Test func `knows the part of every field that stands in one`() {
    for group in LinkField.groups {
      let parts = Set(group.fields.map(\.part))
      #expect(parts == [group.part?.name])
    }
    #expect(LinkField.groups.compactMap(\.part?.name) == LinkPart.all.map(\.name))
  }

  @Test func `documents every field in a sentence`() {
    let sentences = LinkField.all.map(\.documentation) + LinkPart.all.map(\.documentation)
    for sentence in sentences {
      #expect(sentence.hasSuffix(".") && sentence.first?.isLowercase == false, "\(sentence)")
    }
  }

  @Test func `lets the command line set nothing that the API does not`() {
    for field in LinkField.all {
      #expect(field.setters.contains([.api, .importing]), "\(field.path)")
      guard field.option != nil else { continue }
      #expect(field.setters.contains(.commandLine), "\(field.path)")
    }
  }

  @Test func `finds a field by its path and no other`() {
    for field in LinkField.all { #expect(LinkField.named(field.path) == field) }
    #expect(LinkField.named("apple") == nil && LinkField.named("") == nil)
  }
}

/// Firebase's own format, which no longer changes.
struct FirebaseParameterTests {
  @Test func `names a field of the link with every parameter`() {
    for parameter in FirebaseParameter.all {
      #expect(parameter.field != nil, "\(parameter.name)")
      #expect(parameter.field?.setters.contains(.importing) == true, "\(parameter.name)")
    }
    let paths = FirebaseParameter.all.map(\.path)
    #expect(Set(paths).count == paths.count)
  }

  @Test func `has the columns of Firebase's export in their order`() {
    #expect(
      FirebaseParameter.all.map(\.name).joined(separator: " ")
        == "link apn afl amv ibi ifl ius ipfl ipbi isi imv efr ofl st sd si utm_source utm_medium "
        + "utm_campaign utm_term utm_content gclid at ct mt pt archived name creation_timestamp")
  }

  @Test func `takes each parameter of a long link into its field`() throws {
    let values = [
      "apn": "com.e.app", "amv": "7", "ibi": "com.e.ios", "ius": "e", "ipbi": "com.e.pad",
      "isi": "42", "imv": "2.1", "efr": "1",
    ]
    for parameter in FirebaseParameter.all.dropFirst() where !parameter.infoPath.isEmpty {
      let type = try #require(parameter.field).type
      let isURL = if case .url = type { true } else { false }
      let value = values[parameter.name] ?? (isURL ? "https://e.example/f" : "words")
      let link = try DynamicLink(query: "link=https://e.example/&\(parameter.name)=\(value)").link(
        host: "a.example", slug: "x", by: .trusted
      ).link
      let expected = UnpackedLink(link)
      #expect(!type.isAbsent(in: expected), "\(parameter.name)")
      type.reset(in: expected)
      #expect(
        expected.packed == ShortLink(host: "a.example", slug: "x", url: "https://e.example/"))
    }
  }
}

@Test func `reads as many parameters as a long link can have, and no more`() {
  let few = String(repeating: "a=b&", count: 99)
  #expect(DynamicLink(query: few + "link=https://e.example/&c").destination != nil)
  let many = DynamicLink(query: few + "a=b&link=https://e.example/")
  #expect(many.destination == nil && many.parameters.count == 100)
}

@Test func `takes no more words from a long link than a link can have`() throws {
  let query = "link=https://e.example/&st=\(String(repeating: "t", count: 1025))&sd=%01d&ct=%7F"
  let (link, warnings) = try DynamicLink(query: query).link(
    host: "a.example", slug: "x", by: .trusted)
  #expect(link.social.title == nil)
  #expect(link.social.description == "d")
  #expect(link.campaign.items.isEmpty)
  #expect(warnings.map(\.code) == ["TOO_LONG_PARAM"])
}
