/// Requests that two readers might split differently. `\u{1}` stands for the request that must not
/// get through, `{all}` for the length of the whole body.
enum SmugglingCases {
  static var all: [String] { codings + lengths + chunks + names + lines + hops }

  private static func post(_ fields: String, _ body: String) -> String {
    "POST /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n\(fields)\r\n\r\n\(body)"
  }

  /// CL.TE, TE.CL and TE.TE: each spelling of chunked with a long length, a short one and none.
  private static var codings: [String] {
    codingLines.flatMap { line in
      [
        post("Content-Length: {all}\r\n\(line)", "0\r\n\r\n\u{1}"),
        post("\(line)\r\nContent-Length: {all}", "0\r\n\r\n\u{1}"),
        post("Content-Length: 4\r\n\(line)", "{hex}\r\n\u{1}\r\n0\r\n\r\n"),
        post(line, "0\r\n\r\n\u{1}"),
        post("Transfer-Encoding: chunked\r\n\(line)", "0\r\n\r\n\u{1}"),
      ]
    }
  }

  private static let codingLines = [
    "Transfer-Encoding: chunked", "transfer-encoding: CHUNKED", "Transfer-Encoding : chunked",
    "Transfer-Encoding:\tchunked", "Transfer-Encoding:chunked", "Transfer-Encoding: \u{b}chunked",
    "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding: identity, chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
    "Transfer_Encoding: chunked", "Transfer-Encoding: \"chunked\"",
    "Transfer-Encoding: chunked;a=b", "X: x\nTransfer-Encoding: chunked",
    "X: x\rTransfer-Encoding: chunked", "Transfer-Encoding\n: chunked",
    "Transfer-Encoding: chun\u{0}ked", "Transfer-Encoding:\r\n chunked",
    "Transfer-Encoding:\n chunked", "Transfer-Encoding: \u{a0}chunked",
    "Transfer-Encoding: chunked\u{0}", " Transfer-Encoding: chunked",
    "X: x\r\n\tTransfer-Encoding: chunked", "Transfer-Encoding: ,chunked",
    "Transfer-Encoding: identity", "Transfer-Encoding: chunked\u{c}",
    "Transfer\u{ad}Encoding: chunked",
    "Transfer-Encoding\u{0}: chunked", "Transfer-Encoding\u{85}: chunked", "TE: chunked",
    "Content-Encoding: chunked", "Transfer-Encoding: gzip, chunked",
  ]

  /// CL.0 and CL.CL: each spelling of a length, for methods with and without a body.
  private static var lengths: [String] {
    ["GET", "HEAD", "POST", "OPTIONS"].flatMap { method in
      lengthLines.map { line in
        "\(method) /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n\(line)\r\n\r\n\u{1}"
      }
    }
  }

  private static let lengthLines = [
    "Content-Length: {all}", "Content-Length: +{all}", "Content-Length: {all}, {all}",
    "Content-Length: {all}\r\nContent-Length: 0", "Content-Length: 0\r\nContent-Length: {all}",
    "Content-Length : {all}", " Content-Length: {all}", "Content-Length: 0{all}",
    "Content-Length: {all}x", "Content_Length: {all}", "Content-Length:\r\n {all}",
    "Content-Length:\n {all}", "Content-Length: \u{0}{all}", "Content-Length: {all}\u{b}",
    "Content-Length: 0x{hex}", "Content-Length: -1", "Content-Length: 0", "Content-Length:",
    "Content-Length: {all}\nX: x", "X: x\nContent-Length: {all}",
    "Content-Length: 18446744073709551616", "Content-Length\u{0}: {all}",
    "Content-Length: \"{all}\"",
    "content-length: {all}\r\nCONTENT-LENGTH: {all}", "Content-Length: {all};a=b",
    "Content-Length: {all}\r\nExpect: 100-continue", "Expect: 100-continue",
  ]

  /// Chunks, their extensions and trailers, after a plain `Transfer-Encoding: chunked`.
  private static var chunks: [String] {
    chunkBodies.map { post("Transfer-Encoding: chunked", $0) }
  }

