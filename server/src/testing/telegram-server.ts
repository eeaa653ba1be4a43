import type { Message, PhotoSize, Update, User } from '@grammyjs/types'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, read, refuse, type BotRequest } from './telegram-wire.ts'

export const botToken = '700100:AAF-a_token-of-the-tests-000000000'

/** How the next requests of a method are answered instead. `lost`: performed, but the connection breaks. A `download` is then unknown. */
export type Misbehaviour =
  | { kind: 'error'; code: number; description: string; retryAfter?: number }
  | { kind: 'lost' }

/** A message as a chat shows it. */
export interface ShownMessage {
  messageId: number
  text: string
  method: string
  replyTo: number | null
  file: string | null
}

export type TelegramServer = Awaited<ReturnType<typeof startTelegramServer>>

/**
 * A Bot API server in the documented wire format (https://core.telegram.org/bots/api), for one bot: webhooks with a secret, long
 * polling with offsets, files both ways, edits, deletions, and errors on request.
 */
export async function startTelegramServer(options: { token?: string; clock?: () => number } = {}) {
  const now = () => Math.floor((options.clock ?? Date.now)() / 1000)
  let token = options.token ?? botToken
  const bot: User = {
    id: Number(token.split(':')[0]),
    is_bot: true,
    first_name: 'Shop Bot',
    username: 'shop_bot',
  }
  const requests: BotRequest[] = []
  const chats = new Map<number, ShownMessage[]>()
  const files = new Map<string, { path: string; content: Buffer }>()
  const misbehaviours = new Map<string, Misbehaviour[]>()
  const polls = new Set<() => void>()
  let photos: PhotoSize[][] = []
  let queue: Update[] = []
  let webhook: { url: string; secret: string } | null = null
  let updateId = 5000
  let messageId = 100
  let webhookError: number | null = null

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(request.url ?? '')
    if (path.startsWith(`/file/bot${token}/`))
      return download(path.slice(`/file/bot${token}/`.length), response)
    const method = /^\/bot([^/]+)\/(\w+)$/.exec(path)
    if (method?.[1] !== token) return refuse(response, 401, 'Unauthorized')
    const asked = await read(request, method[2] ?? '')
    requests.push(asked)
    const wrong = misbehaviours.get(asked.method)?.shift()
    if (wrong?.kind === 'error') return refuse(response, wrong.code, wrong.description, wrong.retryAfter)
    const result = await perform(asked, request)
    if (wrong?.kind === 'lost') return void response.destroy()
    if ('error' in result) return refuse(response, result.error, result.description)
    json(response, 200, { ok: true, result: result.value })
  }

  function download(path: string, response: ServerResponse): void {
    const file = [...files.values()].find((one) => one.path === path)
    const wrong = misbehaviours.get('download')?.shift()
    if (!file || wrong) return refuse(response, 404, 'Not Found')
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': file.content.length,
    })
    response.end(file.content)
  }

  type Result = { value: unknown } | { error: number; description: string }
  const bad = (description: string): Result => ({ error: 400, description: `Bad Request: ${description}` })

  async function perform(asked: BotRequest, request: IncomingMessage): Promise<Result> {
    const { params } = asked
    switch (asked.method) {
      case 'getMe':
        return { value: bot }
      case 'getUserProfilePhotos':
        return { value: { total_count: photos.length, photos } }
      case 'setWebhook':
        webhook = { url: String(params['url']), secret: textOf(params['secret_token']) }
        return { value: true }
      case 'deleteWebhook':
        webhook = null
        return { value: true }
      case 'getWebhookInfo':
        return {
          value: {
            url: webhook?.url ?? '',
            has_custom_certificate: false,
            pending_update_count: queue.length,
            ...(webhookError !== null && { last_error_date: webhookError }),
          },
        }
      case 'getUpdates':
        return getUpdates(params, request)
      case 'getFile': {
        const file = files.get(String(params['file_id']))
        if (!file) return bad('wrong file_id or the file is temporarily unavailable')
        if (file.content.length > 20_000_000) return bad('file is too big')
        return { value: { file_id: params['file_id'], file_path: file.path, file_size: file.content.length } }
      }
      case 'sendChatAction':
        return { value: true }
      case 'editMessageText':
      case 'editMessageCaption':
        return edit(params)
      case 'deleteMessage': {
        const shown = shownOf(params)
        const index = shown.findIndex((one) => one.messageId === Number(params['message_id']))
        if (index === -1) return bad('message to delete not found')
        shown.splice(index, 1)
        return { value: true }
      }
      default:
        return asked.method.startsWith('send')
          ? send(asked)
          : { error: 404, description: 'Not Found: method not found' }
    }
  }

  async function getUpdates(params: Record<string, unknown>, request: IncomingMessage): Promise<Result> {
    if (webhook !== null)
      return {
        error: 409,
        description: "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook first",
      }
    const offset = Number(params['offset'] ?? 0)
    queue = queue.filter((update) => update.update_id >= offset)
    if (queue.length === 0 && Number(params['timeout'] ?? 0) > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, Number(params['timeout']) * 1000)
        function done() {
          clearTimeout(timer)
          polls.delete(done)
          resolve()
        }
        polls.add(done)
        request.socket.once('close', done)
      })
    }
    return { value: queue.slice(0, Number(params['limit'] ?? 100)) }
  }

  function send({ method, params, files: sent }: BotRequest): Result {
    const text = textOf(params['text'] ?? params['caption'])
    if (method === 'sendMessage' && (text === '' || text.length > 4096)) return bad('message is too long')
    if (method !== 'sendMessage' && text.length > 1024) return bad('message caption is too long')
    const reply = params['reply_parameters'] as { message_id: number } | undefined
    messageId += 1
    const [file] = Object.values(sent)
    const shown = { messageId, text, method, replyTo: reply?.message_id ?? null, file: file?.name ?? null }
    shownOf(params).push(shown)
    return { value: { message_id: messageId, date: now(), chat: { id: params['chat_id'], type: 'private' } } }
  }

  function edit(params: Record<string, unknown>): Result {
    const shown = shownOf(params).find((one) => one.messageId === Number(params['message_id']))
    const text = textOf(params['text'] ?? params['caption'])
    if (!shown) return bad('message to edit not found')
    if (shown.text === text)
      return bad('message is not modified: specified new message content is exactly the same')
    shown.text = text
    return { value: true }
  }

  function shownOf(params: Record<string, unknown>): ShownMessage[] {
    const id = Number(params['chat_id'])
    const shown = chats.get(id) ?? []
    chats.set(id, shown)
    return shown
  }

  /** Hands updates to long polling, or returns them for `push`. */
  function enqueue(updates: Update[]): void {
    queue.push(...updates)
    for (const wake of polls) wake()
  }

  const nextUpdate = (content: Omit<Update, 'update_id'>): Update => {
    updateId += 1
    return { update_id: updateId, ...content }
  }

  /** A message of a person to the bot. */
  function message(from: Person, content: Partial<Message> = {}): Message {
    messageId += 1
    const { id, ...names } = from
    return {
      message_id: messageId,
      date: now(),
      chat: { id, type: 'private', first_name: names.first_name },
      from: { id, is_bot: false, ...names },
      ...content,
    }
  }

  return {
    url,
    token,
    requests,
    message,
    nextUpdate,
    enqueue,
    /** What the person's chat shows of the bot's messages. */
    shown: (person: Pick<Person, 'id'>): ShownMessage[] => chats.get(person.id) ?? [],
    sent: (method: string): BotRequest[] => requests.filter((one) => one.method === method),
    get webhook() {
      return webhook
    },
    /** The update of a new message. */
    writes: (from: Person, content: Partial<Message>): Update =>
      nextUpdate({ message: message(from, content) } as Omit<Update, 'update_id'>),
    edits: (original: Update, content: Partial<Message>): Update =>
      nextUpdate({
        edited_message: { ...original.message, edit_date: now(), ...content },
      } as Omit<Update, 'update_id'>),
    /** A file that the bot can download. */
    addFile(fileId: string, content: Buffer): void {
      files.set(fileId, { path: `documents/${fileId}.bin`, content })
    },
    /** The bot's profile photo: the same bytes in three sizes. null: none. */
    setPhoto(jpeg: Buffer | null): void {
      const sizes = [160, 320, 640].map((width) => {
        const id = `photo-${width}`
        if (jpeg) files.set(id, { path: `photos/${id}.jpg`, content: jpeg })
        return { file_id: id, file_unique_id: id, width, height: width, file_size: jpeg?.length ?? 0 }
      })
      photos = jpeg ? [sizes] : []
    },
    misbehave(method: string, ...next: Misbehaviour[]): void {
      misbehaviours.set(method, [...(misbehaviours.get(method) ?? []), ...next])
    },
    /** @param at Unix time in seconds */
    failWebhook(at = now()): void {
      webhookError = at
    },
    /** As if BotFather had issued a new token. */
    revokeToken(next: string): void {
      token = next
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export interface Person {
  id: number
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
