import Changes
import Deliveries
import JSONSyntax
import LinkStorage
import Links
import Management
import Outgoing
import Service
import System

/// `keiro webhooks test`: sends a ping and shows the response.
struct WebhookTest {
  let id: String
  let now: Timestamp

  /// The seconds a server may take to send a ping, which waits behind earlier deliveries.
  private static let patience = 45.0

  /// A running server sends the ping itself; its delivery log holds the result.
  func answer(_ keiro: Keiro) throws(CommandFailure) -> CommandAnswer {
    switch keiro {
    case .here(let opened, _):
      let webhook = try opened.changed(opened.changes.webhook(id))
      guard webhook.isEnabled else {
        throw CommandFailure(Problem(.webhookDisabled(webhook.id)))
      }
      let ping = try opened.changed(opened.changes.ping(webhook))
      return answer(url: webhook.url, JSONNode(send(ping, to: webhook, opened.outgoing)))
    case .there(let remote):
      let webhook = try remote.document(APIRequest(.readWebhook, id))
      let ping = try remote.document(APIRequest(.testWebhook, id))
      return answer(url: webhook.text("url") ?? "", try result(of: ping, remote))
    }
  }

  /// Sends a ping from this process, without an entry in the delivery log.
  private func send(
    _ ping: NewDelivery, to webhook: Webhook, _ rules: OutgoingRules
  ) -> JSONOutput {
    let delivery = Delivery(number: 0, ping)
    let started = Clock.monotonic()
    let request = WebhookSender.request(
      delivery, to: webhook, at: Clock.now(), agent: "keiro/\(keiroVersion)")
    let result: AttemptResult
    do throws(OutgoingError) {
      let answer = try OutgoingClient(rules).send(request)
      result = WebhookSender.result(.success(answer), now: now)
    } catch {
      result = WebhookSender.result(.failure(error), now: now)
    }
    return DeliveryVerdict(
      delivery, to: webhook, result, started: now,
      milliseconds: (Clock.monotonic() - started) / 1_000_000, now: now, jitter: 0
    ).delivery.document
  }

  /// The delivery of a ping that a server sends, once it has been attempted.
  private func result(
    of ping: JSONNode, _ remote: RemoteKeiro
  ) throws(CommandFailure) -> JSONNode {
    let number = ping.number("id") ?? 0
    let start = Clock.monotonic()
    while Double(Clock.monotonic() - start) / 1_000_000_000 < Self.patience {
      let page = try remote.document(
        APIRequest(
          .listDeliveries, id,
          query: [CallParameters.deliveryCursor(number + 1), CallParameters.limit(1)]))
      let delivery = page.member("deliveries")?.array?.first
      if let delivery, delivery.member("attempts")?.array?.isEmpty == false { return delivery }
      Clock.sleep(seconds: 0.25)
    }
    return ping
  }

  private func answer(url: String, _ delivery: JSONNode) -> CommandAnswer {
    let attempt = delivery.member("attempts")?.array?.first
    let isGood = delivery.text("state") == "delivered"
    let (status, error) = (attempt?.number("status"), attempt?.text("error"))
    let milliseconds = attempt?.number("milliseconds") ?? 0
    return CommandAnswer(
      document: JSONNode(
        [
          "id": .string(id), "delivered": .bool(isGood), "status": .optional(status),
          "error": .optional(error), "milliseconds": .int(milliseconds),
        ]),
      lines: isGood ? ["\(url) answered \(status ?? 0) after \(milliseconds) ms"] : [],
      warnings: isGood ? [] : ["\(url): \(error ?? "no answer")"],
      isPositive: isGood)
  }
}
