import JSONSyntax
import WebSyntax

/// Explains the address as it is sent.
enum AddressSteps {
  /// Returns a web address with the characters escaped that URLs do not allow; nil for any other
  /// address.
  static func sent(_ text: String, _ record: inout TapRecord) -> WebURL? {
    guard let url = WebURL(text), ["http", "https"].contains(url.scheme) else { return nil }
    let encoded = PercentCoding.encodeUnsafe(Array(text.utf8)[...])
    guard encoded != text, let sent = WebURL(encoded) else { return url }
    record.step(
      .address,
      Sentence(
        "it is sent as '\(encoded)': rules compare the URL as it is encoded",
        "「\(encoded)」として送られます。ルールはエンコードされた URL と比較されます"), ["R24"])
    return sent
  }
}
