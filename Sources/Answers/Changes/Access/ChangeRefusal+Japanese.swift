import JSONSyntax
import LinkStorage
import Links

extension ChangeRefusal {
  package var japanese: String {
    switch self {
    case .invalid(let faults, let count): FaultSummary(of: faults, count: count).japanese
    case .insufficientScope(let scope): "権限がありません。「\(scope.rawValue)」が必要です"
    case .noRandomness: "乱数を用意できません"
    case .hostNotReached(let host): "ホスト「\(host.prefix(253))」の権限がありません"
    case .linkNotFound(let key): "\(Self.named(key))はありません"
    case .slugTaken(let key): "「\(key.host)」にはすでにリンク「\(key.slug)」があります"
    case .slugsTaken(let host):
      "「\(host)」に空いている名前が見つかりません。長くするか、自分で決めてください"
    case .linkOfConfiguration(let key):
      "\(Self.named(key))は設定ファイルにあります。そちらで変更してください"
    case .linkChanged(let key): "\(Self.named(key))は、開いた後に変更されました"
    case .linkExcluded(let key): "\(Self.named(key))はすでにあります"
    case .linkBusy(let key):
      "\(Self.named(key))はほかの人が変更中です。もう一度お試しください"
    case .versionNotFound(let key, let number?): "\(Self.named(key))に戻せる版 \(number) はありません"
    case .versionNotFound(let key, nil): "\(Self.named(key))に戻せる前の版はありません"
    case .changeNotFound(let number): "変更 \(number) はないか、保存期間を過ぎています"
    case .tooManyOwned(let owner, let limit):
      "管理元「\(owner)」のリンクが \(limit) 個を超えています"
    case .idempotencyKeyReused: "同じキーで別の要求がすでに送られています"
    case .idempotencyKeySpent: "このキーで作られたリンクは削除されました"
    case .tokenNotFound(let id, let nearest):
      "トークン「\(id.prefix(100))」はありません" + Self.question(nearest)
    case .identifierTaken: "識別子が重なりました。もう一度お試しください"
    case .personNotFound(let name, let nearest):
      "「\(name.prefix(100))」という人はいません" + Self.question(nearest)
    case .nameTaken(let name): "「\(name)」という名前はすでに使われています"
    case .noOrigin:
      "設定の「dashboard.origin」がありません。パスキーには https://keiro.example.com のようなオリジンが必要です"
    case .sessionNotFound: "そのセッションはありません"
    case .passkeyNotFound: "そのパスキーはありません"
    case .lastPasskey: "これが唯一のパスキーです。先に別のパスキーを追加してください"
    case .webhookNotFound(let id, let nearest):
      "Webhook「\(id.prefix(100))」はありません" + Self.question(nearest)
    case .deliveryNotFound(let number, let webhook):
      "Webhook「\(webhook)」に配信 \(number) はありません"
    case .webhookDisabled(let id): "Webhook「\(id)」は停止しています。再開してからお試しください"
    case .tooManyWebhooks(let limit): "Webhook は \(limit) 個までです"
    case .webhookBusy: "ほかの人が変更中です。もう一度お試しください"
    case .applyingBusy: "ほかのファイルのリンクを反映しています。終わってからもう一度お試しください"
    }
  }

  private static func named(_ key: LinkKey) -> String { "「\(key.host)」のリンク「\(key.slug)」" }

  private static func question(_ nearest: String?) -> String {
    nearest.map { "。「\($0)」のことですか？" } ?? ""
  }
}
