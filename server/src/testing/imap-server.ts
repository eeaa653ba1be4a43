import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface ImapOptions {
  user?: string
  password?: string
  folder?: string
  /** Without it, clients ask again and again. Default: true. */
  idle?: boolean
}

interface StoredMail {
  uid: number
  source: Buffer
  seen: boolean
  receivedAt: Date
}

/** `body`: refuses all but the header. `mail`: refuses all. `break`: ends the connection, whatever is requested. */
type Damage = 'body' | 'mail' | 'break'

export type ImapServer = Awaited<ReturnType<typeof startImapServer>>

/**
 * A mailbox in the wire format of IMAP4rev1 (RFC 3501) with UIDPLUS-like numbers, IDLE (RFC 2177) and ID (RFC 2971): what a client needs to
 * follow one folder. Tests deliver mails, rebuild the folder, and break connections.
 */
export async function startImapServer(options: ImapOptions = {}) {
  const { user = 'support@shop.example', folder = 'INBOX', idle = true } = options
  let password = options.password ?? 'a password of the tests'
  let uidValidity = 1000
  let nextUid = 1
  let mails: StoredMail[] = []
  let bytesSent = 0
  const sockets = new Set<Socket>()
  const idling = new Set<() => void>()
  const commands: string[] = []
  let refusesSearches = false
  let refusal = '[AUTHENTICATIONFAILED] Invalid credentials'
  /** By number: what the server does instead of delivering the mail. */
  const damaged = new Map<number, Damage>()
  /** By number: sizes that are not those of the mails, as servers that estimate them state. */
  const statedSizes = new Map<number, number>()
  /** Numbers of mails whose flags another client changes during each FETCH. */
  let flagged: readonly number[] = []

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    converse(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function converse(socket: Socket): void {
    const write = (text: string | Buffer) => {
      bytesSent += text.length
      socket.write(text)
    }
    const say = (line: string) => write(`${line}\r\n`)
    let pending = ''
    let literal = 0
    let idleTag: string | null = null
    let signingIn: string | null = null
    let announced = 0
    const announce = () => {
      announced = mails.length
      say(`* ${announced} EXISTS`)
    }
    const capabilities = `IMAP4rev1 LITERAL+ ID UNSELECT${idle ? ' IDLE' : ''} AUTH=PLAIN`
    say(`* OK [CAPABILITY ${capabilities}] ready`)

    socket.setEncoding('latin1')
    socket.on('close', () => idling.delete(announce))
    socket.on('data', (chunk: string) => {
      pending += chunk
      for (;;) {
        const end = pending.indexOf('\r\n', literal)
        if (end === -1) return
        const line = pending.slice(0, end)
        const size = /\{(\d+)\+?\}$/.exec(line)
        if (size) {
          if (!line.endsWith('+}')) say('+ go ahead')
          literal = end + 2 + Number(size[1])
          if (pending.length < literal) return
          pending = `${line.slice(0, -size[0].length)}"${pending.slice(end + 2, literal)}"${pending.slice(literal)}`
          literal = 0
          continue
        }
        pending = pending.slice(end + 2)
        handle(line)
      }
    })

    function signIn(tag: string, isRight: boolean): void {
      say(isRight ? `${tag} OK signed in` : `${tag} NO ${refusal} for ${user}`)
    }

    function handle(line: string): void {
      if (idleTag !== null) {
        idling.delete(announce)
        say(`${idleTag} OK done`)
        idleTag = null
        return
      }
      if (signingIn !== null) {
        const [, name = '', word = ''] = Buffer.from(line, 'base64').toString().split('\0')
        signIn(signingIn, name === user && word === password)
        signingIn = null
        return
      }
      const [tag = '', verb = '', ...words] = line.split(' ')
      const rest = words.join(' ')
      const done = (text = 'done') => say(`${tag} OK ${text}`)
      commands.push(`${verb.toUpperCase()} ${verb.toUpperCase() === 'LOGIN' ? '' : rest}`.trim())
      switch (verb.toUpperCase()) {
        case 'CAPABILITY':
          say(`* CAPABILITY ${capabilities}`)
          return done()
        case 'ID':
          say('* ID NIL')
          return done()
        case 'LOGIN':
          return signIn(tag, rest.replaceAll('"', '') === `${user} ${password}`)
        case 'AUTHENTICATE':
          signingIn = tag
          return say('+ ')
        case 'NAMESPACE':
          say('* NAMESPACE (("" "/")) NIL NIL')
          return done()
        case 'LIST':
        case 'LSUB':
          say(`* ${verb.toUpperCase()} () "/" "${folder}"`)
          return done()
        case 'SELECT':
        case 'EXAMINE':
          return select(rest.replaceAll('"', ''))
        case 'NOOP':
        case 'CHECK':
          announce()
          return done()
        case 'IDLE':
          idleTag = tag
          idling.add(announce)
          say('+ idling')
          if (announced !== mails.length) announce()
          return
        case 'UID':
          return numbered(words[0]?.toUpperCase() ?? '', words.slice(1).join(' '))
        case 'FETCH': {
          const mail = mails[Number(words[0]) - 1]
          if (mail && !fetch(Number(words[0]), mail, rest)) return
          return done()
        }
        case 'LOGOUT':
          say('* BYE')
          done()
          return void socket.end()
        default:
          return say(`${tag} BAD unknown command`)
      }

      function select(name: string): void {
        if (name !== folder) return say(`${tag} NO [NONEXISTENT] Unknown folder`)
        say('* FLAGS (\\Seen \\Deleted)')
        say('* OK [PERMANENTFLAGS (\\Seen \\Deleted)] ok')
        announce()
        say('* 0 RECENT')
        say(`* OK [UIDVALIDITY ${uidValidity}] ok`)
        say(`* OK [UIDNEXT ${nextUid}] ok`)
        done('[READ-WRITE] selected')
      }

      function numbered(command: string, argument: string): void {
        if (command === 'SEARCH') {
          if (refusesSearches) return say(`${tag} NO [SERVERBUG] Internal error`)
          const from = /UID (\d+):\*/.exec(argument)
          const [, since] = /SINCE (\S+)/.exec(argument) ?? []
          const found = mails.filter(({ uid, receivedAt }) => {
            if (from) return uid >= Number(from[1]) || uid === mails.at(-1)?.uid
            // By day, without the time (RFC 3501 section 6.4.4).
            return since === undefined || receivedAt.getTime() >= Date.parse(`${since} UTC`)
          })
          say(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}`.trim())
          return done()
        }
        const uids = new Set((argument.split(' ')[0] ?? '').split(',').map(Number))
        for (const [index, { uid }] of mails.entries())
          if (command === 'FETCH' && flagged.includes(uid))
            say(`* ${index + 1} FETCH (UID ${uid} FLAGS (\\Seen))`)
        for (const [index, mail] of mails.entries()) {
          if (!uids.has(mail.uid)) continue
          if (command === 'STORE') {
            mail.seen = true
            say(`* ${index + 1} FETCH (UID ${mail.uid} FLAGS (\\Seen))`)
          } else if (!fetch(index + 1, mail, argument)) return
        }
        done()
      }

      /** Returns false if the command has ended. */
      function fetch(number: number, mail: StoredMail, items: string): boolean {
        const { uid, source, receivedAt } = mail
        const damage = /BODY/.test(items) ? damaged.get(uid) : undefined
        if (damage === 'break') {
          socket.destroy()
          return false
        }
        if (damage === 'mail' || (damage === 'body' && !/HEADER/.test(items))) {
          say(`${tag} NO [SERVERBUG] Internal error`)
          return false
        }
        const attributes = [`UID ${uid}`]
        if (/RFC822\.SIZE/.test(items))
          attributes.push(`RFC822.SIZE ${statedSizes.get(uid) ?? source.length}`)
        if (/INTERNALDATE/.test(items)) attributes.push(`INTERNALDATE "${imapDate(receivedAt)}"`)
        const part = /BODY\.PEEK\[(HEADER)?\](?:<(\d+)\.(\d+)>)?/.exec(items)
        if (!part) {
          say(`* ${number} FETCH (${attributes.join(' ')})`)
          return true
        }
        const [, section = '', from, length = source.length] = part
        const start = Number(from ?? 0)
        const end = section === '' ? start + Number(length) : source.indexOf('\r\n\r\n') + 4
        const content = source.subarray(start, end)
        const origin = from === undefined ? '' : `<${start}>`
        write(`* ${number} FETCH (${attributes.join(' ')} BODY[${section}]${origin} {${content.length}}\r\n`)
        write(content)
        say(')')
        return true
      }
    }
  }

  return {
    port: (server.address() as AddressInfo).port,
    user,
    password: () => password,
    commands,
    mails: () => mails,
    bytesSent: () => bytesSent,
    connections: () => sockets.size,
    /** A new mail in the folder. Line ends become CRLF. */
    deliver(source: string | Buffer, receivedAt = new Date()): void {
      const content = typeof source === 'string' ? Buffer.from(source.replaceAll(/\r?\n/g, '\r\n')) : source
      mails.push({ uid: nextUid, source: content, seen: false, receivedAt })
      nextUid += 1
      for (const announce of idling) announce()
    },
    /** As after a restored backup: the same mails with new numbers. */
    rebuild(): void {
      uidValidity += 1
      nextUid = 1
      mails = mails.map((mail) => ({ ...mail, uid: nextUid++ }))
      this.breakConnections()
    },
    stateSize(uid: number, size: number): void {
      statedSizes.set(uid, size)
    },
    flagDuringFetches(uids: readonly number[]): void {
      flagged = uids
    },
    /** `null`: repaired. */
    damage(uid: number, damage: Damage | null): void {
      if (damage === null) damaged.delete(uid)
      else damaged.set(uid, damage)
    },
    /** What the server replies to a wrong password. */
    refuseSignInsWith(reply: string): void {
      refusal = reply
    },
    refuseSearches(isRefused: boolean): void {
      refusesSearches = isRefused
    },
    breakConnections(): void {
      for (const socket of sockets) socket.destroy()
    },
    changePassword(to: string): void {
      password = to
      this.breakConnections()
    },
    async stop(): Promise<void> {
      this.breakConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const imapDate = (date: Date): string => {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? []
  return `${day}-${month}-${year} ${time} +0000`
}
