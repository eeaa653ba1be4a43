/**
 * Version of the socket protocol, sent in every challenge. Raise it with each change on the wire and list
 * the change here; version.test.ts fails until both the number and the recorded hash are new.
 *
 *   1  visitor sessions, chat, receipts, typing, media, the agents' inbox
 *   2  agents are notified of changed webhooks, deliveries and API keys (`organization.changed`)
 *   3  members: tokens in `connect`, `session.authenticate`, `login.redeem`, `session.logout`, `account.close`,
 *      `customer.language`; who is signed in, in every ConnectResult
 *   4  calls: `call.*` and `desk.*`, the signals between two browsers, the call events; `calls` and `call` in every
 *      ConnectResult
 *   5  AI agents as actors and senders (`{type: 'ai_agent', id}`); `last_message` of an inbox row names its sender by SenderType
 *   6  `call.check`: whether anyone can take a call, before the microphone is requested;
 *      `note.*` entries, for agents only;
 *      labels: `conversation.labelled` and `conversation.unlabelled` entries, for agents only, and `label_ids` of an inbox row;
 *      priority and snooze: `conversation.prioritized`, `.snoozed` and `.unsnoozed` entries, for agents only, and `priority` and
 *      `snooze` of an inbox row;
 *      customers get the ICE servers with the answer, in `ice` of a `call` that is connecting
 *
 * Deploy the server before the widget: the server serves every version from `oldestServed` on.
 */
export const protocolVersion = 6
export const oldestServed = 1
