import Dispatch
import HTTPCore
import Management
import Service
import Synchronization
import System

/// Hands a file to the API's import, piece by piece, in the background.
final class ImportRun: Sendable {
  private let pages: DashboardPages
  private let upload: Upload
  private let user: SignedIn
  private let isDryRun: Bool
  private let now: HTTPInstant

  init(
    _ pages: DashboardPages, _ upload: Upload, _ user: SignedIn, isDryRun: Bool, at now: HTTPInstant
  ) {
    self.pages = pages
    self.upload = upload
    self.user = user
    self.isDryRun = isDryRun
    self.now = now
  }

  private static let queue = DispatchQueue(label: "keiro.imports", attributes: .concurrent)

  func begin() {
    Self.queue.async { [self] in run() }
  }

  private var query: String {
    let options = upload.options
    let items: [(name: String, value: String?)] = [
      ("format", options.format), ("dryRun", isDryRun ? "true" : "false"), ("as", options.host),
      ("overwrite", options.overwritesEdits ? "true" : nil),
      ("clicks", options.takesClicks ? "true" : nil),
    ]
    return String(PageQuery.text(items).dropFirst())
  }

  private func run() {
    do throws(Problem) {
      let sink = try pages.service.importing(query: query, as: user.caller, at: now)
      do throws(FileReadError) {
        guard let kept = upload.file else { return sink.cancel() }
        let file = try FilePieces(kept)
        while let piece = try file.next() {
          Self.wait { sink.receive(piece, completion: $0) }
          upload.note(position: file.position)
        }
      } catch {
        sink.cancel()
        return upload.enter(.failed(error.message))
      }
      end(sink)
    } catch {
      upload.enter(.failed(error.detail))
    }
  }

  private func end(_ sink: any HTTPBodySink) {
    sink.finish { [self] response in
      let answer = APIAnswer(response)
      guard answer.isGood else { return upload.enter(.failed(answer.problem.detail)) }
      let report = APIReport(json: response.body)
      upload.enter(isDryRun ? .tried(report) : .applied(report))
    }
  }

  private static func wait(_ begin: (@escaping @Sendable () -> Void) -> Void) {
    let semaphore = DispatchSemaphore(value: 0)
    begin { semaphore.signal() }
    semaphore.wait()
  }
}
