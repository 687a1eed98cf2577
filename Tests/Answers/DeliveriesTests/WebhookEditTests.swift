import Deliveries
import JSONSyntax
import LinkStorage
import Outgoing
import Testing

@Suite struct WebhookEditTests {
  private func faults(_ url: String, _ rules: OutgoingRules = OutgoingRules()) -> [String] {
    var edit = WebhookEdit()
    edit.url = url
    return edit.faults(rules).map(\.detail)
  }

  @Test(arguments: [
    "https://127.0.0.1/", "https://[::1]/", "https://10.1.2.3/hook", "https://169.254.169.254/",
    "https://[::ffff:192.168.0.1]/", "https://[64:ff9b::a00:1]/", "https://93.184.216.34:8443/",
    "https://[fd00::1]/", "https://0.0.0.0/", "https://127.1/", "https://0x7f.1/",
    "https://2130706433/", "https://[::ffff:127.0.0.1]/", "https://0177.0.0.1/", "https://127.1./",
    "https://0/", "https://%31%32%37.1/", "https://[fe80::1%25eth0]/", "https://0x0a010203:443/",
  ])
  func `refuses an address that is not public`(_ url: String) {
    #expect(faults(url).first?.contains("is not public") == true, "\(url) \(faults(url))")
  }

  @Test(arguments: [
    "http://hooks.example/", "ftp://hooks.example/", "hooks.example", "",
    "https://user:pass@hooks.example/", "https://hooks.example/#a", "https://hooks.example/ä",
    "https://hooks.example/" + String(repeating: "x", count: 2048),
  ])
  func `refuses what is no address of an endpoint`(_ url: String) {
    #expect(faults(url).count == 1, "\(url) \(faults(url))")
  }

  @Test(arguments: [
    ("a\u{1B}[2Jb", "a control character"), ("a\nb", "a control character"),
    ("\u{7}", "a control character"), ("\u{9B}", "a control character"),
    ("a\u{2028}b", "a control character"),
    ("\u{202E}gpj", "a character that changes the direction of text"),
    ("a\u{2066}b", "a character that changes the direction of text"),
    ("\u{200F}", "a character that changes the direction of text"),
  ])
  func `refuses what would not be shown of a note, as of names`(_ text: String, _ what: String) {
    var edit = WebhookEdit()
    edit.description = text
    #expect(
      edit.faults(OutgoingRules()).map(\.detail) == ["the text contains \(what): expected none"])
    #expect(
      DashboardPerson.fault(ofName: text)?.english == "the name contains \(what): expected none")
  }

  @Test func `takes the writing of any language for a note, and for a name`() {
    for text in ["für alle", "日本語", "שלום", "👩\u{200D}👩\u{200D}👧", "می\u{200C}خواهم"] {
      var edit = WebhookEdit()
      edit.description = text
      #expect(edit.faults(OutgoingRules()).isEmpty && DashboardPerson.fault(ofName: text) == nil)
    }
  }

  @Test func `takes public addresses, and inner ones that are allowed`() throws {
    let rules = try inside()
    #expect(faults("https://hooks.example/keiro?a=b") == [])
    #expect(faults("https://93.184.216.34/") == [])
    #expect(faults("https://127.1.hooks.example/") == [])
    #expect(faults("http://127.0.0.1:8080/", rules) == [])
  }

  @Test func `keeps an old secret for a day`() throws {
    var edit = WebhookEdit()
    edit.url = "https://hooks.example/"
    var webhook = try #require(edit.make(now: time(0)))
    let first = try #require(webhook.secrets.first?.text)
    let rotated = webhook.rotate(now: time(10))
    let second = try #require(rotated)
    #expect(webhook.secrets(at: time(10)) == [second, first])
    #expect(webhook.secrets(at: time(10 + 24 * 3600)) == [second])
    for _ in 0..<20 { _ = webhook.rotate(now: time(20)) }
    #expect(webhook.secrets.count == 5)
  }

  @Test func `forgets its failures when it is switched on again`() throws {
    var edit = WebhookEdit()
    edit.url = "https://hooks.example/"
    var webhook = try #require(edit.make(now: time(0)))
    webhook.failingSince = time(1)
    webhook.disabledAt = time(2)
    webhook.disabledReason = DeliveryFault.hostDropped.stored
    var on = WebhookEdit()
    on.isEnabled = true
    on.apply(to: &webhook, now: time(3))
    #expect(webhook.isEnabled && webhook.disabledReason == nil && webhook.failingSince == nil)
  }
}
