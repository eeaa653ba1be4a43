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
 *      customers get the ICE servers with the answer, in `ice` of a `call` that is connecting;
 *      `call_back.request` and `call_back.withdraw`;
 *      `ended_at` in the `end` of a call;
 *      `screen` in the `sending` signal of a call: the video shows a screen;
 *      `message.edited`, `message.deleted`; `edited_at` and `deleted_at` of changed messages;
 *      `notifications.changed`: new and read notifications of the agent;
 *      `desk.look`, `desk.looks`: who views or writes in a conversation; `seen_seq` of an agent's `message.send`, and `stale_view`;
 *      labels: `conversation.labelled` and `conversation.unlabelled` entries, for agents only, and `label_ids` of an inbox row;
 *      channels: `message.delivery` entries, for agents only, and `channel` of an inbox row;
 *      priority and snooze: `conversation.prioritized`, `.snoozed` and `.unsnoozed` entries, for agents only, and `priority` and
 *      `snooze` of an inbox row;
 *      `seen_seq` of a snooze, and `customer_wrote`;
 *      teams: `conversation.routed` entries, for agents only, `team_id` of an inbox row,
 *      and teams among the mentions of a note;
 *      `call.hold` and `held_since` of a call; `call.transfer`, `call.transfer_team`, `transfer.*` and `transfer` of a desk;
 *      `previous` of `call.join` and `transfer.join`: a window that was replaced while it had no socket does not take the call back;
 *      business hours: `closed` of a team status; surveys: `survey` of a ConnectResult, `survey.read`, `survey.answer` (with
 *      `started_at`) and `conversation.rated` entries, for agents only; `customer.contact`, `customer.email`; `transcript.link`, `transcript.send`;
 *      automation: `conversation.automated` entries, for agents only;
 *      visitor context: `context` of a ConnectResult, `visit.page`, `customer.attributes`; `customer.context` for agents who follow the customer
 *      channels with a messaging window: `window_closed` of a `message.delivery`, and `reply_window_closed`;
 *      continuity: `customer.mailed` entries, for agents only; `resubscribed` among their kinds;
 *      `email` among the `transports` of a notification;
 *      `team_id` of the offer in a desk; (REST: `ring` and `team_seconds` of call settings);
 *      (REST: `picture_url` of a channel);
 *      (REST: `holiday_feed` of business hours, and its problem `url_unreadable`);
 *      (REST: `seen_seq` of closing a conversation, `seen` of bulk changes);
 *      (REST: `previous` of a changed call note, and `call_note_changed`);
 *      (REST: `recording_pending` of one call);
 *      (REST: `position` of a call; `sort` and the states `waiting` and `accepted` of the list of calls);
 *      SLA: `sla.warned`, `sla.breached` and `sla.met` entries, for agents only, and `sla` of an inbox row
 *
 * Deploy the server before the widget: the server serves every version from `oldestServed` on.
 */
export const protocolVersion = 6
export const oldestServed = 1
