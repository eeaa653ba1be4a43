import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { ConversationCustomer } from './conversation.ts'
import { Language } from './language.ts'
import { closed, Id, nullable, Seq, Timestamp } from './scalars.ts'

export const notificationKinds = [
  'mention',
  'assigned',
  'missed_call',
  'snooze_over',
  'low_rating',
  'sla_warning',
  'sla_breach',
] as const
export const NotificationKind = Type.Enum([...notificationKinds])
export type NotificationKind = Static<typeof NotificationKind>

/**
 * Where a notification is shown: in the panel's list, by the operating system while the panel is in the background, or by e-mail
 * while the agent is away.
 */
export const notificationTransports = ['in_app', 'desktop', 'email'] as const
export const NotificationTransport = Type.Enum([...notificationTransports])
export type NotificationTransport = Static<typeof NotificationTransport>

const { id, name, avatar_url, country_code } = ConversationCustomer.properties

export const Notification = Type.Object(
  {
    id: Id,
    kind: NotificationKind,
    /** The colleague who caused it; null: a customer or the system. */
    actor: nullable(AgentFace),
    customer: Type.Object({ id, name, avatar_url, country_code }, closed),
    conversation_id: nullable(Id),
    /** Position of the entry in the customer's log. */
    seq: Seq,
    /** Start of the note; null for other kinds. */
    preview: nullable(Type.String()),
    transports: Type.Array(NotificationTransport),
    created_at: Timestamp,
    read_at: nullable(Timestamp),
  },
  closed,
)
export type Notification = Static<typeof Notification>

/** Maximum of the unread count. */
export const countedNotifications = 100

export const UnreadNotifications = Type.Object(
  { unread: Type.Integer({ minimum: 0, maximum: countedNotifications }) },
  closed,
)
export type UnreadNotifications = Static<typeof UnreadNotifications>

/** The agent's notifications to mark as read: by id, by conversation, or all up to the newest one displayed. */
export const NotificationsRead = Type.Union([
  Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) }, closed),
  Type.Object({ conversation_id: Id }, closed),
  Type.Object({ up_to: Id }, closed),
])
export type NotificationsRead = Static<typeof NotificationsRead>

/** Transports of one kind for an agent; empty: not notified. */
export const NotificationSetting = Type.Object(
  {
    kind: NotificationKind,
    transports: Type.Array(NotificationTransport, { uniqueItems: true, maxItems: 3 }),
  },
  closed,
)
export type NotificationSetting = Static<typeof NotificationSetting>

/** `language`: of the agent's e-mails from now on. */
export const NotificationSettingInput = Type.Object(
  { ...NotificationSetting.properties, language: Type.Optional(Language) },
  closed,
)
export type NotificationSettingInput = Static<typeof NotificationSettingInput>

export const NotificationSettings = Type.Object({ data: Type.Array(NotificationSetting) }, closed)
export type NotificationSettings = Static<typeof NotificationSettings>

/** Server -> every window of the agent. `added`: at most 20, newest first. */
export interface NotificationsChanged {
  added: Notification[]
  unread: number
}
