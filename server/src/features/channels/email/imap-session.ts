import type { MailStepResult } from '@parley/protocol/mailbox'
import type { ImapFlow } from 'imapflow'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RawMail } from './mail-reader.ts'
import { checkServer, connectionFailure, type FindHost } from './mail-server.ts'
import type { Mailbox } from './mailbox.ts'

export interface ImapSession {
  /** UIDVALIDITY: numbers of another one mean nothing. */
  epoch: number
  /** Greater than every number that this session has seen. */
  uidNext: number
  /** The numbers after this one, or of the last days, in order. @throws Error when the server refuses the search */
  newer(than: { uid: number } | { since: Date }): Promise<number[]>
  /** Of those that still exist, in the order of the numbers. */
  sizes(uids: readonly number[]): Promise<MailSize[]>
  /**
   * Of a mail above the limit only the beginning. undefined: deleted meanwhile. `resized`: the server misstates the size, so that another amount of
   * memory is needed; from now on, `sizes` returns one that is correct.
   */
  download(mail: MailSize, part: 'whole' | 'header'): Promise<RawMail | 'resized' | undefined>
  /** Whether the server delivers one of the last mails of the folder, apart from this one. */
  deliversOther(than: MailSize): Promise<boolean>
  markSeen(uids: readonly number[]): Promise<void>
  /** A connection without a command ends after a minute. */
  keepAlive(): Promise<void>
  /** Resolves when the server announces a change, after the timeout, or when the connection ends. */
  wait(signal: AbortSignal): Promise<void>
  isOpen(): boolean
  close(): Promise<void>
  /** Ends the connection at once, and every command on it. */
  abandon(): void
}

export interface MailSize {
  uid: number
  /** As the server states it: a hint, because some servers, such as Exchange, estimate it. */
  size: number
  /** Milliseconds since 1970, when the server received it. */
  receivedAt: number
}

export interface ImapOptions {
  findHost: FindHost
  /** An additional certificate authority, for tests. */
  ca?: string
  /** Polling interval without an announcement. */
  waitMs: number
  /** Until the folder is open, for tests. */
  openingMs?: number
  /** Interval of commands while a poll waits for memory, for tests. */
  keepAliveMs?: number
}

/** Larger mails are not downloaded: the common limit of mail servers. */
export const maxMailBytes = 26_000_000
const maxHeaderBytes = 65_536
/** A mail is read in pieces: a server that sends more than it was asked for is disconnected. */
const pieceBytes = 1_048_576
/**
 * `opening`: connection, sign-in and folder. `command`: the whole response, because a server that sends single bytes never triggers a silence timeout.
 */
const timeoutMs = {
  connection: 10_000,
  greeting: 10_000,
  silence: 60_000,
  logout: 2000,
  opening: 40_000,
  command: 60_000,
}

/** Memory that reading such a mail may take. */
export const bytesToRead = ({ size }: MailSize): number =>
  size > maxMailBytes ? maxHeaderBytes : Math.ceil(size * sizeTolerance) + maxHeaderBytes
/** Some servers estimate sizes. */
const sizeTolerance = 1.1
/** Of the last mails: one may be the failing mail itself, and another one may be damaged as well. */
const maxOthers = 3

type Opened =
  | { outcome: 'open'; session: ImapSession }
  | { outcome: Exclude<MailStepResult, 'ok' | 'skipped'> }

/** Signs in and opens the folder. */
export async function openImap(
  options: ImapOptions,
  organizationId: string,
  { imap, folder }: Mailbox,
): Promise<Opened> {
  const server = await checkServer(options.findHost, organizationId, imap)
  if (server.outcome !== 'checked') return server
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: server.address,
    servername: server.servername,
    port: imap.port,
    secure: imap.encryption === 'implicit',
    doSTARTTLS: imap.encryption === 'starttls',
    auth: { user: imap.user, pass: imap.password ?? '' },
    tls: {
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(options.ca !== undefined && { ca: options.ca }),
    },
    clientInfo: { name: 'Parley' },
    // Its log quotes commands and mails.
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs.connection,
    greetingTimeout: timeoutMs.greeting,
    socketTimeout: timeoutMs.silence,
    maxLiteralSize: pieceBytes + 1024,
    maxResponseSize: 8 * pieceBytes,
  })
  // Without a listener, a broken connection would end the process.
  client.on('error', () => {})
  let isSignedIn = false
  try {
    await within(client, options.openingMs ?? timeoutMs.opening, async () => {
      await client.connect()
      isSignedIn = true
      await client.mailboxOpen(folder)
    })
  } catch (error) {
    client.close()
    const { responseStatus } = error as { responseStatus?: string }
    const isMissing = isSignedIn && responseStatus === 'NO'
    return { outcome: isMissing ? 'folder_missing' : connectionFailure(error) }
  }
  return { outcome: 'open', session: sessionOf(client, options.waitMs) }
}

