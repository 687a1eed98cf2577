import LaunchRouting
import Testing

@Test func `leads every launch home by default`() {
  let rules = LaunchRules(home: "start")
  #expect(rules.home == "start")
  #expect([rules.spotlight, rules.search, rules.widget, rules.intent] == [nil, nil, nil, nil])
  #expect(rules.shortcuts.isEmpty && rules.requiresLogin.isEmpty)
}
