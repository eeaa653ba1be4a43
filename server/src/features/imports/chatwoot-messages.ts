import { maxMediaPerMessage, maxMessageLength } from '@parley/protocol/message'
import { idOf, listOf, objectOf, textOf, timeOf, type Json } from './chatwoot-values.ts'

/** Of a message in Chatwoot's API. Some versions write names. */
const messageTypes = { 0: 'incoming', 1: 'outgoing', 2: 'activity', 3: 'template' } as const
type MessageType = (typeof messageTypes)[keyof typeof messageTypes]

export type ChatwootSender =
  | { type: 'customer' | 'system' }
  | { type: 'agent' | 'ai_agent'; id: number; name: string }

/** A file, or what replaces one in the text. */
export type ChatwootAttachment = { id: number; name: string } | { text: string }

export interface ChatwootMessage {
  id: number
  sender: ChatwootSender
  isNote: boolean
  content: string
  attachments: ChatwootAttachment[]
  /** Id of a message of the same conversation. */
  replyTo: number | null
  createdAt: string
}

/** Longer texts are cut: Chatwoot itself accepts 150,000 characters. */
export const maxContent = 160_000

export interface MappedMessages {
  messages: ChatwootMessage[]
  leftOut: { id: string; reason: string }[]
  changed: { id: string; reason: string }[]
}

/** Messages in order. Activities are omitted, because the conversation's log shows the same events. */
export function mapMessages(
  raw: Json[],
  { startedAt, now }: { startedAt: string; now: number },
): MappedMessages {
  const result: MappedMessages = { messages: [], leftOut: [], changed: [] }
  const seen = new Set<number>()
  let last = startedAt
  for (const message of raw.toSorted(byId)) {
    const id = idOf(message['id'])
    if (id === undefined) {
      result.leftOut.push({ id: '?', reason: 'the message has no id' })
      continue
    }
    if (seen.has(id)) continue
    seen.add(id)
    const reason = reasonToSkip(message)
    if (reason !== null) {
      result.leftOut.push({ id: String(id), reason })
      continue
    }
    const createdAt = timeOf(message['created_at'], now)
    if (createdAt === undefined)
      result.changed.push({ id: String(id), reason: 'no plausible time: that of the message before it' })
    // Ids are given in order; a message cannot be older than the one before it by more than clocks differ.
    last = createdAt === undefined || createdAt < last ? last : createdAt
    const text = textOf(message['content'])
    if (text !== null && text.length > maxContent)
      result.changed.push({ id: String(id), reason: `shortened to ${maxContent} characters` })
    result.messages.push({
      id,
      sender: senderOf(message),
      isNote: message['private'] === true,
      content: withoutMentionLinks(textOf(message['content'], maxContent) ?? ''),
      attachments: listOf(message['attachments']).flatMap(attachmentOf),
      replyTo: idOf(objectOf(message['content_attributes'])?.['in_reply_to']) ?? null,
      createdAt: last,
    })
  }
  return result
}

/** `[@Ana](mention://user/12/Ana)` becomes `@Ana`. */
const withoutMentionLinks = (text: string): string =>
  text.replaceAll(/\[@?([^\]\n]{1,200})\]\(mention:\/\/(?:user|team)\/\d+\/[^)\s]{0,600}\)/g, '@$1')

const byId = (a: Json, b: Json): number => (idOf(a['id']) ?? 0) - (idOf(b['id']) ?? 0)

const typeOf = (message: Json): MessageType | undefined => {
  const type = message['message_type']
  return (
    Object.values(messageTypes).find((name) => name === type) ??
    messageTypes[type as keyof typeof messageTypes]
  )
}

function reasonToSkip(message: Json): string | null {
  const type = typeOf(message)
  if (type === undefined) return 'unknown message type'
  if (type === 'activity') return 'activity notice'
  if (objectOf(message['content_attributes'])?.['deleted'] === true) return 'deleted in Chatwoot'
  if (message['content_type'] === 'input_csat') return 'survey'
  const isEmpty = textOf(message['content']) === null && listOf(message['attachments']).length === 0
  return isEmpty ? 'empty' : null
}