  private static let chunkBodies = [
    "0\r\n\r\n\u{1}", "0\n\n\u{1}", "0\r\n\n\u{1}", "0\n\r\n\u{1}", "0\r\r\n\r\n\u{1}",
    "0;a\r\n\r\n\u{1}",
    "0;a=b\r\n\r\n\u{1}", "0;a\n\r\n\u{1}", "0;\r\n\r\n\u{1}", "0;a=\"\r\n\r\n\u{1}\"\r\n\r\n",
    "3;a\nxx\r\nabc\r\n0\r\n\r\n\u{1}", "3;a\rxx\r\nabc\r\n0\r\n\r\n\u{1}",
    "3 ;a\r\nabc\r\n0\r\n\r\n\u{1}",
    "3; a\r\nabc\r\n0\r\n\r\n\u{1}", "3;a=\u{0}\r\nabc\r\n0\r\n\r\n\u{1}",
    "2;\nxx\r\n{hex}\r\n0\r\n\r\n\u{1}0\r\n\r\n", "0x3\r\nabc\r\n0\r\n\r\n\u{1}",
    "00000000000000000003\r\nabc\r\n0\r\n\r\n\u{1}", "10000000000000003\r\nabc\r\n0\r\n\r\n\u{1}",
    "-1\r\n\u{1}", "3\r\nabcXX0\r\n\r\n\u{1}", "3\r\nabc0\r\n\r\n\u{1}", "3\r\nabc\n0\r\n\r\n\u{1}",
    "3\r\nabc\r0\r\n\r\n\u{1}", "4\r\nabc\r\n0\r\n\r\n\u{1}", "2\r\nabc\r\n0\r\n\r\n\u{1}",
    "0\r\nT: v\r\n\r\n\u{1}", "0\r\nContent-Length: {all}\r\n\r\n\u{1}",
    "0\r\nTransfer-Encoding: chunked\r\n\r\n\u{1}", "0\r\nT : v\r\n\r\n\u{1}",
    "0\r\nT: v\n\r\n\u{1}",
    "0\r\n \r\n\r\n\u{1}", "0\r\n\u{1}", "{hex}\r\n\u{1}\r\n0\r\n\r\n",
    "{HEX}\r\n\u{1}\r\n0\r\n\r\n",
    " 0\r\n\r\n\u{1}", "0 \r\n\r\n\u{1}", "\r\n0\r\n\r\n\u{1}", ";a\r\n\r\n\u{1}",
    "0,0\r\n\r\n\u{1}",
  ]

  /// Field names and values with bytes that some readers skip.
  private static var names: [String] {
    [
      "X\u{0}: a", "X\u{80}: a", "X Y: a", ": a", "X\r: a", "X\n: a", "\u{0}X: a", "X: a\u{0}b",
      "X: a\rb", "X: a\nb", "X: a\r\n b", "X", "X:\r", "\u{b}X: a", "X\t: a", "\u{7f}: a",
      "X: \u{7f}",
      "X: a\r\n\r \n", "X: a\r\r\n", "X: a\n\r\n", "X: a\r\n\n", "X[]: a", "X/: a", "\"X\": a",
    ].map { line in
      "GET /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n\(line)\r\nContent-Length: 0\r\n\r\n\u{1}"
    }
  }

  /// Request lines and empty lines that some readers accept.
  private static let lines =
    [
      "GET /s/spring?attack HTTP/1.1\nHost: asajikan.jp\n\n",
      "GET /s/spring?attack HTTP/1.1\rHost: asajikan.jp\r\r",
      "GET /s/spring?attack HTTP/1.0\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "GET /s/spring?attack\r\n", "GET /s/spring?attack HTTP/1.1 \r\nHost: asajikan.jp\r\n\r\n",
      "GET  /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
      "GET /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\nHost: example.org\r\n\r\n",
      "GET http://example.org/s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
      "GET /s/spring?attack%20HTTP/1.1%0d%0aHost:a HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
      "GET /s/spring?a\tHTTP/1.1 HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
      "GET /s/spring?a\u{0}b HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
      "GET /s/spring?attack HTTP/2.0\r\nHost: asajikan.jp\r\n\r\n",
      "GET /s/spring?attack HTTP/1.2\r\nHost: asajikan.jp\r\nContent-Length: 0\r\n\r\n",
      "\r\n\r\n\r\nGET /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
      "\n\nGET /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
      "CONNECT a:1 HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
    ].map { $0 + "\u{1}" }

  /// Hop-by-hop fields that could remove framing fields.
  private static var hops: [String] {
    [
      "Connection: Content-Length", "Connection: Transfer-Encoding", "Connection: close, Host",
      "Connection: keep-alive\r\nKeep-Alive: timeout=1",
      "Connection: Upgrade\r\nUpgrade: websocket",
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ",
      "Proxy-Connection: keep-alive", "TE: trailers\r\nTrailer: Content-Length",
    ].flatMap { line in
      [
        post("\(line)\r\nContent-Length: {all}", "\u{1}"),
        post("\(line)\r\nTransfer-Encoding: chunked", "0\r\n\r\n\u{1}"),
      ]
    }
  }
}
