import Type, { type Static } from 'typebox'

/** The medium of a provider. The check constraint of `provider.channel` holds the same list. */
export const channels = ['widget', 'telegram', 'email'] as const
export const Channel = Type.Enum([...channels])
export type Channel = Static<typeof Channel>

/** Capabilities of a channel. Code checks capabilities, never the name of a channel. */
export interface ChannelCapabilities {
  /** Embedded in web pages: allowed origins, appearance and the script tag apply. */
  embedded: boolean
  /** What an agent may write, in UTF-16 code units. A channel may send it as several messages. */
  maxTextLength: number
  /** Of one message. 0: text only. */
  maxAttachments: number
  /** Of one attachment, in bytes. null: the limit of the installation. */
  maxAttachmentBytes: number | null
  /** Hours in which the customer can be shown that a message was changed. null: always. 0: never. */
  editHours: number | null
  /** Hours in which a message can be withdrawn. null: always. 0: never. */
  deleteHours: number | null
  replies: boolean
  /** Whether the team sees that the customer is typing, and the reverse. */
  typing: { fromCustomer: boolean; toCustomer: boolean }
  /** Whether each message's delivery is reported by `message.delivery`. */
  reportsDelivery: boolean
  /** How far a message can be followed to the customer. */
  receipts: 'none' | 'delivered' | 'read'
  /** Hours after the customer's last message in which free text is allowed. null: always. */
  windowHours: number | null
  calls: boolean
  /** Whether a bot can open a page within the platform's app that identifies the person. */
  miniApp: boolean
  /** Whether messages come with a subject and an original that agents can open. */
  originals: boolean
}

const megabyte = 1_000_000

export const channelCapabilities: Record<Channel, ChannelCapabilities> = {
  widget: {
    embedded: true,
    maxTextLength: 8_000,
    maxAttachments: 10,
    maxAttachmentBytes: null,
    editHours: null,
    deleteHours: null,
    replies: true,
    typing: { fromCustomer: true, toCustomer: true },
    reportsDelivery: false,
    receipts: 'read',
    windowHours: null,
    calls: true,
    miniApp: false,
    originals: false,
  },
  telegram: {
    embedded: false,
    maxTextLength: 8_000,
    maxAttachments: 10,
    maxAttachmentBytes: 50 * megabyte,
    editHours: 48,
    deleteHours: 48,
    replies: true,
    typing: { fromCustomer: false, toCustomer: true },
    reportsDelivery: true,
    receipts: 'none',
    windowHours: null,
    calls: false,
    miniApp: true,
    originals: false,
  },
  email: {
    embedded: false,
    maxTextLength: 8_000,
    maxAttachments: 10,
    // Servers commonly accept mails of 25 MB, of which the encoding of files takes a quarter.
    maxAttachmentBytes: 18 * megabyte,
    editHours: 0,
    deleteHours: 0,
    replies: false,
    typing: { fromCustomer: false, toCustomer: false },
    reportsDelivery: true,
    receipts: 'none',
    windowHours: null,
    calls: false,
    miniApp: false,
    originals: true,
  },
}

const channelsWhere = (holds: (capabilities: ChannelCapabilities) => boolean): Channel[] =>
  channels.filter((channel) => holds(channelCapabilities[channel]))

/** Channels whose providers are script tags on web pages. */
export const embeddedChannels = channelsWhere(({ embedded }) => embedded)

/** Limits of the wire protocol; a channel may allow less. */
export const largestLimit = (limit: 'maxTextLength' | 'maxAttachments'): number =>
  Math.max(...channels.map((channel) => channelCapabilities[channel][limit]))
