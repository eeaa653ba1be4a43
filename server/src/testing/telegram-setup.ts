import type { Message, Update } from '@grammyjs/types'
import type { ChannelConnection } from '@parley/protocol/channel-connection'
import type { Conversation } from '@parley/protocol/conversation'
import type { LogEntry } from '@parley/protocol/event'
import type { TimelineMessage } from '@parley/protocol/message'
import type { MessageHistory } from '@parley/protocol/timeline'
import { newId } from '../core/ids.ts'
import type { TelegramPublicKeys } from '../features/mini-app/telegram-keys.ts'
import {
  connectAgent,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from './test-service.ts'
import { startTelegramServer, type Person, type TelegramServer } from './telegram-server.ts'
import type { TestSocket } from './test-socket.ts'

export const ada: Person = {
  id: 4711,
  first_name: 'Ada',
  last_name: 'Lovelace',
  username: 'ada',
  language_code: 'de',
}

export interface TelegramScene {
  service: TestService
  telegram: TelegramServer
  organization: TestOrganization
  channel: ChannelConnection
  agent: TestSocket
  /** Milliseconds by which the service's clock is ahead. */
  turn(ms: number): void
  /** Calls the webhook like Telegram. */
  push(update: Update, secret?: string): Promise<number>
  /** Handles what is due, with everything that waits for a time. */
  settle(): Promise<void>
  path(rest: string): string
  conversations(): Promise<Conversation[]>
  history(customerId: string): Promise<TimelineMessage[]>
  /** Sends an agent's message. */
  say(customerId: string, content: string, more?: object): Promise<string>
  /** Sends messages one after another on one socket, and calls `before` with the index of each. */
  sayAll(customerId: string, contents: readonly string[], before: (index: number) => void): Promise<void>
  entries(customerId: string, type: LogEntry['type']): Promise<LogEntry[]>
  stop(): Promise<void>
}

/** A service with a bot, whose webhook tests call. Work is done by `settle`. */
export async function startTelegramScene(
  name = 'Telegram',
  telegramKeys?: TelegramPublicKeys,
): Promise<TelegramScene> {
  let ahead = 0
  const clock = () => Date.now() + ahead
  const telegram = await startTelegramServer({ clock })
  const service = await startTestService({
    clock,
    ...(telegramKeys && { telegramKeys }),
    env: {
      PARLEY_TELEGRAM_API_URL: telegram.url,
      // More than the platform takes.
      PARLEY_MEDIA_MAX_BYTES: '60000000',
    },
  })
  const organization = await foundOrganization(service, name)
  const { cookie } = organization
  const path = (rest: string) => `/v1/organizations/${organization.id}${rest}`
  const connected = await service.call('POST', path('/channels'), {
    cookie,
    body: { channel: 'telegram', token: telegram.token },
  })
  if (connected.status !== 201) throw new Error(`Connecting: ${connected.status}`)
  const agent = await connectAgent(service, organization.id, cookie)
  await service.app.logConsumers.start()
  /** On a socket of its own: `agent` may be closed as silent, because the clock jumps and tests take long on a busy machine. */
  const asAgent = async <T>(work: (socket: TestSocket) => Promise<T>): Promise<T> => {
    const socket = await connectAgent(service, organization.id, cookie)
    const result = await work(socket)
    await socket.leave()
    return result
  }

  return {
    service,
    telegram,
    organization,
    channel: connected.body,
    agent,
    path,
    turn(ms) {
      ahead += ms
    },
    async push(update, secret = telegram.webhook?.secret) {
      const response = await service.app.http.inject({
        method: 'POST',
        url: new URL(telegram.webhook?.url ?? '').pathname,
        headers: secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': secret },
        payload: update,
      })
      return response.statusCode
    },
    async settle() {
      for (let round = 0; round < 4; round += 1) {
        ahead += 3000
        await service.app.channels.look()
        await service.app.logConsumers.look()
        await service.app.logConsumers.settled()
        await service.app.automaticReplies.look()
      }
      await service.app.channels.look()
    },
    async conversations() {
      const { body } = await service.call('GET', path('/conversations?view=open'), { cookie })
      return (body as { data: Conversation[] }).data
    },
    async history(customerId) {
      const { messages } = await asAgent((socket) =>
        socket.request<MessageHistory>('message.history', { customer_id: customerId }),
      )
      return messages.toReversed()
    },
    async say(customerId, content, more = {}) {
      const message = { client_id: newId(), customer_id: customerId, content, ...more }
      const sent = await asAgent((socket) => socket.request<{ id: string }>('message.send', message))
      return sent.id
    },
    async sayAll(customerId, contents, before) {
      await asAgent(async (socket) => {
        for (const [index, content] of contents.entries()) {
          before(index)
          await socket.request('message.send', { client_id: newId(), customer_id: customerId, content })
        }
      })
    },
    async entries(customerId, type) {
      const { entries } = await asAgent((socket) =>
        socket.request<{ entries: LogEntry[] }>('log.read', { after: 0, max: 500, customer_id: customerId }),
      )
      return entries.filter((entry) => entry.type === type)
    },
    async stop() {
      await service.stop()
      await telegram.stop()
    },
  }
}

/** Receives messages of a person and returns the customer with the messages. */
export async function receiveFrom(
  scene: TelegramScene,
  person: Person,
  contents: Partial<Message>[],
): Promise<{ id: string; messages: TimelineMessage[]; updates: Update[] }> {
  const updates = contents.map((content) => scene.telegram.writes(person, content))
  for (const update of updates) await scene.push(update)
  await scene.settle()
  const customers = await scene.service.call('GET', scene.path(`/customers?q=${person.username}`), {
    cookie: scene.organization.cookie,
  })
  const id = (customers.body as { data: { id: string }[] }).data[0]?.id ?? ''
  return { id, messages: await scene.history(id), updates }
}

/** Uploads a file of an agent and returns its id. */
export async function uploadFor(
  scene: TelegramScene,
  customerId: string,
  name: string,
  content: Buffer,
): Promise<string> {
  const ticket = await scene.agent.request<{ media_id: string; ticket: string }>('media.ticket', {
    customer_id: customerId,
    name,
    size: content.length,
  })
  const response = await fetch(`${scene.service.address}/v1/public/media/${ticket.media_id}`, {
    method: 'PUT',
    headers: { 'parley-upload': ticket.ticket, 'content-type': 'application/octet-stream' },
    body: content as Buffer<ArrayBuffer>,
  })
  if (response.status !== 201) throw new Error(`Uploading: ${response.status}`)
  return ticket.media_id
}
