extension DocumentRow {
  /// "Communication notifications", November 2021.
  static let communication: [DocumentRow] = [
    .command(
      "from iOS 15 on", "platforms",
      "communication notifications with the sender's name and picture"),
    .file(
      "with the sender's picture and name", "notification FILE",
      """
      { "sender": { "displayName": "Hana", "customIdentifier": "u1",
                    "imageURL": "https://asajikan.jp/hana.png" },
        "content": "x", "conversationIdentifier": "c1" }
      """, #""title": "Hana""#, #""imageURL": "https://asajikan.jp/hana.png""#, "good"),
    .message(
      "with a group's", #", "group": { "name": "Cooks" }, "recipientCount": 2"#,
      #""subtitle": "Cooks""#, #""group": { "name": "Cooks" }"#, "exit 0"),
    .unserved(
      "it passes the summary, and a Focus that allows the person",
      because: "the phone decides that by its settings; what it needs to know is in the payload"),
    .file(
      "but not if the person cannot be recognised", "notification FILE",
      #"{ "sender": { "displayName": "Hana" }, "content": "x", "conversationIdentifier": "c" }"#,
      "[sender-identity-missing]", "exit 0"),
    .file(
      "INPerson: a handle and its type", "notification FILE",
      """
      { "sender": { "displayName": "Hana",
                    "handle": { "value": "hana@asajikan.jp", "type": "emailAddress" } },
        "content": "x", "conversationIdentifier": "c1" }
      """, #""handle": { "value": "hana@asajikan.jp", "type": "email" }"#, "exit 0"),
    .message("the display name is the title", "", #""alert": { "title": "Hana""#),
    .message("the identifier of the app", "", #""customIdentifier": "u1""#),
    .file(
      "the type of the suggestion", "notification FILE",
      """
      { "sender": { "displayName": "Hana", "customIdentifier": "u1",
                    "suggestionType": "instantMessageAddress" },
        "content": "x", "conversationIdentifier": "c1" }
      """, #""suggestionType": "instantMessageAddress""#, "exit 0"),
    .message("INSendMessageIntent: the content", "", #""body": "今日はカレー""#),
    .message(
      "the identifier of the conversation", "", #""conversationIdentifier": "c1""#,
      #""thread-id": "c1""#),
    .file(
      "which is needed", "notification FILE",
      #"{ "sender": { "displayName": "Hana", "customIdentifier": "u" }, "content": "x" }"#,
      "[conversation-identifier-missing]", "exit 1"),
    .file(
      "and so is the sender's name", "notification FILE",
      #"{ "sender": { "customIdentifier": "u" }, "content": "x", "conversationIdentifier": "c" }"#,
      "[sender-name-missing]", "exit 1"),
    .message("the service extension is woken", "", #""mutable-content": 1"#),
    .article(
      "it donates the interaction and updates the content", "CommunicationNotifications",
      "content(updating: request.content, image: picture)"),
    .unserved(
      "a local request may be updated in the app instead",
      because: "the same call of the library does it; a server sends no local requests"),
    .message(
      "speakableGroupName alone shows nothing", #", "speakableGroupName": "Cooks""#,
      "[group-too-small]", "exit 1"),
    .message(
      "the group's picture belongs to that parameter",
      #", "group": { "imageURL": "https://asajikan.jp/g.png" }, "recipientCount": 2"#,
      "[group-name-missing]"),
    .message(
      "a group needs two recipients besides oneself",
      #", "group": { "name": "G" }, "recipients": [{ "displayName": "Ken" }]"#,
      "there is 1 [group-too-small]"),
    .message(
      "two are enough",
      #", "group": { "name": "G" }, "recipients": [{ "displayName": "K" }, { "displayName": "L" }]"#,
      "exit 0"),
    .message(
      "oneself is implied and ignored in the list",
      """
      , "group": { "name": "G" },
        "recipients": [{ "displayName": "Ken" }, { "displayName": "I", "isMe": true }]
      """, "warning: recipients[1]: is the current user", "there is 1 [group-too-small]"),
    .message(
      "with isMe", #", "recipients": [{ "displayName": "I", "isMe": true }]"#,
      #""isMe": true"#, "[current-user-listed]", "exit 0"),
    .message(
      "many recipients cost memory",
      #", "recipients": ["#
        + (0..<11).map { _ in #"{ "displayName": "K" }"# }
        .joined(separator: ", ") + "]", "[recipient-list-long]", "set 'recipientCount'"),
    .message(
      "a count replaces the list, and two or more are a group",
      #", "group": { "name": "G" }, "recipientCount": 500"#, #""recipientCount": 500"#, "exit 0"),
    .message(
      "mentionsCurrentUser", #", "mentionsCurrentUser": true"#,
      #""mentionsCurrentUser": true"#),
    .message(
      "isReplyToCurrentUser", #", "isReplyToCurrentUser": true"#,
      #""isReplyToCurrentUser": true"#),
    .message(
      "notifyRecipientAnyway", #", "notifyRecipientAnyway": true"#,
      #""notifyRecipientAnyway": true"#),
    .article("each rule has its reason", "CommunicationNotifications", "### Rules for groups"),
  ]
}
