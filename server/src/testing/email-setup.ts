import type { ChannelConnection } from '@parley/protocol/channel-connection'
import type { MailboxInput, MessageMail } from '@parley/protocol/mailbox'
import type { ClosedMessage } from '@parley/protocol/messages-page'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { newId } from '../core/ids.ts'
import { startImapServer, type ImapServer } from './imap-server.ts'
import {
  connectAgent,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from './test-service.ts'

export interface SentMail {
  from: string
  to: string[]
  source: string
}

/** Answers of the SMTP server to the next mails. `lost`: accepted, but the connection breaks. */
export type SmtpAnswer =
  | 'lost'
  | { code: number; at: 'sign-in' | 'sender' | 'recipient' | 'data'; /** Enhanced code. */ status?: string }

export async function startMailSink(login: { user: string; password: string }) {
  const sent: SentMail[] = []
  const answers: SmtpAnswer[] = []
  const failure = ({ code, status = '5.0.0' }: Exclude<SmtpAnswer, 'lost'>) =>
    Object.assign(new Error(`${status} Refused`), { responseCode: code })
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, callback) {
      const [answer] = answers
      if (typeof answer === 'object' && answer.at === 'sign-in') {
        answers.shift()
        return callback(failure(answer))
      }
      const isRight = username === login.user && password === login.password
      return callback(isRight ? null : new Error('Wrong'), isRight ? { user: username } : {})
    },
    onMailFrom(_address, _session, callback) {
      const [answer] = answers
      if (typeof answer === 'object' && answer.at === 'sender') {
        answers.shift()
        return callback(failure(answer))
      }
      return callback()
    },
    onRcptTo(_address, _session, callback) {
      const [answer] = answers
      if (typeof answer === 'object' && answer.at === 'recipient') {
        answers.shift()
        return callback(failure(answer))
      }
      return callback()
    },
    onData(stream, { envelope }, callback) {
      const answer = answers.shift()
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (typeof answer === 'object') return callback(failure(answer))
        sent.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        })
        if (answer !== 'lost') return callback()
        for (const connection of server.connections)
          (connection as { _socket?: { destroy(): void } })._socket?.destroy()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    sent,
    answerNext: (...next: SmtpAnswer[]) => void answers.push(...next),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export interface EmailScene {
  service: TestService
  imap: ImapServer
  smtp: Awaited<ReturnType<typeof startMailSink>>
  organization: TestOrganization
  cookie: string
  settings: MailboxInput
  channel: ChannelConnection
  path(rest: string): string
  turn(ms: number): void
  /** Delivers a mail and resolves once it is stored. */
  receive(source: string | Buffer, receivedAt?: Date): Promise<void>
  /** Handles what is due, with everything that waits for a time. */
  settle(): Promise<void>
  /** Delivers a mail and handles it. */
  take(source: string | Buffer): Promise<void>
  /** The last one of a contact. */
  conversationOf(address: string): Promise<{ id: string; customer_id: string; status: string } | undefined>
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  messages(conversationId: string): Promise<ClosedMessage[]>
  mails(conversationId: string): Promise<MessageMail[]>
  /** Sends an agent's message. */
  say(customerId: string, content: string, more?: object): Promise<string>
  stop(): Promise<void>
}

export const mailboxOf = (
  imap: Pick<ImapServer, 'port' | 'user' | 'password'>,
  smtpPort: number,
): MailboxInput => ({
  address: 'support@shop.example',
  name: 'Shop support',
  folder: 'INBOX',
  plus_addresses: true,
  authentication_server: 'mx.shop.example',
  imap: {
    host: '127.0.0.1',
    port: imap.port,
    encryption: 'none',
    user: imap.user,
    password: imap.password(),
  },
  smtp: { host: '127.0.0.1', port: smtpPort, encryption: 'none', login: null },
})

/**
 * A service with a mailbox. Mails are read by the service; queues are handled by `settle`.
 * @param server of the mailbox, instead of the simulated one
 */
export async function startEmailScene(
  name = 'Mail',
  server?: { port: number; user: string; password: string },
): Promise<EmailScene> {
  const imap = await startImapServer()
  const { user = imap.user, password = imap.password(), port = imap.port } = server ?? {}
  const smtp = await startMailSink({ user, password })
  let ahead = 0
  const service = await startTestService({
    clock: () => Date.now() + ahead,
    env: { PARLEY_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' },
  })
  const organization = await foundOrganization(service, name)
  const { cookie } = organization
  const path = (rest: string) => `/v1/organizations/${organization.id}${rest}`
  const settings = mailboxOf({ port, user, password: () => password }, smtp.port)
  const connected = await service.call('POST', path('/channels'), {
    cookie,
    body: { channel: 'email', mailbox: settings },
  })
  if (connected.status !== 201)
    throw new Error(`Connecting: ${connected.status} ${JSON.stringify(connected.body)}`)
  const polling = service.app.channels.polling
  polling.start()
  await service.app.logConsumers.start()
  const get = async <T>(rest: string): Promise<T> => {
    const { body } = await service.call('GET', path(rest), { cookie })
    return (body as { data: T }).data
  }
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()

  const scene: EmailScene = {
    service,
    imap,
    smtp,
    organization,
    cookie,
    settings,
    channel: connected.body,
    path,
    turn(ms) {
      ahead += ms
    },
    async receive(source, receivedAt) {
      // Mails from before the first look at the folder are not read.
      await until(async () => (await position()) !== null)
      imap.deliver(source, receivedAt)
      const uid = imap.mails().at(-1)?.uid ?? 0
      await until(async () => ((await position()) ?? 0) >= uid)
    },
    async settle() {
      for (let round = 0; round < 3; round += 1) {
        ahead += 3000
        await service.app.channels.look()
        await service.app.logConsumers.look()
        await service.app.logConsumers.settled()
      }
      await service.app.channels.look()
    },
    async take(source) {
      await scene.receive(source)
      await scene.settle()
    },
    async conversationOf(address) {
      const { rows } = await client.query<{ id: string; customer_id: string; status: string }>(
        `select v.id, v.customer_id, v.status from conversation v join customer c on c.id = v.customer_id
         where c.external_id = $1 and c.organization_id = $2 order by v.started_at desc`,
        [address, organization.id],
      )
      return rows[0]
    },
    query: async (text, values = []) => (await client.query(text, values)).rows,
    messages: (id) => get<ClosedMessage[]>(`/conversations/${id}/messages?sort=ASC`),
    mails: (id) => get<MessageMail[]>(`/conversations/${id}/mails`),
    async say(customerId, content, more = {}) {
      const socket = await connectAgent(service, organization.id, cookie)
      const sent = await socket.request<{ id: string }>('message.send', {
        client_id: newId(),
        customer_id: customerId,
        content,
        ...more,
      })
      await socket.leave()
      return sent.id
    },
    async stop() {
      await polling.stop()
      await client.end()
      await service.stop()
      await smtp.stop()
      await imap.stop()
    },
  }
  return scene

  /** Number of the last mail that the service has stored. */
  async function position(): Promise<number | null> {
    const { rows } = await client.query<{ cursor: string | null }>(
      'select cursor from channel_connection where provider_id = $1',
      [scene.channel.id],
    )
    return rows[0]?.cursor == null ? null : Number(rows[0].cursor)
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('Waited too long')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
