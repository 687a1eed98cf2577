import HTTPCore
import JSONSyntax
import LinkStorage

extension APIOperation {
  private typealias Parameters = CallParameters

  static let accounts: [Row] = [
    Row(
      .listTokens, .get, "/v1/tokens", [.admin], "Tokens within the caller's reach",
      "Revoked ones are among them. Their texts are known to nobody.",
      answers: [Answer("In the order of their making.", .list("tokens", of: "Token"))],
      run: APICall.listTokens),
    Row(
      .createToken, .post, "/v1/tokens", [.admin], "Make a token",
      "Nobody grants more than their own scopes and hosts: without 'hosts' the token reaches those of "
        + "its maker. One with 'links:create' may be shipped in an app: it makes links by POST "
        + "/_keiro/links on the public listeners, on one host whose site has 'destinationHosts', and "
        + "does nothing else.",
      body: .json("NewToken"),
      answers: [Answer("The token with its text, this once.", status: 201, .schema("MadeToken"))],
      refusals: [409, 422], traits: .changesCopies, run: APICall.createToken),
    Row(
      .revokeToken, .delete, "/v1/tokens/{token}", [.admin], "Revoke a token for good",
      "Sessions that were begun with it end, too.", [Parameters.token],
      answers: [.nothing("It allows nothing any more.")], refusals: [404], traits: .changesCopies,
      run: APICall.revokeToken),
    Row(
      .listPeople, .get, "/v1/people", [.admin], "People within the caller's reach",
      answers: [Answer("Who may sign in to the dashboard.", .list("people", of: "Person"))],
      run: APICall.listPeople),
    Row(
      .addPerson, .post, "/v1/people", [.admin], "Add somebody who may sign in to the dashboard",
      "Nobody grants more than their own role and hosts: without 'hosts' the person reaches those of "
        + "the caller.",
      body: .json("NewPerson"),
      answers: [
        Answer(
          "With the address where the person makes a passkey, this once.", status: 201,
          .schema("InvitedPerson"))
      ], refusals: [409, 422], run: APICall.addPerson),
    Row(
      .changePerson, .patch, "/v1/people/{person}", [.admin],
      "Change somebody's role or hosts by a merge patch (RFC 7396)",
      "Both apply from the next request on, in sessions, too. Without hosts the person reaches those of "
        + "the caller. The roles of a provider's people come from the provider.",
      [Parameters.person], body: .mergePatch("PersonPatch"),
      answers: [Answer("The person as it is now.", .schema("Person"))], refusals: [404, 422],
      run: APICall.changePerson),
    Row(
      .removePerson, .delete, "/v1/people/{person}", [.admin],
      "Remove somebody with all passkeys and sessions", nil, [Parameters.person],
      answers: [Answer("Who was removed.", .schema("RemovedPerson"))], refusals: [404],
      run: APICall.removePerson),
    Row(
      .sendNotification, .post, "/v1/notifications:send", [.sendNotifications],
      "Send a notification through APNs",
      "The answer has a result for each device, in the order given. The same Idempotency-Key with the "
        + "same body gives the same results for a day, from whichever node.",
      [Parameters.idempotencyKey], body: .json("Push"),
      answers: [Answer("What became of each push.", .list("results", of: "PushResult"))],
      refusals: [409, 422], run: nil),
  ]

  static let webhooks: [Row] = [
    Row(
      .createWebhook, .post, "/v1/webhooks", [.admin], "Send events to an endpoint",
      "Requests are signed by Standard Webhooks 1.0. The secret is in this answer and in none after it.",
      body: .json("NewWebhook"),
      answers: [
        Answer(
          "The webhook with its secret.", status: 201, fields: [("Location", nil)],
          .schema("WebhookWithSecret"))
      ], refusals: [409, 422], run: APICall.createWebhook),
    Row(
      .listWebhooks, .get, "/v1/webhooks", [.admin],
      "All webhooks, in the order in which they were made",
      answers: [Answer("The webhooks without their secrets.", .list("webhooks", of: "Webhook"))],
      run: APICall.listWebhooks),
    Row(
      .readWebhook, .get, "/v1/webhooks/{id}", [.admin], "A webhook", nil, [Parameters.webhook],
      answers: [Answer("The webhook without its secrets.", .schema("Webhook"))], refusals: [404],
      run: APICall.readWebhook),
    Row(
      .changeWebhook, .patch, "/v1/webhooks/{id}", [.admin],
      "Change a webhook by a merge patch (RFC 7396)",
      "'enabled' switches it off, and on again after its failures have switched it off.",
      [Parameters.webhook], body: .mergePatch("WebhookPatch"),
      answers: [Answer("The webhook as it is now.", .schema("Webhook"))],
      refusals: [404, 409, 422], run: APICall.changeWebhook),
    Row(
      .deleteWebhook, .delete, "/v1/webhooks/{id}", [.admin], "Delete a webhook and its deliveries",
      nil, [Parameters.webhook], answers: [.nothing("It is gone.")], refusals: [404],
      run: APICall.deleteWebhook),
    Row(
      .testWebhook, .post, "/v1/webhooks/{id}:test", [.admin], "Send a ping",
      "The answer is the delivery, whose attempts the list of deliveries shows.",
      [Parameters.webhook], answers: [due], refusals: [404, 409], run: APICall.testWebhook),
    Row(
      .rotateWebhook, .post, "/v1/webhooks/{id}:rotate", [.admin], "Give a webhook another secret",
      "The old one signs beside it for a day.", [Parameters.webhook],
      answers: [Answer("The webhook with its new secret.", .schema("WebhookWithSecret"))],
      refusals: [404, 409], run: APICall.rotateWebhook),
    Row(
      .listDeliveries, .get, "/v1/webhooks/{id}/deliveries", [.admin],
      "What was sent to a webhook, newest first", "Deliveries are kept for 30 days.",
      [
        Parameters.webhook, Parameters.deliveryState, Parameters.deliveryCursor, Parameters.limit,
      ],
      answers: [.page("deliveries", of: "Delivery")], refusals: [404],
      run: APICall.listDeliveries),
    Row(
      .retryDeliveries, .post, "/v1/webhooks/{id}/deliveries:retry", [.admin],
      "Send all failed deliveries again", nil, [Parameters.webhook],
      answers: [
        Answer(
          "How many are due.", status: 202,
          ["type": "object", "required": ["due"], "properties": ["due": ["type": "integer"]]])
      ], refusals: [404, 409], run: APICall.retryDeliveries),
    Row(
      .retryDelivery, .post, "/v1/webhooks/{id}/deliveries/{number}:retry", [.admin],
      "Send a delivery again, whatever became of it", nil,
      [Parameters.webhook, Parameters.delivery], answers: [due], refusals: [404, 409],
      run: APICall.retryDelivery),
  ]

  private static let due = Answer(
    "The delivery, which is due.", status: 202, .schema("Delivery"))
}
