import type { MediaRecord } from '@parley/protocol/media'
import type { Readable } from 'node:stream'
import type { ChannelAccount, Outbound, OutboundChange, OutboundPart, SendOutcome } from '../adapter.ts'
import type { ApiResult, TelegramApi } from './telegram-api.ts'
import { maxCaptionLength, maxTextLength, splitText } from './telegram-text.ts'

/** One file with a short text is one message; otherwise the text comes first. */
export function planParts({ content, media }: { content: string; media: MediaRecord[] }): OutboundPart[] {
  const [file] = media
  const text = content.trim()
  if (file && media.length === 1 && text !== '' && text.length <= maxCaptionLength)
    return [{ kind: 'caption', media: file, text }]
  return [
    ...splitText(text, maxTextLength).map((part) => ({ kind: 'text' as const, text: part })),
    ...media.map((one) => ({ kind: 'file' as const, media: one })),
  ]
}

export async function sendPart(
  api: TelegramApi,
  { credentials }: ChannelAccount,
  { contact, part, replyTo, openFile }: Outbound,
): Promise<SendOutcome> {
  const common = {
    chat_id: Number(contact),
    ...(replyTo !== null && {
      reply_parameters: { message_id: Number(replyTo), allow_sending_without_reply: true },
    }),
  }
  // The plan contains no parts with all files.
  if (part.kind === 'text' || part.kind === 'whole')
    return outcomeOf(await api.call<Sent>(credentials, 'sendMessage', { ...common, text: part.text }))
  const { media } = part
  const body = await openFile(media)
  if (!body) return { outcome: 'refused', reason: 'rejected' }
  const content = await contentOf(body, media)
  const caption = part.kind === 'caption' ? part.text : null
  const first = methodFor(media)
  const sent = await upload(first)
  // Images that Telegram cannot scale and videos that it cannot read are sent as files.
  const isUnreadable = sent.outcome === 'refused' && sent.code === 400 && first !== documentMethod
  const isContentProblem =
    isUnreadable && /photo|image|video|audio|animation|wrong file/.test(sent.description)
  return outcomeOf(isContentProblem ? await upload(documentMethod) : sent)

  function upload({ method, field }: UploadMethod): Promise<ApiResult<Sent>> {
    const form = new FormData()
    for (const [name, value] of Object.entries(common))
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    if (caption !== null) form.set('caption', caption)
    form.set(field, content, media.name)
    return api.call<Sent>(credentials, method, form, { timeoutMs: uploadTimeoutMs })
  }
}

/** Text of a message, or of the text under a file. Idempotent. */
export async function editPart(
  api: TelegramApi,
  { credentials }: ChannelAccount,
  { contact, externalId, kind, text }: OutboundChange & { text: string },
): Promise<SendOutcome> {
  const place = { chat_id: Number(contact), message_id: Number(externalId) }
  const result =
    kind === 'text'
      ? await api.call(credentials, 'editMessageText', { ...place, text })
      : await api.call(credentials, 'editMessageCaption', { ...place, caption: text })
  return changeOutcome(result, /message is not modified/)
}

/** Idempotent. */
export async function removePart(
  api: TelegramApi,
  { credentials }: ChannelAccount,
  { contact, externalId }: OutboundChange,
): Promise<SendOutcome> {
  const place = { chat_id: Number(contact), message_id: Number(externalId) }
  return changeOutcome(await api.call(credentials, 'deleteMessage', place), /message to delete not found/)
}

interface Sent {
  message_id: number
}

interface UploadMethod {
  method: string
  field: string
}

const uploadTimeoutMs = 180_000
const maxPhotoBytes = 10_000_000
/** Telegram's limit for photos is the sum of width and height. */
const maxPhotoSides = 10_000

const documentMethod: UploadMethod = { method: 'sendDocument', field: 'document' }

function methodFor({ mime, size, width, height }: MediaRecord): UploadMethod {
  const isSmallEnough = size <= maxPhotoBytes && (width ?? 0) + (height ?? 0) <= maxPhotoSides
  if (['image/jpeg', 'image/png', 'image/webp'].includes(mime) && isSmallEnough)
    return { method: 'sendPhoto', field: 'photo' }
  if (mime === 'image/gif') return { method: 'sendAnimation', field: 'animation' }
  if (mime === 'video/mp4') return { method: 'sendVideo', field: 'video' }
  if (mime === 'audio/mpeg' || mime === 'audio/mp4') return { method: 'sendAudio', field: 'audio' }
  return documentMethod
}

async function contentOf(body: Readable, { mime }: MediaRecord): Promise<Blob> {
  const chunks: Buffer<ArrayBuffer>[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer<ArrayBuffer>)
  return new Blob(chunks, { type: mime })
}

function outcomeOf(result: ApiResult<Sent>): SendOutcome {
  if (result.outcome === 'ok') return { outcome: 'done', externalId: String(result.result.message_id) }
  return failureOf(result)
}

function changeOutcome(result: ApiResult<unknown>, alreadyDone: RegExp): SendOutcome {
  if (result.outcome === 'ok') return { outcome: 'done', externalId: null }
  if (result.outcome === 'refused' && result.code === 400) {
    if (alreadyDone.test(result.description)) return { outcome: 'done', externalId: null }
    return { outcome: 'refused', reason: 'change_refused' }
  }
  return failureOf(result)
}

function failureOf(result: Exclude<ApiResult<unknown>, { outcome: 'ok' }>): SendOutcome {
  if (result.outcome === 'unreachable') return { outcome: 'unavailable' }
  if (result.outcome === 'doubtful') return { outcome: 'doubtful' }
  const { code, description, retryAfter } = result
  if (code === 429) return { outcome: 'later', seconds: Math.max(1, retryAfter ?? 1) }
  if (code === 401 || code === 404) return { outcome: 'refused', reason: 'disconnected' }
  if (code === 413 || description.includes('too big') || description.includes('too large'))
    return { outcome: 'refused', reason: 'file_too_large' }
  if (description.includes('deactivated') || description.includes('chat not found'))
    return { outcome: 'refused', reason: 'contact_gone' }
  if (code === 403) return { outcome: 'refused', reason: 'blocked' }
  return { outcome: 'refused', reason: 'rejected' }
}
