import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { TLSSocket } from 'node:tls'

export interface ReceivedMail {
  from: string
  to: string
  /** `subject` and `text` are decoded (RFC 2047, quoted-printable, base64). `head`: the header lines as sent. */
  subject: string
  text: string
  /** null: plain text alone. */
  html: string | null
  attachments: { name: string; content: string }[]
  head: string
  encrypted: boolean
  login: string | null
}

export interface SmtpOptions {
  /** Offers STARTTLS. */
  certificate?: { key: string; cert: string }
  /**
   * `silent`: accepts connections and never greets. `full`: refuses every recipient for now. `unknown`: rejects every
   * recipient. `greylist`: refuses the recipients of the first connections for now. `spam`: rejects every message after its content.
   * `down`: ends every connection. `lost`: accepts the first messages and ends the connection without a reply. `slow`: accepts and never
   * replies to the content. `drip`: its reply to the content never ends. `drip-greeting`: its greeting never does.
   */
  behaviour?: Behaviour
}

type Behaviour =
  | 'accept'
  | 'silent'
  | 'full'
  | 'unknown'
  | 'spam'
  | 'down'
  | 'slow'
  | 'drip'
  | 'drip-greeting'
  | { greylist: number }
  | { lost: number }

/** A mail server for tests that stores received mail: RFC 5321 with STARTTLS (RFC 3207) and AUTH PLAIN (RFC 4954). */
export async function startSmtpServer(options: SmtpOptions = {}) {
  const { certificate } = options
  let behaviour = options.behaviour ?? 'accept'
  const mails: ReceivedMail[] = []
  const waiting = new Set<() => void>()
  const sockets = new Set<Socket>()
  let connections = 0

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    if (behaviour === 'down') socket.destroy()
    else if (behaviour === 'drip-greeting') drip(socket, '220-mail.test')
    else if (behaviour !== 'silent') converse(socket, false, '220 mail.test ESMTP')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  function receive(mail: ReceivedMail, socket: Socket, say: (line: string) => void): void {
    if (behaviour === 'spam') return say(`554 5.7.1 Rejected: ${mail.subject} to ${mail.to}`)
    mails.push(mail)
    for (const wake of waiting) wake()
    const isLost = typeof behaviour === 'object' && 'lost' in behaviour && mails.length <= behaviour.lost
    if (isLost) socket.destroy()
    else if (behaviour === 'drip') drip(socket, '250-Still thinking')
    else if (behaviour !== 'slow') say('250 2.0.0 Queued')
  }

  /** A line now and then: the connection is never silent. */
  function drip(socket: Socket, line: string): void {
    const timer = setInterval(() => socket.write(`${line}\r\n`), 20)
    socket.on('close', () => clearInterval(timer))
  }

  function replyToRecipient(to: string): string {
    if (behaviour === 'full') return '452 4.2.2 Mailbox full'
    if (behaviour === 'unknown') return `550 5.1.1 <${to}>: No such mailbox`
    const isGreylisted =
      typeof behaviour === 'object' && 'greylist' in behaviour && connections <= behaviour.greylist
    return isGreylisted ? '451 4.7.1 Try again later' : '250 2.1.5 Ok'
  }

  function converse(socket: Socket, encrypted: boolean, greeting: string | null): void {
    const say = (line: string) => void socket.write(`${line}\r\n`)
    let envelope = { from: '', to: '' }
    let login: string | null = null
    let data: string[] | null = null
    if (greeting !== null) say(greeting)
    const lines = createInterface({ input: socket, crlfDelay: Infinity })
    lines.on('error', () => {})
    lines.on('line', (line) => {
      if (data !== null) {
        if (line !== '.') {
          data.push(line.replace(/^\./, ''))
          return
        }
        const mail = { ...envelope, ...parseMessage(data), encrypted, login }
        data = null
        receive(mail, socket, say)
        return
      }
      const [verb = ''] = line.toUpperCase().split(/[ :]/)
      if (verb === 'EHLO') {
        const offers = [
          'mail.test',
          ...(certificate && !encrypted ? ['STARTTLS'] : []),
          'AUTH PLAIN',
          '8BITMIME',
        ]
        offers.forEach((offer, index) => say(`250${index === offers.length - 1 ? ' ' : '-'}${offer}`))
      } else if (verb === 'STARTTLS' && certificate) {
        lines.close()
        socket.removeAllListeners('data')
        say('220 2.0.0 Ready')
        const secured = new TLSSocket(socket, { isServer: true, ...certificate })
        secured.on('error', () => {})
        converse(secured, true, null)
      } else if (verb === 'AUTH') {
        const [, user = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')
        login = user
        say('235 2.7.0 Accepted')
      } else if (verb === 'MAIL') {
        envelope = { from: pathOf(line), to: '' }
        say('250 2.1.0 Ok')
      } else if (verb === 'RCPT') {
        envelope.to = pathOf(line)
        say(replyToRecipient(envelope.to))
      } else if (verb === 'DATA') {
        data = []
        say('354 End with a dot')
      } else if (verb === 'QUIT') {
        say('221 2.0.0 Bye')
        socket.end()
      } else {
        say('502 5.5.2 Not implemented')
      }
    })
  }

  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    connections: () => connections,
    openConnections: () => sockets.size,
    become: (next: Behaviour): void => void (behaviour = next),
    /** Resolves with the first e-mail to this address. */
    async mailTo(address: string): Promise<ReceivedMail> {
      for (;;) {
        const found = mails.find(({ to }) => to === address)
        if (found) return found
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.add(resolve)
        await promise
        waiting.delete(resolve)
      }
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const pathOf = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ''

type Parsed = Pick<ReceivedMail, 'head' | 'subject' | 'text' | 'html' | 'attachments'>

/** Reads multipart messages (RFC 2046) as far as tests need it. */
function parseMessage(lines: string[]): Parsed {
  const blank = lines.indexOf('')
  const head = lines.slice(0, blank).join('\n')
  const unfolded = head.replaceAll(/\n[ \t]+/g, ' ')
  const subject = decodeWords(/^Subject: (.*)$/m.exec(unfolded)?.[1] ?? '')
  const type = /^Content-Type: (.*)$/im.exec(unfolded)?.[1] ?? 'text/plain'
  const empty: Parsed = { head, subject, text: '', html: null, attachments: [] }
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (boundary !== undefined) {
    const parts = `\n${lines.slice(blank + 1).join('\n')}`.split(`\n--${boundary}`).slice(1, -1)
    const parsed = parts.map((part) => parseMessage(part.split('\n').slice(1)))
    return {
      ...empty,
      text: parsed.find(({ text }) => text !== '')?.text ?? '',
      html: parsed.find(({ html }) => html !== null)?.html ?? null,
      attachments: parsed.flatMap(({ attachments }) => attachments),
    }
  }
  const encoding = /^Content-Transfer-Encoding: (.*)$/im.exec(unfolded)?.[1] ?? '7bit'
  const content = decodeBody(lines.slice(blank + 1).join('\n'), encoding)
  const name = /^Content-Disposition: attachment; filename="?([^";]+)"?/im.exec(unfolded)?.[1]
  if (name !== undefined) return { ...empty, attachments: [{ name: decodeWords(name), content }] }
  return type.startsWith('text/html') ? { ...empty, html: content } : { ...empty, text: content }
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuoted(body) : body
}

/** Decodes encoded words (RFC 2047). */
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