/** @throws Error when the time is over: the connection is closed then, which ends its commands. */
async function within<T>(client: ImapFlow, ms: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Error('The mail server takes too long'))
    client.close()
  }, ms)
  const result = work()
  // Both may fail, one after the other.
  result.catch(() => {})
  try {
    return await Promise.race([result, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function sessionOf(client: ImapFlow, waitMs: number): ImapSession {
  const { mailbox } = client
  if (!mailbox) throw new Error('No folder is open')
  let lastFound = 0
  /** The limit or one byte more, for mails whose size the server misstates. */
  const corrected = new Map<number, number>()
  // Announcements also arrive with the responses of other commands.
  let isChanged = false
  client.on('exists', () => {
    isChanged = true
  })
  const command = <T>(work: () => Promise<T>) => within(client, timeoutMs.command, work)

  /** Up to `max` bytes. undefined: deleted meanwhile. */
  async function sourceOf(uid: number, max: number): Promise<Buffer | undefined> {
    const pieces: Buffer[] = []
    for (let start = 0; start < max;) {
      const maxLength = Math.min(pieceBytes, max - start)
      const query = { uid: true, source: { start, maxLength } }
      const found = await command(() => client.fetchOne(String(uid), query, { uid: true }))
      if (!found || !found.source) return undefined
      pieces.push(found.source)
      start += found.source.length
      if (found.source.length < maxLength) break
    }
    return Buffer.concat(pieces)
  }

  async function isTooLarge(uid: number): Promise<boolean> {
    const query = { uid: true, source: { start: maxMailBytes, maxLength: 1 } }
    const found = await command(() => client.fetchOne(String(uid), query, { uid: true }))
    return found !== false && (found.source?.length ?? 0) > 0
  }

  return {
    epoch: Number(mailbox.uidValidity),
    get uidNext() {
      return Math.max(mailbox.uidNext, lastFound + 1)
    },
    async newer(than) {
      isChanged = false
      const query = 'uid' in than ? { uid: `${than.uid + 1}:*` } : { since: than.since }
      const found = await command(() => client.search(query, { uid: true }))
      if (!found) throw new Error('The mail server refuses to search')
      lastFound = Math.max(lastFound, ...found.slice(-1))
      // `5:*` includes the last mail even if its number is smaller.
      const min = 'uid' in than ? than.uid : 0
      return found.filter((uid) => uid > min).toSorted((a, b) => a - b)
    },
    async sizes(uids) {
      if (uids.length === 0) return []
      const query = { uid: true, size: true, internalDate: true } as const
      const found = await command(() => client.fetchAll(uids.join(','), query, { uid: true }))
      // Servers may add rows of other mails, such as of changed flags, and split those of one (RFC 3501 section 7.4.2).
      const requested = new Set(uids)
      const mails = new Map<number, (typeof found)[number]>()
      for (const row of found)
        if (requested.has(row.uid)) mails.set(row.uid, { ...mails.get(row.uid), ...row })
      return [...mails.values()]
        .map(({ uid, size = 0, internalDate }) => ({
          uid,
          size: corrected.get(uid) ?? size,
          receivedAt: timeOf(internalDate),
        }))
        .toSorted((a, b) => a.uid - b.uid)
    },
    async download(mail, part) {
      if (part === 'header') {
        const query = { uid: true, headers: true }
        const found = await command(() => client.fetchOne(String(mail.uid), query, { uid: true }))
        return found && found.headers ? { ...mail, source: found.headers, isWhole: false } : undefined
      }
      const max = bytesToRead(mail)
      const source = await sourceOf(mail.uid, max)
      const isWhole = source !== undefined && source.length < max
      if (source && !isWhole && !corrected.has(mail.uid)) {
        const isStatedTooLarge = mail.size > maxMailBytes
        const isActuallyTooLarge = await isTooLarge(mail.uid)
        if (!isStatedTooLarge || !isActuallyTooLarge) {
          corrected.set(mail.uid, isActuallyTooLarge ? maxMailBytes + 1 : maxMailBytes)
          return 'resized'
        }
      }
      return source && { ...mail, source, isWhole }
    },
    async deliversOther({ uid }) {
      const last = mailbox.exists
      for (let number = last; number > Math.max(0, last - maxOthers) && client.usable; number -= 1) {
        const query = { uid: true, source: { start: 0, maxLength: maxHeaderBytes } }
        const found = await command(() => client.fetchOne(String(number), query)).catch(() => false as const)
        if (found && found.uid !== uid && found.source) return true
      }
      return false
    },
    async markSeen(uids) {
      if (uids.length === 0) return
      await command(() => client.messageFlagsAdd(uids.join(','), ['\\Seen'], { uid: true }))
    },
    async keepAlive() {
      await command(() => client.noop())
    },
    async wait(signal) {
      if (isChanged) return
      const ended = new AbortController()
      const either = { signal: AbortSignal.any([signal, ended.signal]) }
      // The next command ends it.
      client.idle().catch(() => {})
      await Promise.race([
        once(client, 'exists', either),
        once(client, 'close', either),
        sleep(waitMs, undefined, either),
      ]).catch(() => {})
      ended.abort()
    },
    isOpen: () => client.usable,
    abandon: () => client.close(),
    async close() {
      const ended = new AbortController()
      await Promise.race([
        client.logout().catch(() => {}),
        sleep(timeoutMs.logout, undefined, ended).catch(() => {}),
      ])
      ended.abort()
      client.close()
    },
  }
}

/** The present if the server states no valid time. */
function timeOf(internalDate: Date | string | undefined): number {
  const time = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime()
  return Number.isNaN(time) ? Date.now() : time
}
