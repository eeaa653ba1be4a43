import type { LogEntry } from '@parley/protocol/event'
import type { MessageSent } from '@parley/protocol/message'
import { newId } from '../core/ids.ts'
import { startSmtpServer } from './smtp-server.ts'
import type { TestKey } from './test-key.ts'
import { connectAgent, connectVisitor, foundOrganization, startTestService } from './test-service.ts'

const minute = 60_000

interface Visitor {
  email: string
  id: string
  conversationId: string
  key: TestKey
}

export type ContinuityScene = Awaited<ReturnType<typeof startContinuityScene>>

/**
 * Two processes with a mail server and a clock that tests move.
 * @param env instead of that mail server
 */
export async function startContinuityScene(env?: Record<string, string>) {
  const smtp = await startSmtpServer()
  let ahead = 0
  const options = {
    clock: () => Date.now() + ahead,
    env: env ?? {
      PARLEY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=none`,
      PARLEY_MAIL_FROM: 'Parley <parley@example.com>',
    },
  }
  const service = await startTestService(options)
  const other = await startTestService({ ...options, databaseUrl: service.databaseUrl })
  const organization = await foundOrganization(service, 'Continuity')
  await service.app.logConsumers.start()

  let people = 0
  /** Writes, leaves an address and goes offline. */
  async function visitorWho(leaves: string | null = `visitor${(people += 1)}@example.com`): Promise<Visitor> {
    const { socket, key } = await connectVisitor(service, organization.providerId)
    const sent = await socket.request<MessageSent>('message.send', { client_id: newId(), content: 'Hello?' })
    if (leaves !== null) await socket.request('customer.email', { email: leaves })
    await socket.leave()
    return { email: leaves ?? '', id: sent.customer_id, conversationId: sent.conversation_id, key }
  }

  /** On a socket of its own, because the clock jumps. */
  async function asAgent<T>(method: string, params: object): Promise<T> {
    const socket = await connectAgent(service, organization.id, organization.cookie)
    const result = await socket.request<T>(method, params)
    await socket.leave()
    return result
  }
  const say = (customerId: string, content: string) =>
    asAgent<MessageSent>('message.send', { client_id: newId(), customer_id: customerId, content })

  /** Both processes look at what is due. */
  async function pass(ms: number): Promise<void> {
    await service.app.logConsumers.look()
    await service.app.logConsumers.settled()
    for (let left = ms; left >= 0; left -= minute) {
      await Promise.all([service.app.continuity.look(), other.app.continuity.look()])
      if (left > 0) ahead += Math.min(left, minute)
    }
  }
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to === email)
  const linksOf = (text: string) =>
    [...text.matchAll(/https:\/\/parley\.test(\/v1\/public\/mail\/\S+)/g)].map(([, path]) => path ?? '')
  const linkOf = (text: string, page: string) =>
    linksOf(text).find((path) => path.includes(`/${page}?`)) ?? ''
  async function open(method: 'GET' | 'POST', url: string) {
    const answer = await service.app.http.inject({
      method,
      url,
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      }),
    })
    return { status: answer.statusCode, body: answer.body, headers: answer.headers }
  }
  async function confirmed(): Promise<Visitor> {
    const visitor = await visitorWho()
    await say(visitor.id, 'First reply')
    await pass(10 * minute)
    const [asked] = mailsTo(visitor.email)
    const { status } = await open('POST', linkOf(asked?.text ?? '', 'confirm'))
    if (status !== 200) throw new Error(`the confirmation answered ${status}`)
    await pass(0)
    return visitor
  }
  async function told(customerId: string) {
    const { entries } = await asAgent<{ entries: LogEntry[] }>('log.read', {
      after: 0,
      max: 500,
      customer_id: customerId,
    })
    return entries.flatMap((entry) => (entry.type === 'customer.mailed' ? [entry.data.kind] : []))
  }

  return {
    smtp,
    service,
    /** A process that has just started. */
    startAnother: () => startTestService({ ...options, databaseUrl: service.databaseUrl }),
    organization,
    visitorWho,
    asAgent,
    say,
    pass,
    now: options.clock,
    forward: (ms: number) => {
      ahead += ms
    },
    mailsTo,
    linkOf,
    open,
    confirmed,
    told,
    async stop() {
      await other.stop()
      await service.stop()
      await smtp.stop()
    },
  }
}