const botTypes = new Set(['agent_bot', 'AgentBot', 'captain_assistant', 'Captain::Assistant'])

/** Messages of deleted agents have no sender; neither have templates and messages of rules, which are notices of the system. */
function senderOf(message: Json): ChatwootSender {
  const type = typeOf(message)
  if (type === 'incoming') return { type: 'customer' }
  const sender = objectOf(message['sender'])
  const id = idOf(sender?.['id'])
  const name = textOf(sender?.['name'] ?? sender?.['available_name'], 100)
  const isOfRule = objectOf(message['content_attributes'])?.['automation_rule_id'] !== undefined
  if (type !== 'outgoing' || (id === undefined && isOfRule)) return { type: 'system' }
  const isBot = botTypes.has(String(sender?.['type'] ?? message['sender_type']))
  if (id === undefined && isBot) return { type: 'ai_agent', id: 0, name: 'Bot' }
  if (id === undefined) return { type: 'agent', id: 0, name: 'Former agent' }
  return { type: isBot ? 'ai_agent' : 'agent', id, name: name ?? (isBot ? 'Bot' : 'Agent') }
}

/** Locations, contact cards and shared posts are not files: their title or address becomes text. */
function attachmentOf(raw: Json): ChatwootAttachment[] {
  const id = idOf(raw['id'])
  const url = textOf(raw['data_url'], 2000)
  const title = textOf(raw['fallback_title'], 300)
  switch (raw['file_type']) {
    case 'location': {
      const place = [raw['coordinates_lat'], raw['coordinates_long']].filter(
        (part) => typeof part === 'number',
      )
      return [{ text: ['📍', title, place.join(', ')].filter(Boolean).join(' ') }]
    }
    case 'contact':
    case 'fallback':
      return title === null && url === null ? [] : [{ text: `📎 ${[title, url].filter(Boolean).join(' ')}` }]
    default:
      return id === undefined ? [] : [{ id, name: fileNameOf(url, raw, id) }]
  }
}

/** The last segment of the address. The service cleans it like the name of any upload. */
function fileNameOf(url: string | null, raw: Json, id: number): string {
  // Some installations return addresses without a host.
  const address = url?.startsWith('/') === true ? `http://chatwoot${url}` : url
  const segment = address === null ? '' : (URL.parse(address)?.pathname.split('/').at(-1) ?? '')
  const extension = textOf(raw['extension'], 10)
  try {
    const name = decodeURIComponent(segment)
    if (name !== '') return name.slice(0, 255)
  } catch {
    // Not percent-encoded properly.
  }
  return extension === null ? `file-${id}` : `file-${id}.${extension.replace(/^\./, '')}`
}

/** A text as messages that are not too long, each with as many attachments as one may have. */
export function partsOf<T>(content: string, attachments: T[]): { content: string; attachments: T[] }[] {
  const texts = chunksOf(content)
  const count = Math.max(texts.length, Math.ceil(attachments.length / maxMediaPerMessage), 1)
  return Array.from({ length: count }, (_, index) => ({
    content: texts[index] ?? '',
    attachments: attachments.slice(index * maxMediaPerMessage, (index + 1) * maxMediaPerMessage),
  }))
}

/** Splits at a line break or space where there is one near the end; never within a surrogate pair. */
function chunksOf(content: string): string[] {
  const chunks: string[] = []
  let rest = content
  while (rest.length > maxMessageLength) {
    const piece = rest.slice(0, maxMessageLength)
    const space = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf(' '))
    const whole = /[\uD800-\uDBFF]$/.test(piece) ? maxMessageLength - 1 : maxMessageLength
    const end = space > maxMessageLength / 2 ? space : whole
    chunks.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? chunks : [...chunks, rest]
}
