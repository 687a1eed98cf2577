import JSONSyntax
import LinkStorage
import WebSyntax

/// Reads the section `health`; missing members keep their defaults. Without the section,
/// destinations are not checked.
struct HealthReader {
  func read(_ field: JSONField?) -> LookPace? {
    field?.object { object in
      var pace = LookPace()
      object.set(&pace.every, "every") {
        $0.value(Self.seconds, isNot: "a time: expected a number and m, h or d, such as 7d")
      }
      object.set(&pace.perHost, "perHost") { $0.int(in: 1...100) }
      object.set(&pace.perSecond, "perSecond") { $0.int(in: 1...100) }
      return pace
    }
  }

  private static func seconds(_ text: String) -> Int? {
    let units = ["m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[String($0)] }), !text.hasPrefix("0"),
      let count = DecimalDigits.number(text.utf8.dropLast()), count < 100_000
    else { return nil }
    return count * unit
  }
}
