import JSONSyntax
import LaunchRouting
import Platforms
import SiteModel

/// Explains which method of an app receives a launch.
struct ReceiverSteps {
  let context: TapContext
  /// Nil for an app that the configuration does not name.
  let app: AppDefinition?

  /// The result of a launch.
  enum Reception {
    /// Nil on Android and HarmonyOS, where no delegate method is called.
    case receives(Receiver?)
    case fails(LaunchObstacle, reason: Sentence)
  }

  func add(_ path: LaunchPath, to record: inout TapRecord) -> Reception {
    guard let launch else {
      if case .harmony = context.system {
        record.step(
          .launch,
          Sentence(
            "the UIAbility whose 'skills' declare the address gets it as the uri of its want",
            "アドレスを「skills」で宣言した UIAbility が「want」の「uri」として受け取ります"), [Reference.harmony])
      } else {
        record.step(
          .launch,
          Sentence(
            "the activity whose intent filter declares the address receives ACTION_VIEW",
            "アドレスをインテントフィルタで宣言したアクティビティが ACTION_VIEW を受け取ります"),
          [Reference.appLinks])
      }
      return .receives(nil)
    }
    record.launch = launch
    if let obstacle = launch.obstacle {
      let reason = failure(obstacle, on: launch)
      record.step(.launch, reason, [Reference.scenes], .warning)
      return .fails(obstacle, reason: reason)
    }
    let receiver = receiver(path, launch)
    let lifecycle = launch.lifecycle.effective(on: launch.system)
    let older =
      lifecycle == launch.lifecycle
      ? Sentence("", "")
      : Sentence(
        " (iOS \(launch.system) has no \(launch.lifecycle.title))",
        "（iOS \(launch.system) に \(launch.lifecycle.title) はありません）")
    record.step(
      .launch,
      Sentence(
        "\(path.title), app \(context.state.phrase): \(receiver.method.rawValue)"
          + (receiver.key.map { ", in \($0.rawValue)" } ?? "") + " receives it\(older.english)",
        "\(path.titleInJapanese)、\(context.state.phraseInJapanese)：\(receiver.method.rawValue)"
          + (receiver.key.map { " の \($0.rawValue)" } ?? "") + " で受け取ります\(older.japanese)"),
      [Reference.launches])
    return .receives(receiver)
  }

  /// Explains the first launch after installation from a store, which does not carry the link.
  /// Returns nil when the app is already installed or does not launch, and on Android.
  func tellFirstStart(_ record: inout TapRecord) -> Receiver? {
    guard !context.installed.holds(app), let launch else { return nil }
    record.launch = launch
    if let obstacle = launch.obstacle {
      record.step(
        .later,
        Sentence(
          "after installation \(failure(obstacle, on: launch).english)",
          "インストール後も、\(failure(obstacle, on: launch).japanese)"),
        [Reference.scenes], .warning)
      return nil
    }
    let receiver = receiver(.universalLinkBeforeInstallation, launch)
    record.step(
      .later,
      Sentence(
        "after installation the app starts as if from its icon: \(receiver) receives the launch, "
          + "and the link has to be fetched again",
        "インストール後、アプリはアイコンから開いたときと同じように起動します。"
          + "\(receiver.method.rawValue) で受け取り、リンクはあらためて取得します"), [Reference.launches])
    return receiver
  }

  /// The launch as the tap describes it, completed from the configuration; nil unless the system is
  /// iOS.
  private var launch: LaunchContext? {
    guard case .iOS(let version) = context.system else { return nil }
    var launch = app?.launchContext ?? LaunchContext()
    launch.system = version
    launch.state = context.state
    launch.lifecycle = context.lifecycle ?? launch.lifecycle
    launch.sdk = context.sdk ?? launch.sdk
    return launch
  }

  /// Describes why the system does not start the app.
  private func failure(_ obstacle: LaunchObstacle, on launch: LaunchContext) -> Sentence {
    let english = "\(app?.key ?? "the app") \(obstacle.predicate(on: launch.system))"
    switch obstacle {
    case .scenesRequired:
      return Sentence(
        english,
        "「\(app?.key ?? "アプリ")」は iOS \(launch.system) で起動しません。"
          + "この SDK で必要なシーン（UIScene）がありません")
    }
  }

  private func receiver(_ path: LaunchPath, _ launch: LaunchContext) -> Receiver {
    path.receiver(system: launch.system, state: launch.state, lifecycle: launch.lifecycle)
  }
}

extension AppState {
  /// The state of the app as part of a sentence.
  package var phrase: String {
    self == .notRunning ? "not running" : "in the \(rawValue)"
  }

  fileprivate var phraseInJapanese: String {
    switch self {
    case .notRunning: "未起動"
    case .background: "バックグラウンド"
    case .foreground: "フォアグラウンド"
    }
  }
}

extension LaunchPath {
  fileprivate var titleInJapanese: String {
    switch self {
    case .normal: "通常の起動"
    case .localNotification: "ローカル通知"
    case .remoteNotification: "リモート通知"
    case .presentedNotification: "タップ前の通知"
    case .url: "独自の URL スキーム、ウィジェット"
    case .quickAction: "クイックアクション"
    case .universalLink: "ユニバーサルリンク"
    case .userActivity: "Spotlight、Siri ショートカット"
    case .universalLinkBeforeInstallation: "ユニバーサルリンク（アプリなし）"
    }
  }
}

extension Lifecycle {
  fileprivate var title: String {
    switch self {
    case .appDelegate: "app delegates"
    case .scene: "scenes"
    case .swiftUI: "SwiftUI"
    }
  }
}
