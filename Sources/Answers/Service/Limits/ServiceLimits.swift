package import Telemetry

/// The limits that may cause refusals, as named in the metrics.
package struct ServiceLimits: Sendable {
  package let refusals: [(limit: String, counter: SharedCounter)]
  package let queues: [(name: String, queue: WorkQueue)]
  package let transfers: TransferSlots

  init(_ guards: RequestGuards, _ queues: WorkQueues) {
    refusals = [
      ("password-visitor", guards.passwords.networks.refusals),
      ("password-site", guards.passwords.networks.siteRefusals),
      ("password-link", guards.passwords.links.refusals),
      ("password-queue", queues.passwords.refusals),
      ("authentications", guards.authentications.refusals),
      ("sign-ins", guards.signIns.refusals),
      ("sign-ins-site", guards.signIns.siteRefusals),
      ("misses", guards.misses.refusals), ("read-queue", queues.reads.refusals),
      ("resolutions", guards.resolutions.refusals),
      ("launches", guards.launches.refusals),
      ("openLaunches", guards.openLaunches.refusals),
      ("claims", guards.claims.refusals),
      ("codes", guards.codes.refusals),
      ("link-requests", guards.linkRequests.refusals),
      ("links", guards.links.refusals), ("link-queue", queues.appLinks.refusals),
      ("explanations", guards.explanations.refusals),
      ("explanation-queue", queues.explanations.refusals),
      ("pictures", guards.pictures.refusals), ("picture-queue", queues.pictures.refusals),
      ("api-queue", queues.heavyCalls.refusals),
      ("api-computing", guards.computing.refusals),
      ("api-work", guards.oversized),
      ("examinations", guards.examinations.refusals),
      ("examination-queue", queues.examinations.refusals),
      ("transfers", queues.transfers.refusals),
      ("management-access", guards.misdirected),
    ]
    self.queues = [
      ("reads", queues.reads), ("passwords", queues.passwords),
      ("explanations", queues.explanations),
      ("pictures", queues.pictures), ("api", queues.heavyCalls), ("transfers", queues.pieces),
      ("examinations", queues.examinations), ("links", queues.appLinks),
    ]
    transfers = queues.transfers
  }
}

extension PrometheusText {
  /// Appends the refusals by limit, and the waiting and running jobs.
  package mutating func append(_ limits: ServiceLimits) {
    let refusals = "keiro_limit_refusals_total"
    begin(refusals, type: "counter", help: "Requests refused by a limit.")
    for (limit, counter) in limits.refusals {
      sample(refusals, ["limit": limit], String(counter.value))
    }
    begin("keiro_queue_length", type: "gauge", help: "Waiting jobs, by queue.")
    for (name, queue) in limits.queues {
      sample("keiro_queue_length", ["queue": name], String(queue.length))
    }
    begin("keiro_queue_busy", type: "gauge", help: "Running jobs, by queue.")
    for (name, queue) in limits.queues {
      sample("keiro_queue_busy", ["queue": name], String(queue.load))
    }
    begin("keiro_transfers", type: "gauge", help: "Files being imported and exported.")
    sample("keiro_transfers", [:], String(limits.transfers.count))
  }
}
