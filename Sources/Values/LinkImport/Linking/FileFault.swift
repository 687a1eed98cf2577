package import JSONSyntax

/// The reason why a file cannot be read without another choice of its sender.
package enum FileFault: Wording, Equatable {
  /// No service is known whose files have these columns.
  case unknownService(columns: [String])
  /// The file has the addresses of links, but no destinations.
  case onlyAddresses
  /// The first line of the table is not a list of names.
  case namesNoColumns
  /// A row does not say the host of its link.
  case namesNoHost
  /// The text has another encoding: the byte, the name that people use, and the one of `iconv`.
  case otherEncoding(byte: UInt8, name: String, encoding: String)

  package var english: String {
    switch self {
    case .unknownService(let columns):
      "no service is known whose files have \(Self.quoted(columns)): expected --format, or --map "
        + "COLUMN=FIELD for the address and the destination of links"
    case .onlyAddresses:
      "the file is only a list of addresses: --format url-list asks the old service for the "
        + "destination of each"
    case .namesNoColumns:
      "the first line names no columns: expected their names, or --map 1=slug --map 2=url"
    case .namesNoHost: "the row names no host: use --as to give the host of its links"
    case .otherEncoding(let byte, let name, let encoding):
      "the byte \(Self.hexadecimal(byte)) is not UTF-8, and the text looks like \(name): 'iconv "
        + "-f \(encoding) -t UTF-8 FILE >NEW' makes a file that can be imported"
    }
  }

  package var japanese: String {
    switch self {
    case .unknownService(let columns):
      "列 \(Self.quoted(columns)) をもつファイルのサービスがわかりません。--format で形式を、または --map 列=項目 で"
        + "アドレスとリンク先の列を指定してください"
    case .onlyAddresses:
      "アドレスだけのリストです。--format url-list を付けると、以前のサービスにリンク先を問い合わせます"
    case .namesNoColumns:
      "一行目に列の名前がありません。列の名前を加えるか、--map 1=slug --map 2=url のように指定してください"
    case .namesNoHost: "この行にはホストがありません。--as でリンクのホストを指定してください"
    case .otherEncoding(let byte, let name, let encoding):
      "バイト \(Self.hexadecimal(byte)) は UTF-8 ではなく、\(name) のようです。"
        + "「iconv -f \(encoding) -t UTF-8 FILE >NEW」で変換できます"
    }
  }

  package var onPages: Sentence? {
    switch self {
    case .unknownService(let columns):
      Sentence(
        "no service is known whose files have \(Self.quoted(columns)): choose the format, or name "
          + "the columns 'host', 'slug' and 'url'",
        "列 \(Self.quoted(columns)) をもつファイルのサービスがわかりません。形式を選ぶか、列の名前を host、slug、url にしてください")
    case .onlyAddresses:
      Sentence(
        "the file is only a list of addresses: where they lead is what 'keiro import --format "
          + "url-list' asks the old service, on the server",
        "アドレスだけのリストです。リンク先は、サーバーで「keiro import --format url-list」を使って以前のサービスに問い合わせます")
    case .namesNoColumns:
      Sentence(
        "the first line names no columns: expected names such as 'host', 'slug' and 'url'",
        "一行目に列の名前がありません。host、slug、url のような名前を加えてください")
    case .namesNoHost:
      Sentence(
        "the row names no host: choose the host of the links above the button",
        "この行にはホストがありません。「リンクのホスト」を選んで、もう一度確認してください")
    case .otherEncoding(let byte, let name, _):
      Sentence(
        "the byte \(Self.hexadecimal(byte)) is not UTF-8, and the text looks like \(name): save it "
          + "as UTF-8, which spreadsheets call 'CSV UTF-8'",
        "バイト \(Self.hexadecimal(byte)) は UTF-8 ではなく、\(name) のようです。"
          + "UTF-8（表計算ソフトでは「CSV UTF-8」）で保存してください")
    }
  }

  private static func quoted(_ columns: [String]) -> String {
    columns.prefix(20).map { "'\($0.prefix(100))'" }.joined(separator: ", ")
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    "0x" + String(byte, radix: 16, uppercase: true)
  }
}
