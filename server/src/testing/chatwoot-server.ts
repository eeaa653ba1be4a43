import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '../core/free-port.ts'

type Json = Record<string, unknown>

export interface ChatwootAccount {
  agents: Json[]
  inboxes: Json[]
  labels: Json[]
  cannedResponses: Json[]
  contacts: Json[]
  conversations: { conversation: Json & { id: number }; messages: (Json & { id: number })[] }[]
  /** Bytes by the path of `data_url`. */
  files: Map<string, Buffer>
}

const pageSizes = { contacts: 15, conversations: 25, messages: 20 }

/**
 * Chatwoot's application API in its documented wire format: `api_access_token`, pages of 15, 25 and 20, `payload` around most lists, and
 * files behind a redirect. `busyEvery`: each such request is refused once with 429. `onRequest`: for tests that change the account meanwhile.
 * `statusOf`: for requests that fail.
 */
export async function startChatwoot(
  account: ChatwootAccount,
  options: {
    token: string
    busyEvery?: number
    onRequest?: (path: string) => void
    statusOf?: (path: string) => number | undefined
  },
) {
  const requests: { path: string; token: string | undefined }[] = []
  let count = 0
  let lastBusy = ''

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://chatwoot')
    const token = request.headers['api_access_token'] as string | undefined
    requests.push({ path: url.pathname + url.search, token })
    options.onRequest?.(url.pathname)
    const file = account.files.get(url.pathname)
    if (file !== undefined) return void response.writeHead(200).end(file)
    const [, blob] = /^\/rails\/active_storage\/blobs\/redirect\/(.+)$/.exec(url.pathname) ?? []
    if (blob !== undefined)
      return void response.writeHead(302, { location: `/rails/active_storage/disk/${blob}` }).end()
    if (token !== options.token) return send(response, 401, { errors: ['Invalid Access Token'] })
    count += 1
    if (options.busyEvery !== undefined && count % options.busyEvery === 0 && lastBusy !== request.url) {
      lastBusy = request.url ?? ''
      return void response.writeHead(429, { 'retry-after': '0' }).end('Retry later')
    }
    const failed = options.statusOf?.(url.pathname)
    if (failed !== undefined) return send(response, failed, { error: 'Failed' })
    const found = resource(url)
    return found === undefined
      ? send(response, 404, { error: 'Resource could not be found' })
      : send(response, 200, found)
  }

  function resource({ pathname, searchParams }: URL): unknown {
    const path = pathname.replace('/api/v1/accounts/1', '')
    const page = Number(searchParams.get('page') ?? 1)
    const pageOf = <T>(rows: T[], size: number) => rows.slice((page - 1) * size, page * size)
    const [, id] = /^\/conversations\/(\d+)\/messages$/.exec(path) ?? []
    if (id !== undefined) return messagesBefore(Number(id), searchParams.get('before'))
    switch (path) {
      case '/agents':
        return account.agents
      case '/inboxes':
        return { payload: account.inboxes }
      case '/labels':
        return { payload: account.labels }
      case '/canned_responses':
        return account.cannedResponses
      case '/contacts':
        return {
          meta: { count: account.contacts.length, current_page: page },
          payload: pageOf(account.contacts, pageSizes.contacts),
        }
      case '/conversations':
        return {
          data: {
            meta: { all_count: account.conversations.length },
            payload: pageOf(byActivity(), pageSizes.conversations).map(({ conversation }) => conversation),
          },
        }
      default:
        return undefined
    }
  }

  const byActivity = () =>
    account.conversations.toSorted(
      (a, b) => Number(b.conversation['last_activity_at']) - Number(a.conversation['last_activity_at']),
    )

  function messagesBefore(id: number, before: string | null): unknown {
    const found = account.conversations.find(({ conversation }) => conversation.id === id)
    if (found === undefined) return undefined
    const earlier = found.messages.filter((message) => before === null || message.id < Number(before))
    return { meta: { labels: [] }, payload: earlier.slice(-pageSizes.messages) }
  }

  const server = createServer(answer)
  const port = await freePort(0)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise<unknown>((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

const send = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Seconds since 1970. */
export const chatwootStart = Date.UTC(2024, 2, 1, 9) / 1000

/** An account with so many conversations of three contacts each, and 14 messages in each conversation. */
export function chatwootAccount(options: { conversations: number; agentEmail: string; fileUrl: string }) {
  const agents = [
    { id: 1, name: 'Ada Agent', email: options.agentEmail.toUpperCase(), role: 'agent' },
    { id: 2, name: 'Former Colleague', email: 'gone@example.test', role: 'agent' },
  ]
  const contacts = Array.from({ length: Math.ceil(options.conversations / 3) + 2 }, (_, index) => ({
    id: index + 1,
    name: `Contact Number${index + 1}`,
    email: `contact${index + 1}@example.test`,
    phone_number: '+491700000000',
    identifier: index === 0 ? 'member-42' : null,
    thumbnail: '',
    custom_attributes: { plan: 'pro' },
    additional_attributes: { country_code: 'DE', company_name: 'Acme' },
    last_activity_at: chatwootStart + 90_000,
    created_at: chatwootStart - 1000,
  }))
  const files = new Map<string, Buffer>()
  let messageId = 0
  const conversations = Array.from({ length: options.conversations }, (_, index) => {
    const id = index + 1
    const start = chatwootStart + index * 600
    const contact = contacts[Math.floor(index / 3)]
    const message = (fields: Json) => {
      messageId += 1
      return {
        id: messageId,
        conversation_id: id,
        inbox_id: 5,
        content_type: 'text',
        content_attributes: {},
        private: false,
        status: 'sent',
        created_at: start + (messageId % 14) * 10,
        ...fields,
      }
    }
    const user = { id: 1, name: 'Ada Agent', available_name: 'Ada', type: 'user' }
    const former = { id: 2, name: 'Former Colleague', type: 'user' }
    const person = { id: contact?.id, name: contact?.name, type: 'contact' }
    const blob = `${id}/plan%20${id}.txt`
    files.set(`/rails/active_storage/disk/${blob}`, Buffer.from(`plan of ${id}`))
    const messages = [
      message({ message_type: 0, content: `Question ${id}`, sender: person }),
      message({ message_type: 2, content: 'Assigned to Ada' }),
      message({ message_type: 1, content: `Answer ${id}`, sender: user }),
      message({ message_type: 1, content: `Secret note ${id}`, sender: former, private: true }),
      message({ message_type: 3, content: 'We reply within an hour' }),
      ...Array.from({ length: 7 }, (__, turn) =>
        message({
          message_type: turn % 2,
          content: `Line ${turn} of ${id}`,
          sender: turn % 2 === 0 ? person : former,
        }),
      ),
      message({
        message_type: 1,
        content: null,
        sender: user,
        attachments: [
          {
            id,
            file_type: 'file',
            data_url: `${options.fileUrl}/rails/active_storage/blobs/redirect/${blob}`,
          },
        ],
      }),
      message({ message_type: 0, content: 'Thank you', sender: person }),
    ].map((each, order) => ({ ...each, created_at: start + order * 10 }))
    const status = index % 3 === 2 && index % 2 === 0 ? 'open' : 'resolved'
    return {
      messages,
      conversation: {
        id,
        account_id: 1,
        inbox_id: 5,
        status,
        labels: index % 2 === 0 ? ['billing'] : [],
        priority: index % 2 === 0 ? 'medium' : null,
        created_at: start,
        timestamp: start + 300,
        last_activity_at: start + 300,
        snoozed_until: null,
        meta: { sender: contact, assignee: user, channel: 'Channel::WebWidget' },
        messages: messages.slice(-1),
      },
    }
  })
  return {
    agents,
    inboxes: [{ id: 5, name: 'Website', channel_type: 'Channel::WebWidget' }],
    labels: [{ id: 1, title: 'billing', color: '#1f93ff', description: null, show_on_sidebar: true }],
    cannedResponses: [
      { id: 1, account_id: 1, short_code: 'greet me', content: 'Hello {{contact.first_name}}' },
    ],
    contacts,
    conversations,
    files,
  } satisfies ChatwootAccount
}
