import Outgoing
import Testing
import WebSyntax

struct OutgoingRulesTests {
  @Test(arguments: [
    "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.0.9", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1",
    "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "255.255.255.255",
    "::", "::1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::", "2002:a00:1::1", "::7f00:1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1",
    "ff02::1", "2001:db8::1", "2001::1", "100::1",
  ])
  func `closes what is not public`(_ text: String) throws {
    let address = try #require(IPAddress(text))
    var rules = OutgoingRules()
    rules.allowPlainHTTP = true
    #expect(!rules.admits(address, port: 443) && !rules.admits(address, port: 80))
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1",
    "192.167.0.1", "198.17.0.1", "198.20.0.1", "223.255.255.255", "2606:4700::1111",
    "64:ff9b::808:808", "2002:808:808::1",
  ])
  func `admits public addresses at their ports`(_ text: String) throws {
    let address = try #require(IPAddress(text))
    var rules = OutgoingRules()
    #expect(rules.admits(address, port: 443))
    #expect(!rules.admits(address, port: 80) && !rules.admits(address, port: 25))
    rules.allowPlainHTTP = true
    #expect(rules.admits(address, port: 80) && !rules.admits(address, port: 6379))
  }

  @Test func `admits networks that are said to be ours, at any port`() throws {
    var rules = OutgoingRules()
    rules.allowNetworks = [try IPNetwork(parsing: "10.1.0.0/16")]
    #expect(rules.admits(try #require(IPAddress("10.1.2.3")), port: 8080))
    #expect(rules.admits(try #require(IPAddress("::ffff:10.1.2.3")), port: 8080))
    #expect(!rules.admits(try #require(IPAddress("10.2.2.3")), port: 443))
  }
}
