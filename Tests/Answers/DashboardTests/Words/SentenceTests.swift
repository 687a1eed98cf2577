import Changes
import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Outgoing
import Questions
import Service
import Testing
import WebSyntax

@testable import Dashboard
@testable import LinkImport

/// Faults are reported in the reader's language.
@Suite struct SentenceTests {
  private static let badValues = [
    "true", "7", "-1", "99999999999999999999", "1.5", #""""#, #""x""#, #""javascript:alert(1)""#,
    #""https://name:secret@e.example/""#, #""https://e.example/a b""#, #""a\u0007b""#,
    "\"\(String(repeating: "x", count: 9000))\"",
    "\"https://e.example/\(String(repeating: "x", count: 9000))\"",
    "[1]", #"["a,b"]"#, #"[""]"#,
    "[\(Array(repeating: "\"t\"", count: 101).joined(separator: ","))]",
    "{}", #"{"hash":7}"#, #"{"hash":"withheld"}"#, "null",
    #"["\#(String(repeating: "t", count: 300))"]"#,
  ]

  private static let badRules = [
    "{}", "7", #"{"url":"x"}"#, #"{"if":7,"url":"https://e.example"}"#,
    #"{"if":{"platform":[]},"url":"https://e.example"}"#,
    #"{"if":{"platform":["Symbian"]},"url":"https://e.example"}"#,
    #"{"if":{"language":["?"]},"url":"https://e.example"}"#,
    #"{"if":{"country":["Japan"]},"url":"https://e.example"}"#,
    #"{"if":{"query":{}},"url":"https://e.example"}"#,
    #"{"if":{"query":{"":"x"}},"url":"https://e.example"}"#,
    #"{"if":{"query":{"a":1}},"url":"https://e.example"}"#,
    #"{"if":{"from":"soon"},"url":"https://e.example"}"#,
    #"{"if":{"share":101},"url":"https://e.example"}"#,
    #"{"if":{"share":"half"},"url":"https://e.example"}"#,
  ]

  private func sentences(
    _ text: String, _ read: (JSONField) -> Void
  ) throws -> [Sentence] {
    let document = try JSONDocument(parsing: Array(text.utf8))
    let collector = JSONProblemCollector(document)
    read(collector.root)
    return collector.problems.map(\.sentence)
  }

  private func expectJapanese(_ sentences: [Sentence]) {
    for sentence in sentences {
      let told = sentence.text(in: .japanese)
      #expect(told != sentence.english, "not translated: \(told.prefix(200))")
      #expect(!told.contains("expected"), "half translated: \(told)")
    }
  }

  /// What a refusal has to have besides a translation: what is expected, or what to do.
  private func expectRefusals(_ sentences: [Sentence]) {
    expectJapanese(sentences)
    let verbs =
      "add|ask|change|check|choose|free|make|read|remove|restart|send|try|wait"
    let step = try? Regex("expected |did you mean |(^|: )(\(verbs)) |'keiro ")
    for sentence in sentences {
      let isStep = step.map { sentence.english.contains($0) }
      #expect(isStep == true, "no next step: \(sentence.english.prefix(200))")
      #expect(
        !sentence.english.contains(/expected (?!GET)[A-Z]+\b(?!, |[a-z])/), "\(sentence.english)")
    }
  }

  @Test func `has a translation of whatever is wrong with a field of a link`() throws {
    var count = 0
    for field in LinkField.all where field.name != "host" && field.name != "slug" {
      for value in Self.badValues {
        let member = "\"\(field.name)\":\(value)"
        let text = field.part.map { "{\"\($0)\":{\(member)}}" } ?? "{\(member)}"
        let found = try sentences(text) { root in
          _ = root.object { object in
            var link = ShortLink(host: "a.example", slug: "x", url: "https://a.example")
            LinkReader(nullIsAbsence: false).read(object, into: &link)
          }
        }
        count += found.count
        expectRefusals(found)
      }
    }
    #expect(count > 300)
    for value in Self.badValues + [#""a//b""#, #""_keiro/x""#, #""*.example""#, #""朝""#] {
      expectRefusals(try sentences(value) { _ = LinkReader().slug($0) })
      expectRefusals(try sentences(value) { _ = LinkReader().host($0) })
    }
  }

  @Test func `has a translation of whatever is wrong with a rule`() throws {
    let many = Array(repeating: #"{"url":"https://e.example"}"#, count: 51).joined(separator: ",")
    for rules in Self.badRules + [many] {
      let found = try sentences(#"{"rules":[\#(rules)]}"#) { root in
        _ = root.object { object in
          var link = ShortLink(host: "a.example", slug: "x", url: "https://a.example")
          LinkReader().read(object, into: &link)
        }
      }
      #expect(!found.isEmpty, "\(rules)")
      expectRefusals(found)
    }
  }

  @Test func `has a translation of what a site does not allow and of what is odd`() throws {
    var link = ShortLink(
      host: "a.example", slug: "apple-app-site-association", url: "https://b.example")
    link.rules = [LinkRule(url: "https://c.example"), LinkRule(url: "https://d.example")]
    var limits = LinkRule.Condition()
    (limits.from, limits.until) = (.init(secondsSinceEpoch: 9), .init(secondsSinceEpoch: 5))
    var country = LinkRule.Condition()
    country.countries = ["JP"]
    let hosts = [HostPattern("a.example")].compactMap(\.self)
    let open = SiteRules(hosts: hosts, prefix: "/", destinationHosts: hosts)
    let configured = SiteRules(
      hosts: hosts, prefix: "/", destinationHosts: hosts, isConfigured: { _ in true })
    expectJapanese(
      (open.faults(of: link) + configured.faults(of: link)).map { Sentence($0.reason) })
    #expect(configured.faults(of: link).count == 4)
    link.rules.insert(LinkRule(if: limits, url: "https://c.example"), at: 0)
    link.rules.insert(LinkRule(if: country, url: "https://c.example"), at: 0)
    var share = LinkRule.Condition()
    share.share = 60
    link.rules.insert(LinkRule(if: share, url: "https://c.example"), at: 0)
    link.rules.insert(LinkRule(if: share, url: "https://c.example"), at: 0)
    (link.notBefore, link.expires) = (.init(secondsSinceEpoch: 9), .init(secondsSinceEpoch: 5))
    let doubts = link.doubts(now: .init(secondsSinceEpoch: 7), knowsCountries: false)
    #expect(doubts.count > 4)
    expectJapanese(doubts.map { Sentence($0.oddity) })
    expectJapanese([Sentence(LinkOddity.productPageOfOther(number: "7", than: "8"))])
  }

  @Test func `has a translation of why a request was refused`() {
    let kinds: [LinkStoreError.Kind] = [
      .full, .readOnly, .locked, .corrupt, .foreign, .overloaded, .unreachable, .closed, .failed,
    ]
    let problems: [Problem] =
      [
        .notFound, .roleRefused, .methodNotAllowed(.post, allowed: "GET"),
        .invalid([FieldFault("url", "")]), .invalid([], count: 3),
      ]
      + kinds.map { Problem(LinkStoreError(kind: $0, code: 0, message: "", operation: "")) }
    expectJapanese(problems.map(\.sentence))
    // Fields that are wrong have sentences of their own.
    expectRefusals(problems.filter { $0.type != "invalid-fields" }.map(\.sentence))
    let key = LinkKey(host: "a.example", slug: "x")
    let refusals: [ChangeRefusal] = [
      .invalid([], count: 2), .insufficientScope(.admin), .noRandomness, .hostNotReached("a"),
      .linkNotFound(key), .slugTaken(key), .slugsTaken(host: "a"), .linkOfConfiguration(key),
      .linkChanged(key), .linkExcluded(key), .linkBusy(key), .versionNotFound(key, 2),
      .versionNotFound(key, nil), .versionsOfConfiguration(key), .changeNotFound(1),
      .tooManyOwned("a", limit: 1),
      .idempotencyKeyReused, .idempotencyKeySpent, .tokenNotFound("a", nearest: "b"),
      .tokenNotFound("a", nearest: nil), .identifierTaken, .personNotFound("a", nearest: nil),
      .nameTaken("a"), .comesBackUnbounded("a", provider: "b"), .noOrigin, .sessionNotFound,
      .passkeyNotFound, .lastPasskey,
      .webhookNotFound("a", nearest: "b"), .webhookNotFound("a", nearest: nil),
      .deliveryNotFound(1, webhook: "a"), .webhookDisabled("a"), .tooManyWebhooks(limit: 1),
      .webhookBusy, .applyingBusy, .templateNotFound("a", nearest: "b"),
      .tooManyTemplates(limit: 1),
    ]
    #expect(refusals.dropFirst().allSatisfy(isListed))
    expectRefusals(refusals.dropFirst().map { Sentence($0) })
    expectJapanese(refusals.prefix(1).map { Sentence($0) })
  }

  /// A new refusal does not compile until it is here, and belongs in the list above.
  private func isListed(_ refusal: ChangeRefusal) -> Bool {
    switch refusal {
    case .invalid: false
    case .insufficientScope, .noRandomness, .hostNotReached, .linkNotFound, .slugTaken, .slugsTaken,
      .linkOfConfiguration, .linkChanged, .linkExcluded, .linkBusy, .versionNotFound,
      .versionsOfConfiguration, .changeNotFound, .tooManyOwned, .idempotencyKeyReused,
      .idempotencyKeySpent, .tokenNotFound,
      .identifierTaken, .personNotFound, .nameTaken, .comesBackUnbounded, .noOrigin,
      .sessionNotFound, .passkeyNotFound,
      .lastPasskey, .webhookNotFound, .deliveryNotFound, .webhookDisabled, .tooManyWebhooks,
      .webhookBusy, .applyingBusy, .templateNotFound, .tooManyTemplates:
      true
    }
  }

  @Test func `every refusal of a request says what to do`() {
    let refusals: [ServiceRefusal] = [
      .nothingHere, .launchesOfNoHost, .hostNeeded(["a"]),
      .methodNotAllowed("POST", allowed: "GET"),
      .tooLongComputing(seconds: 1), .tooLongAnswer(bytes: 1), .clientGone, .tooManyTransfers,
      .bodyTooLong(gigabytes: 1), .bodyNotKept, .noRoomForBody, .unknownHost("a"), .noExaminations,
      .tooManyExaminations, .tooManyOwnExaminations, .examinedTooOften,
    ]
    expectRefusals(refusals.map { Sentence($0) })
    let faults: [LinkFault] = [
      .notHostName("a"), .notHost("a"), .unserved("a", .nearest("b")),
      .unserved("a", .choices(["b"])),
      .unserved("a", .noShortLinks), .hostOutOfReach("a"), .hostChoices(["a"]),
      .notSlug("a", .length), .notSlug("a", .tooLong), .notSlug("a", .characters),
      .notSlug("a", .segments), .notSlug("a", .reserved), .slugOfConfiguration("a"),
      .fixedOnceMade(field: "a"),
      .pathNeverTaken("a"), .slugTooDeepForPath(limit: 1), .notDestination("a", .tooLong(limit: 1)),
      .notDestination("a", .notWebURL), .notDestination("a", .otherScheme("b")),
      .notDestination("a", .userInfo), .notDestination("a", .unsafeCharacters),
      .notDestination("a", .blanks),
      .notDestination("a", .valueInHost), .notDestination("a", .unknownValue("b")),
      .notDestination("a", .hostNotAllowed("b", allowed: ["c"])),
      .notDestination("a", .foreignHost("b")), .leadsBackToItself("a"),
      .leadsInCircle("a", redirects: 1), .notTime("a"), .notChoice("a", noun: "b", choices: ["c"]),
      .textTooLong(bytes: 2, limit: 1), .controlCharacter, .tooManyTags(1), .notTag("a"),
      .withheldHash, .noPasswordToKeep, .passwordNeedsHash, .passwordNotHashed, .emptyPassword,
      .tooManyRules(1), .valueCount(1), .queryItemCount(1), .queryItemName, .notPlatform("a"),
      .notLanguage("a"), .notCountry("a"),
    ]
    expectRefusals(faults.map { Sentence($0) })
  }

  @Test func `has a translation of what is wrong with accounts and webhooks`() {
    let names: [DashboardPerson.NameFault] = [
      .empty, .tooLong, .controlCharacter, .turningCharacter,
    ]
    let accounts: [AccountFault] =
      [
        .notHost("x"), .hostOutOfReach("x", within: []), .hostOutOfReach("x", within: ["y"]),
        .beyondOwnScopes("x"), .tokenWithoutScopes, .notTime("x"),
        .inThePast(Timestamp(secondsSinceEpoch: 0)), .notRole, .notAlone, .notOneHost,
        .noDestinationHosts("x"), .onlyForApps, .notLength("x"),
      ] + names.map { .notName("x", $0) }
    expectRefusals(accounts.map { Sentence($0) })
    var edit = WebhookEdit()
    edit.hosts = ["no host"] + Array(repeating: "a.example", count: 101)
    edit.secret = "x"
    edit.description = String(repeating: "x", count: 1001) + "\u{1B}\u{202E}"
    var count = 0
    for url in [
      "x", "https://a:b@c.example/", "https://c.example/#x", "https://a..b/",
      "http://c.example/", "https://127.0.0.1/", "https://" + String(repeating: "x", count: 2050),
    ] {
      edit.url = url
      let faults = edit.faults(OutgoingRules())
      count += faults.count { $0.field == "url" }
      expectRefusals(faults.map(\.reason))
    }
    #expect(count == 7)
    expectRefusals([Sentence(WebhookEdit.fault(ofType: "links.made"))])
    let attempts: [DeliveryFault] =
      [.answered(500), .answered(301), .hostDropped, .failing(since: .init(secondsSinceEpoch: 0))]
      + DeliveryFault.Obstacle.allCases.map { .noAnswer($0, "no answer") }
      + [.other("SSL connect error")]
    expectJapanese(attempts.map { Sentence($0) })
  }

  @Test func `every time in a sentence is known, so that pages show it in their zone`() {
    let (one, other) = (Timestamp(secondsSinceEpoch: 9), Timestamp(secondsSinceEpoch: 99))
    let sentences: [any Wording] = [
      LinkOddity.endsBeforeItBegins(end: one, begin: other), LinkOddity.isOver(one),
      LinkOddity.ruleEndsBeforeItBegins(end: one, begin: other), LinkOddity.ruleIsOver(one),
      Decision.Reason.notYetValid(one), Decision.Reason.expired(one), AccountFault.inThePast(one),
      DeliveryFault.failing(since: one),
      ColumnFault(column: "c", reason: Sentence(AccountFault.inThePast(one))),
    ]
    for sentence in sentences {
      for text in [sentence.english, sentence.japanese] {
        let found = text.matches(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/).map { String($0.0) }
        #expect(!found.isEmpty && found == sentence.times, "\(text)")
      }
    }
    let told = LocalZone.utc.shown(sentences[0].english, of: Sentence(LinkOddity.isOver(one)))
    #expect(told.contains("1970-01-01 00:00:09 UTC"))
  }

  @Test func `has a translation of what an import says of a row, and of a file`() {
    let reason = Sentence(ImportRemark.notTime("x"))
    let remarks: [ImportRemark] = [
      .notWholeNumber("x"), .notYesOrNo("x"), .notTime("x"), .notKnown("x", expected: ["a", "b"]),
      .closed(because: reason), .switchedOff, .ended(state: "x"), .passwordLeftOut,
      .endDestinationLeftOut, .shelved(tag: "x"), .clicksUsedUp(limit: 5),
      .usedClicksUnknown(limit: 5), .clicksUsed(2, limit: 5), .percentEscaped, .backslashTurned,
      .tagsLeftOut(2, of: 5), .otherDestination(column: "x"), .parameterNotWritten,
      .queryLeftOut("x"), .moved(to: "/s/x"), .addressLeftOut(reason), .rulesNotJSON,
      .notCountries, .notCountry("x"), .testNotWhole, .ruleIncomplete(number: 2),
      .conditionUnknown(rule: 2, condition: "x"), .languagesAfterTheFirst, .ruleLeftOut(reason),
      .tooManyRules, .rulesElsewhere, .emptyField, .alreadyInLine(5), .fields(2, expected: 5),
      .columnTwice("x"), .columnUnnamed(4), .notShortURL("x"), .noSite(host: "x"),
      .addressOfHost("x"),
    ]
    expectJapanese(remarks.map { Sentence($0) })
    let files: [FileRemark] = [
      .timesWithoutOffset, .tableLacks([reason], service: "S"), .pageInOtherApps(service: "S"),
      .clicksLeftOut(service: "S"), .noLinks, .hostsMoved(["a", "b"], to: "c"),
      .ofConfiguration(3), .columnsKept(["a"]), .membersMissing(["a"]),
    ]
    expectJapanese(files.map { Sentence($0) })
    let texts: [FileFault] = [
      .empty, .namesNoLink(expected: ["a"]), .firstRow(reason), .notText(reason), .halfCharacter,
      .rowTooLong, .objectTooLong, .truncatedList, .truncatedRow, .cutCharacter,
    ]
    expectJapanese(texts.map { Sentence($0) })
    let records: [CSVRecord.Fault] = [.unclosedQuote, .textBehindQuote, .tooLong]
    expectJapanese(records.map { Sentence($0) })
    let faults = ImportFormat.allCases.compactMap(ImportSource.named).flatMap(\.columns)
      .compactMap { column -> Sentence? in
        if case .lost(let loss) = column.kind { loss } else { nil }
      }
    #expect(faults.count > 4)
    expectJapanese(faults)
    for bytes: [UInt8] in [
      [0x50, 0x4B, 0x03, 0x04], [0x1F, 0x8B, 0, 0], [0x25, 0x50, 0x44, 0x46],
    ] {
      expectJapanese([TextGuess(archive: bytes[...])?.name].compactMap(\.self))
    }
    let site = SiteRules(
      hosts: [HostPattern("a.example")].compactMap(\.self), prefix: "/", destinationHosts: [],
      opensApp: true)
    expectJapanese(
      [LinkNameFault.nothingAt("x", meant: nil), .nothingAt("x", meant: "y")].map { Sentence($0) })
    let inner = SiteRules(hosts: site.hosts, prefix: "/s/")
    expectJapanese(
      ["s/x", "x.qr"].flatMap { inner.oddities(ofSlug: $0) { _ in true } }.map { Sentence($0) })
    expectJapanese(
      ["robots.txt", "favicon.ico", "x.qr"].flatMap { site.oddities(ofSlug: $0) { _ in false } }
        .map { Sentence($0) })
  }

  @Test(arguments: [
    FileFault.unknownService(columns: ["a", "b"]), .onlyAddresses, .namesNoColumns, .namesNoHost,
    .otherEncoding(byte: 0xE9, name: "Windows-1252", encoding: "WINDOWS-1252"),
  ])
  func `a page advises its fields where a command has options`(_ fault: FileFault) {
    expectJapanese([Sentence(fault)])
    for language in Language.allCases {
      let told = Sentence(fault).text(onPagesIn: language)
      #expect(!told.contains("iconv") && !told.contains("--map") && !told.contains("--as"))
    }
  }

  @Test func `puts values where each language has them`() {
    let taken = ChangeRefusal.slugTaken(LinkKey(host: "a.example", slug: "spring"))
    #expect(
      taken.english == "there is a link 'spring' on 'a.example' already: expected another slug")
    #expect(taken.japanese == "「a.example」にはすでにリンク「spring」があります")
    let slug = LinkFault.notSlug("a b", .reserved)
    #expect(slug.english == "'a b' is not a slug: the name is reserved: expected another one")
    #expect(slug.japanese == "「a b」はスラッグになりません。この名前は予約されています")
    // A typed text is not a sentence of Keiro's.
    #expect(LinkFault.notHostName("null").japanese == "「null」はホスト名ではありません")
    #expect(Sentence(english: "something new").text(in: .japanese) == "something new")
  }

  @Test(arguments: [
    (Language.english, "the link is over", "The link is over."),
    (.english, "iOS 26 gets the file", "iOS 26 gets the file."),
    (.english, "did you mean 'x'?", "Did you mean 'x'?"), (.english, "", ""),
    (.japanese, "リンクがありません", "リンクがありません。"), (.japanese, "終わり。", "終わり。"),
    (.japanese, "not translated", "Not translated."),
  ])
  func `ends as sentences of its language do`(
    language: Language, message: String, sentence: String
  ) {
    #expect(language.sentence(Sentence(english: message)) == sentence)
  }
}
