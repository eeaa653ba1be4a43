import Type, { type Static } from 'typebox'

/** The medium of a provider. The check constraint of `provider.channel` holds the same list. */
export const channels = ['widget'] as const
export const Channel = Type.Enum([...channels])
export type Channel = Static<typeof Channel>

/** What can be done on a channel. Code asks for a capability, never for the name of a channel. */
export interface ChannelCapabilities {
  /** Embedded in web pages: allowed origins, appearance and the script tag apply. */
  embedded: boolean
  /** In UTF-16 code units. */
  maxTextLength: number
  /** Of one message. 0: text only. */
  maxAttachments: number
  /** Whether the customer can be shown that a message was changed or deleted after it was sent. */
  edits: boolean
  deletions: boolean
  replies: boolean
  /** Whether either side learns that the other is typing. */
  typing: boolean
  /** How far a message can be followed to the customer. */
  receipts: 'none' | 'delivered' | 'read'
  calls: boolean
}

export const channelCapabilities: Record<Channel, ChannelCapabilities> = {
  widget: {
    embedded: true,
    maxTextLength: 8_000,
    maxAttachments: 10,
    edits: true,
    deletions: true,
    replies: true,
    typing: true,
    receipts: 'read',
    calls: true,
  },
}

/** Channels whose providers are script tags on web pages. */
export const embeddedChannels = channels.filter((channel) => channelCapabilities[channel].embedded)

/** Limits of the wire protocol; a channel may allow less. */
export const largestLimit = (limit: 'maxTextLength' | 'maxAttachments'): number =>
  Math.max(...channels.map((channel) => channelCapabilities[channel][limit]))
