import SiteModel
import Explaining
import HTTPCore
import JSONSyntax
import LaunchRouting
import Links
import Management
import Questions
import Service

extension FuzzTarget {
  /// JSON and the values read from it: launches, notifications, explanation requests.
  static let json = FuzzTarget(name: "json") { bytes in
    parse(bytes)
    evaluate(ReportedLaunch(json: bytes))
    build(ReportedNotification(json: bytes))
    explain(bytes)
  }

  private static func parse(_ bytes: [UInt8]) {
    let tolerant = TolerantJSON(parsing: bytes)
    let isJSON = (try? JSONDocument(parsing: bytes)) != nil
    expect(tolerant.errors.isEmpty == isJSON, "the tolerant reader is of another opinion")
    for error in tolerant.errors {
      expect((0...bytes.count).contains(error.offset), "\(error) lies outside of the text")
    }
    do throws(JSONSyntaxError) {
      let root = try JSONDocument(parsing: bytes).root
      let output = JSONOutput(root)
      expect(read(output.compact) == output, "the compact text reads otherwise")
      expect(read(output.pretty) == output, "the pretty text reads otherwise")
    } catch {
      expect((0...bytes.count).contains(error.offset), "the fault lies outside of the text")
      expect(!error.reason.message.isEmpty, "a fault without words")
      let lines = JSONLines(bytes: bytes)
      let position = lines.position(of: error.offset)
      expect(lines.excerpt(position) != nil || bytes.isEmpty, "\(position) lies outside")
    }
  }

  private static func read(_ text: String) -> JSONOutput? {
    (try? JSONDocument(parsing: Array(text.utf8))).map { JSONOutput($0.root) }
  }

  private static func evaluate(_ report: ReportedLaunch) {
    let routes = DeepLinkRoutes(
      FuzzService.snapshot, app: 0, now: FuzzService.timestamp,
      links: LinkNotebook(FuzzService.snapshot))
    let rules = FuzzService.definition.apps[0].launch
    let evaluation = rules.evaluate(report, resolve: routes.answer)
    expect(report.launch != nil || !evaluation.problems.isEmpty, "no launch, and no problem")
    expect(read(evaluation.output.compact) != nil, "the evaluation is not JSON")
  }

  private static func build(_ report: ReportedNotification) {
    expect((report.payload == nil) == report.hasErrors, "errors do not go with their absence")
    guard let output = report.payload?.output else { return }
    expect(read(output.compact) == output, "the payload reads otherwise")
  }

  private static func explain(_ bytes: [UInt8]) {
    do throws(Problem) {
      let question = try ExplanationQuestion(reading: try JSONDocument(body: bytes))
      guard case .url(let url) = question.subject else { return }
      let explanation = LinkExplainer(
        FuzzService.snapshot, now: FuzzService.timestamp
      ).explain(url, context: question.context)
      expect(!explanation.steps.isEmpty, "an explanation without a step")
      expect(read(explanation.output.compact) != nil, "the explanation is not JSON")
    } catch {
      expect(error.status == .badRequest || !error.faults.isEmpty, "no question, and no fault")
    }
  }
}
