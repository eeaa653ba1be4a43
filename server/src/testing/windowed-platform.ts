import { channelCapabilities, type Channel, type ChannelCapabilities } from '@parley/protocol/channel'
import type { ChannelAdapter, SendOutcome } from '../features/channels/adapter.ts'

/** An update of the platform. */
export interface PlatformUpdate {
  id: string
  position: number
  from: string
  text: string
  /** A program wrote it by itself, such as a newsletter. */
  automatic?: boolean | 'reply'
  arrivedAt?: number
}

/** WhatsApp Cloud, as in docs/channels.md. */
const whatsapp: ChannelCapabilities = {
  embedded: false,
  maxTextLength: 4_096,
  maxAttachments: 10,
  maxAttachmentBytes: 100_000_000,
  editHours: 0,
  deleteHours: 0,
  replies: true,
  typing: { fromCustomer: false, toCustomer: true },
  reportsDelivery: true,
  receipts: 'read',
  windowHours: 24,
  calls: false,
  miniApp: false,
  originals: false,
}

export interface WindowedPlatform {
  channels: { capabilities: Record<Channel, ChannelCapabilities>; channelAdapters: ChannelAdapter[] }
  /** What contacts received. */
  sent: { to: string; text: string }[]
  /** The response to the next messages. */
  respond: (outcome: SendOutcome | null) => void
  webhook: { url: string; secret: string } | null
}

/** A platform with a messaging window, in memory. It takes the place of Telegram, because the list of channels is closed. */
export function createWindowedPlatform(): WindowedPlatform {
  let response: SendOutcome | null = null
  const nothing = async (): Promise<SendOutcome> => ({ outcome: 'refused', reason: 'rejected' })
  const platform: WindowedPlatform = {
    sent: [],
    webhook: null,
    respond: (outcome) => void (response = outcome),
    channels: { capabilities: { ...channelCapabilities, telegram: whatsapp }, channelAdapters: [] },
  }
  platform.channels.channelAdapters.push({
    channel: 'telegram',
    webhooks: true,
    refusedSending: 'credentials_refused',
    isWellFormed: () => true,
    identify: async () => ({ outcome: 'identified', accountId: '1', name: 'Shop', username: null }),
    async setUp(_account, webhook) {
      platform.webhook = webhook
      return { outcome: 'ready', mode: webhook ? 'webhook' : 'polling' }
    },
    tearDown: async () => {},
    inspect: async () => null,
    isAuthentic: (headers, secret) => headers['x-platform-secret'] === secret,
    place(payload) {
      const { id, position, from } = payload as PlatformUpdate
      return { externalId: id, position, contact: from, group: null }
    },
    parse([payload]) {
      const { id, from, text, automatic: isAutomatic = false, arrivedAt } = payload as PlatformUpdate
      const profile = { externalId: from, firstName: from, lastName: null, username: null, language: 'en' }
      return {
        type: 'message',
        externalIds: [id],
        profile,
        text,
        files: [],
        replyTo: null,
        ...(arrivedAt !== undefined && { arrivedAt }),
        automatic: isAutomatic === 'reply' ? 'reply' : isAutomatic ? 'bulk' : 'no',
      }
    },
    fetchFile: async () => ({ outcome: 'gone' }),
    plan: ({ content }) => [{ kind: 'text', text: content }],
    async send(_account, { contact, part }) {
      if (response !== null) return response
      if (part.kind === 'text') platform.sent.push({ to: contact, text: part.text })
      return { outcome: 'done', externalId: `out-${platform.sent.length}` }
    },
    edit: nothing,
    remove: nothing,
    showTyping: async () => {},
  })
  return platform
}
