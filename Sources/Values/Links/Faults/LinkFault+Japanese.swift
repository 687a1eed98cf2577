extension LinkFault {
  package var japanese: String {
    switch self {
    case .notHostName(let text): "「\(text.prefix(200))」はホスト名ではありません"
    case .notHost(let text):
      "「\(text.prefix(253))」はホストではありません。www.example.com のように入力してください"
    case .unserved(let host, let hint):
      "ホスト「\(host.prefix(253))」のサイトがありません" + hint.japanese
    case .hostOutOfReach(let host): "ホスト「\(host.prefix(253))」の権限がありません"
    case .hostChoices(let hosts): "使えるのは \(hosts.joined(separator: ", ")) です"
    case .notSlug(let text, let fault):
      "「\(text.prefix(300))」はスラッグになりません。\(fault.japanese)"
    case .slugOfConfiguration(let slug): "「\(slug)」は設定ファイルのリンクで、そちらが優先されます"
    case .fixedOnceMade(let field): "「\(field)」は変えられません。別のリンクを作ってください"
    case .pathNeverTaken(let url):
      "「\(url)」には {path} がありますが、スラッグの後のパスを受け付けない設定（refuse）です。「append」か「ignore」にしてください"
    case .slugTooDeepForPath(let limit): "スラッグの区切りが \(limit) を超えるため、「refuse」だけが使えます"

    case .notDestination(let url, let fault):
      "「\(url.prefix(200))」はリンク先になりません。\(fault.japanese)"
    case .leadsBackToItself(let url): "「\(url.prefix(200))」はこのリンク自身に戻ります"
    case .leadsInCircle(let url, let redirects):
      "「\(url.prefix(200))」は \(redirects) 回を超えてリダイレクトし、循環しています"
    case .notTime(let text):
      "「\(text.prefix(200))」は日時ではありません。2026-11-21T00:00:00Z や 2026-11-21 のように入力してください"
    case .notWord(let text, let kind): "「\(text.prefix(200))」は\(kind.japaneseExpectation)"
    case .notChoice(let text, _, let choices):
      "\(text) は使えません。使えるのは \(choices.joined(separator: ", ")) です"
    case .textTooLong(let bytes, let limit):
      "\(bytes) バイトあります。\(limit) バイト以内にしてください"
    case .controlCharacter: "制御文字が含まれています"
    case .tooManyTags(let count):
      "タグが \(count) 個あります。\(FieldType.tagCount) 個以内にしてください"
    case .notTag(let text): "「\(text)」はタグになりません。コンマのない文字を入力してください"

    case .withheldHash: "ハッシュがありません"
    case .noPasswordToKeep:
      "書き出しにハッシュがなく、ここにもパスワードがありません。「admin」の権限で書き出してください"
    case .passwordNeedsHash: "ここではパスワードをハッシュにできません"
    case .hashRefused(let reason): "ハッシュを受け付けられません。\(reason)"
    case .passwordNotHashed: "パスワードを保存できませんでした"
    case .emptyPassword: "パスワードが空です"

    case .tooManyRules(let count):
      "ルールが \(count) 件あります。\(LinkRule.countLimit) 件以内にしてください"
    case .valueCount(let count):
      "値が \(count) 個あります。1 から \(LinkRule.valueLimit) 個にしてください"
    case .queryItemCount(let count):
      "項目が \(count) 個あります。1 から \(LinkRule.itemLimit) 個にしてください"
    case .queryItemName: "項目の名前は 1 から 255 バイトです"
    case .notPlatform(let text):
      "「\(text.prefix(100))」はプラットフォームではありません。使えるのは \(Self.platforms) です"
    case .notLanguage(let text):
      "「\(text.prefix(100))」は言語ではありません。ja や pt-BR のように入力してください"
    case .notCountry(let text):
      "「\(text.prefix(100))」は国ではありません。JP のような 2 文字のコードを入力してください"
    }
  }
}

extension LinkFault.UnservedHint {
  fileprivate var japanese: String {
    switch self {
    case .none: ""
    case .nearest(let host): "。「\(host)」のことですか？"
    case .choices(let hosts): "。使えるのは \(hosts.joined(separator: ", ")) です"
    case .noShortLinks: "。短縮リンクを持つサイトが設定にありません"
    }
  }
}

extension WordKind {
  fileprivate var japaneseExpectation: String {
    switch self {
    case .appStoreID: " App Store の番号ではありません。1 から 20 桁の数字を入力してください"
    case .productPage:
      "カスタムプロダクトページではありません。45812c9b-c296-43d3-c6a0-c5a02f74bf6e のような「ppid」を入力してください"
    case .bundleID: "バンドル ID ではありません。使えるのは文字、数字、絵文字と「-」「.」です"
    case .packageName: "パッケージ名ではありません。com.example.app のように入力してください"
    case .scheme:
      "アプリの URL スキームではありません。英字で始め、英数字と「+」「-」「.」を使ってください"
    case .version: "バージョンではありません。2.1 のように数字と点で入力してください"
    }
  }
}

extension SlugFault {
  package var japanese: String {
    switch self {
    case .length: "1 から 255 文字にしてください"
    case .characters: "使えるのは文字、数字、絵文字と「-」「_」「.」「~」「/」です"
    case .segments: "スラッシュの間を空にしたり「.」「..」にしたりできません"
    case .reserved: "この名前は予約されています"
    }
  }
}

extension DestinationFault {
  package var japanese: String {
    switch self {
    case .tooLong(let limit): "\(limit) バイト以内にしてください"
    case .notWebURL: "http または https の URL を入力してください"
    case .impossibleHost(let host):
      "ブラウザは「\(host.prefix(253))」というホストを開けません。www.example.com のように入力してください"
    case .impossiblePort(let port):
      "ポート \(port.prefix(20)) はありません。1 から 65535 までの数にするか、省いてください"
    case .otherScheme(let scheme):
      "スキーム「\(scheme)」は Web のものではありません。http または https を使ってください"
    case .userInfo: "「@」の前の名前は本当のホストを隠すため使えません"
    case .unsafeCharacters: "URL に使えない文字があります。パーセントエンコードしてください"
    case .valueInHost: "波かっこの値は、パス、クエリ、フラグメントの中に置いてください"
    case .unknownValue(let name):
      "「{\(name)}」という値はありません。使えるのは {path}、{query.NAME}、{slug} です。"
        + "波かっこそのものは %7B\(name)%7D と書いてください"
    case .hostNotAllowed(let host, let allowed):
      "ホスト「\(host)」はこのサイトのリンク先として許可されていません。使えるのは "
        + "\(allowed.joined(separator: ", ")) です"
    }
  }
}
