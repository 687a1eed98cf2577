import LaunchRouting
import Testing

/// Screens behind a login; what becomes of other launches is in `Launches.txt`.
struct LaunchRulesTests {
  private func decide(
    _ launch: Launch, _ rules: LaunchRules = .sample, isLoggedIn: Bool = true
  ) -> LaunchDecision {
    rules.decide(
      launch, event: rules.track(launch).event, session: LaunchSession(isLoggedIn: isLoggedIn),
      resolve: LaunchRules.sampleRoutes)
  }

  @Test func `puts the login screen before a screen that requires it`() {
    let compose = Launch.shortcutItem(.init(type: "jp.asajikan.new"))
    #expect(
      decide(compose, isLoggedIn: false).destination
        == .login(Screen("login"), then: Screen("compose")))
    let link = Launch.opened(url: "https://asajikan.jp/account")
    #expect(decide(link, isLoggedIn: false).destination?.description == "login, then account")
    #expect(decide(.normal, isLoggedIn: false).destination == .screen(Screen("home")))
  }

  @Test func `guards the home screen and the names of rules too`() {
    var rules = LaunchRules(home: "home")
    rules.requiresLogin = ["home"]
    let decision = decide(.normal, rules, isLoggedIn: false)
    #expect(decision.destination?.description == "login, then home")
    rules.loginScreen = "welcome"
    let home = rules.home(session: LaunchSession(isLoggedIn: false))
    #expect(home.description == "welcome, then home")
  }
}
