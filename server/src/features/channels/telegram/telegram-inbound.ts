import type { Message, Update, User } from '@grammyjs/types'
import type { InboundEvent, InboundFile, InboundMessage, InboundPlace, InboundProfile } from '../adapter.ts'
import { cleanText } from '../clean-text.ts'
import { richText } from './telegram-rich-text.ts'
import { plainText } from './telegram-text.ts'

/** Updates that this adapter requests and parses. */
export const allowedUpdates = ['message', 'edited_message', 'my_chat_member'] as const

/** Parsed from JSON of an authentic request; the fields that are read are checked where they matter. */
type Incoming = Update & { update_id?: unknown }

/** undefined: not a chat with one person, such as a group. */
export function placeOf(payload: unknown): InboundPlace | undefined {
  const update = payload as Incoming
  if (!Number.isSafeInteger(update.update_id)) return undefined
  const message = update.message ?? update.edited_message
  const chat = message?.chat ?? update.my_chat_member?.chat
  if (chat?.type !== 'private' || !Number.isSafeInteger(chat.id)) return undefined
  return {
    externalId: String(update.update_id),
    position: update.update_id,
    contact: String(chat.id),
    group: update.message?.media_group_id ?? null,
  }
}

export function parseUpdates(payloads: readonly unknown[]): InboundEvent {
  const updates = payloads as Incoming[]
  const [first] = updates
  if (!first) return { type: 'ignored' }
  const member = first.my_chat_member
  if (member) {
    const { status } = member.new_chat_member
    return { type: 'reachable', reachable: status !== 'kicked' && status !== 'left' }
  }
  const edited = first.edited_message
  // A live location is edited every few seconds; each edit would be a version of the message. Its last edit has no period.
  if (edited?.location?.live_period !== undefined) return { type: 'ignored' }
  if (edited?.from) return { type: 'edited', ...messageOf([edited]) }
  const messages = updates.flatMap(({ message }) => (message?.from ? [message] : []))
  const [message] = messages
  if (!message?.from || message.from.is_bot) return { type: 'ignored' }
  const start = /^\/start(?:@\w+)?(?: ([A-Za-z0-9_-]{1,64}))?$/.exec(message.text ?? '')
  if (start) return { type: 'started', profile: profileOf(message.from), source: start[1] ?? null }
  const parsed = messageOf(messages)
  return parsed.text === '' && parsed.files.length === 0
    ? { type: 'ignored' }
    : { type: 'message', ...parsed }
}

/** One part of an album has its text. */
function messageOf(messages: Message[]): InboundMessage {
  const [first] = messages as [Message]
  return {
    externalIds: messages.map(({ message_id: id }) => String(id)),
    ...arrivalOf(first),
    profile: profileOf(first.from as User),
    text: messages.map(textOf).filter(Boolean).join('\n'),
    withoutText: messages.filter((message) => textOf(message) === '').map(({ message_id: id }) => String(id)),
    files: messages.flatMap((message) => fileOf(message) ?? []),
    replyTo: first.reply_to_message ? String(first.reply_to_message.message_id) : null,
  }
}

/** That of the edit, if it was edited. */
function arrivalOf({ date, edit_date: editedAt }: Pick<Message, 'date' | 'edit_date'>) {
  const seconds: unknown = editedAt ?? date
  return Number.isSafeInteger(seconds) ? { arrivedAt: Number(seconds) * 1000 } : {}
}

const profileOf = (user: User): InboundProfile => ({
  externalId: String(user.id),
  firstName: nameOf(user.first_name),
  lastName: nameOf(user.last_name),
  username: nameOf(user.username),
  language: languageOf(user.language_code),
})

const nameOf = (text: string | undefined): string | null => {
  const name = cleanText(text ?? '')
    .trim()
    .slice(0, 100)
  return name === '' ? null : name.toWellFormed()
}

/** `pt-br` becomes `pt-BR`, `zh-hans` becomes `zh-Hans`; of other tags only the language is kept. */
function languageOf(code: string | undefined): string | null {
  const match = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}))?(?:-.*)?$/i.exec(code ?? '')
  if (!match) return null
  const [, language = '', script, region] = match
  return [language.toLowerCase(), script && capitalized(script), region?.toUpperCase()]
    .filter(Boolean)
    .join('-')
}

const capitalized = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`

function textOf(message: Message): string {
  if (message.text !== undefined) return plainText(message.text, message.entities)
  if (message.rich_message) return richText(message.rich_message).trim() || omittedText(message)
  const caption = plainText(message.caption ?? '', message.caption_entities)
  return [placeText(message), personText(message), pictureText(message), omittedText(message), caption]
    .filter(Boolean)
    .join('\n')
}

function placeText({ venue, location }: Message): string {
  const at = venue?.location ?? location
  if (!at) return ''
  const map = `https://www.openstreetmap.org/?mlat=${at.latitude}&mlon=${at.longitude}`
  const position = `${at.latitude}, ${at.longitude}`
  const name = venue
    ? cleanText(`${venue.title}, ${venue.address}`)
    : at.live_period === undefined
      ? position
      : `Live location, started at ${position}`
  return `📍 ${name}\n${map}`
}

function personText({ contact }: Message): string {
  if (!contact) return ''
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  return cleanText(`👤 ${name}\n${contact.phone_number}`)
}

/** Stickers that are not plain pictures, and kinds that have no equivalent here. */
function pictureText(message: Message): string {
  const { sticker, dice, poll } = message
  if (sticker && (sticker.is_animated || sticker.is_video)) return cleanText(sticker.emoji ?? '🖼')
  if (dice) return `${dice.emoji} ${dice.value}`
  if (poll) return cleanText(`📊 ${poll.question}`)
  return ''
}

/** Content that has no equivalent here. Service messages are not content. */
const omitted: Partial<Record<keyof Message, string>> = {
  story: 'story',
  checklist: 'checklist',
  paid_media: 'paid media',
  game: 'game',
  invoice: 'invoice',
  giveaway: 'giveaway',
  giveaway_winners: 'giveaway',
  // Without any text.
  rich_message: 'rich message',
}

function omittedText(message: Message): string {
  const kind = Object.keys(omitted).find((key) => key in message) as keyof Message | undefined
  return kind === undefined ? '' : `📎 ${omitted[kind]} (cannot be shown here)`
}

interface TelegramFile {
  file_id: string
  file_unique_id: string
  file_size?: number
}

function fileOf(message: Message): InboundFile | undefined {
  const { photo, document, video, voice, audio, animation, video_note: note, sticker } = message
  // The last of the sizes of a photo is the largest. An animation is also sent as a document.
  if (photo) return named(photo.at(-1), `photo-${message.message_id}.jpg`)
  if (animation) return named(animation, animation.file_name ?? `animation-${message.message_id}.mp4`)
  if (document) return named(document, document.file_name ?? `document-${message.message_id}`)
  if (video) return named(video, video.file_name ?? `video-${message.message_id}.mp4`)
  if (note) return named(note, `video-${message.message_id}.mp4`)
  if (voice) return named(voice, `voice-${message.message_id}.ogg`)
  if (audio) return named(audio, audio.file_name ?? `audio-${message.message_id}.mp3`)
  if (sticker && !sticker.is_animated && !sticker.is_video)
    return named(sticker, `sticker-${message.message_id}.webp`)
  return undefined
}

const named = (file: TelegramFile | undefined, name: string): InboundFile | undefined =>
  file && {
    reference: file.file_id,
    name: cleanText(name),
    size: file.file_size ?? null,
    uniqueId: file.file_unique_id,
  }
