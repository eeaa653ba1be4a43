import type { ChannelProblem } from '@parley/protocol/channel-connection'
import type { MailStepResult } from '@parley/protocol/mailbox'
import type {
  ChannelAccount,
  Connected,
  InboundFileContent,
  Polled,
  PollPosition,
  PollTurn,
} from '../adapter.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  bytesToRead,
  maxMailBytes,
  openImap,
  type ImapOptions,
  type ImapSession,
  type MailSize,
} from './imap-session.ts'
import { createMailFaults } from './mail-faults.ts'
import { unreadableMail } from './mail-reader.ts'
import type { ReadMailOf } from './mail-reading.ts'
import { readMailbox, type Mailbox } from './mailbox.ts'

/** Mails of one poll: what fits into memory and into one transaction. */
const maxMails = 10
/** After the mailbox was rebuilt or replaced, so many days are read again. Known mails are recognized. */
const rereadMs = 3 * 86_400_000
/** Clocks of mail servers differ. */
const clockToleranceMs = 60_000
/** Before the first poll: times of arrival have whole seconds, and a mailbox that is connected again must not read its last mails twice. */
const firstToleranceMs = 1000
/** Of a new number: copies of old mails keep their time of arrival, and a server whose clock is hours late must lose no mail. */
const copyToleranceMs = 86_400_000
/** Mails whose time of arrival is requested at once. */
const maxTimes = 200
/** Minimum interval of polls without new mails, for servers that announce changes all the time. */
const minPauseMs = 100
const retrySeconds = { first: 2, max: 60 }
/** Well below the silence after which a connection ends. */
const keepAliveMs = 20_000
/** Connections end now and then; a server that fails so often in a row is a problem. */
const toleratedFailures = 3
/** A large mail at 50 kB/s, and time for what comes before it. */
const downloadMs = (bytes: number): number => 60_000 + bytes / 50

interface OpenBox {
  providerId: string
  session: ImapSession
  credentials: string
  mailbox: Mailbox
  /** Stored by the caller once it asks for later ones; then they are marked as seen. */
  given: number[]
}

export const problems: Record<Exclude<MailStepResult, 'ok' | 'skipped'>, ChannelProblem> = {
  name_unknown: 'unreachable',
  unreachable: 'unreachable',
  host_refused: 'host_refused',
  encryption_failed: 'encryption_failed',
  sign_in_refused: 'credentials_refused',
  folder_missing: 'folder_missing',
}

export interface PollingOptions extends ImapOptions {
  readMail: ReadMailOf
  /** Called with the reason for which a mail could not be read. */
  onUnreadable: (reason: string) => void
}

/** Reads mailboxes over connections that stay open between polls. */
export function createMailPolling(options: PollingOptions) {
  const open = new Map<string, OpenBox>()
  const failures = new Map<string, number>()
  const faults = createMailFaults()

  async function close(providerId: string): Promise<void> {
    const box = open.get(providerId)
    open.delete(providerId)
    await box?.session.close()
  }

  async function boxOf(account: ChannelAccount): Promise<OpenBox | ChannelProblem> {
    const { organizationId, providerId, credentials } = account
    const known = open.get(providerId)
    if (known?.session.isOpen() && known.credentials === credentials) return known
    await close(providerId)
    const mailbox = readMailbox(credentials)
    const opened = await openImap(options, organizationId, mailbox)
    if (opened.outcome !== 'open') return problems[opened.outcome]
    const { session } = opened
    const isSameFolder = known?.credentials === credentials && known.session.epoch === session.epoch
    const box = { providerId, session, credentials, mailbox, given: isSameFolder ? known.given : [] }
    open.set(providerId, box)
    return box
  }

  function failed(providerId: string, problem: ChannelProblem | null): Polled {
    const count = failures.get(providerId) ?? 0
    failures.set(providerId, count + 1)
    const seconds = Math.min(retrySeconds.max, retrySeconds.first * 2 ** Math.min(count, 10))
    return { outcome: 'later', seconds, problem }
  }

  async function ask(box: OpenBox, after: PollPosition & Connected, turn: PollTurn): Promise<Polled> {
    const { session } = box
    const { signal } = turn
    const { epoch } = session
    const { cursor } = after
    // UIDNEXT at or below the cursor: the folder was restored from a backup.
    const isKnown = cursor !== null && after.epoch === epoch && !(session.uidNext <= cursor)
    if (isKnown) {
      await session.markSeen(box.given.filter((uid) => uid <= cursor))
      box.given = []
    }
    const uids = isKnown
      ? await session.newer({ uid: cursor })
      : await recent(session, after.connectedAt - (cursor === null ? firstToleranceMs : clockToleranceMs))
    if (uids.length === 0) {
      if (!isKnown) return { outcome: 'updates', payloads: [], cursor: session.uidNext - 1, epoch }
      const pause = sleep(minPauseMs, undefined, { signal }).catch(() => {})
      await session.wait(signal)
      await pause
      return { outcome: 'updates', payloads: [], cursor: null }
    }
    return take(box, uids, after.connectedAt - copyToleranceMs, turn)
  }

  /** Mails to read again, in order. Servers search by day only, and numbers need not follow the time of arrival. */
  async function recent(session: ImapSession, since: number): Promise<number[]> {
    const rereadSince = Date.now() - rereadMs
    const uids = await session.newer({ since: new Date(rereadSince) })
    if (since <= rereadSince) return uids
    const found: number[] = []
    for (let start = 0; start < uids.length; start += maxTimes) {
      const mails = await session.sizes(uids.slice(start, start + maxTimes))
      found.push(...mails.filter(({ receivedAt }) => receivedAt >= since).map(({ uid }) => uid))
    }
    return found
  }

  /** @param since time of arrival of the first mail that is read */
  async function take(box: OpenBox, uids: readonly number[], since: number, turn: PollTurn): Promise<Polled> {
    const { session } = box
    const first = uids.slice(0, maxTimes)
    const found = (await session.sizes(first)).filter(({ receivedAt }) => receivedAt >= since)
    const mails = fitting(found.slice(0, maxMails))
    const last = mails.at(-1)
    // All of them are deleted, or arrived before the mailbox was connected.
    if (last === undefined)
      return { outcome: 'updates', payloads: [], cursor: first.at(-1) ?? null, epoch: session.epoch }
    const bytes = mails.reduce((sum, mail) => sum + bytesToRead(mail), 0)
    if (!(await reserve(session, bytes, turn))) return { outcome: 'updates', payloads: [], cursor: null }
    return read(box, mails, downloadMs(bytes))
  }

  /** Keeps the connection meanwhile: with another one, the poll would have to wait again, behind all others. */
  async function reserve(session: ImapSession, bytes: number, turn: PollTurn): Promise<boolean> {
    // A failure is that of the next command.
    const keepAlive = () => void session.keepAlive().catch(() => {})
    const timer = setInterval(keepAlive, options.keepAliveMs ?? keepAliveMs)
    return turn.reserve(bytes).finally(() => clearInterval(timer))
  }

  /**
   * Up to the first mail that the server does not deliver, or whose size it misstates: the next poll begins with it.
   * @param limitMs of all downloads together, without the time in which the mails wait to be read
   * @throws Error when it is the first one
   */
  async function read(box: OpenBox, mails: readonly MailSize[], limitMs: number): Promise<Polled> {
    const { providerId, session, mailbox, given } = box
    let leftMs = limitMs
    const download = async (mail: MailSize) => {
      const place = { epoch: session.epoch, uid: mail.uid }
      // A failure counts only while the server delivers others, so that an outage of its storage costs no mail.
      const othersDelivered = faults.has(providerId, place) && (await session.deliversOther(mail))
      const part = othersDelivered ? faults.partOf(providerId, place) : 'whole'
      if (part === 'none') return { part, raw: undefined }
      const startedAt = performance.now()
      const timer = setTimeout(() => session.abandon(), leftMs)
      try {
        return { part, raw: await session.download(mail, part) }
      } catch (error) {
        const kind = session.isOpen() ? 'refused' : 'broken'
        faults.add(providerId, place, othersDelivered ? kind : 'unproven')
        throw error
      } finally {
        clearTimeout(timer)
        leftMs -= performance.now() - startedAt
      }
    }
    const settings = { address: mailbox.address, authenticationServer: mailbox.authentication_server }
    const payloads: unknown[] = []
    const files: InboundFileContent[] = []
    let cursor: number | null = null
    for (const mail of mails) {
      const downloaded = await download(mail).catch((error: unknown) => {
        if (cursor === null) throw error
      })
      if (!downloaded) break
      const { part, raw } = downloaded
      // The next poll begins with it, and requests the memory that it takes.
      if (raw === 'resized') break
      cursor = mail.uid
      if (part !== 'whole')
        options.onUnreadable(`The server does not deliver mail ${mail.uid} of ${providerId}.`)
      const found =
        raw && (part === 'whole' ? await options.readMail(raw, settings) : unreadableMail(raw, settings))
      // One that was not read stays unseen in the mailbox.
      if (part === 'whole' && found) given.push(mail.uid)
      if (!found) continue
      payloads.push(found.payload)
      const { externalId } = found.payload
      files.push(...found.contents.map((content, position) => ({ externalId, position, content })))
    }
    return { outcome: 'updates', payloads, files, cursor, epoch: session.epoch }
  }

  return {
    async poll(account: ChannelAccount, after: PollPosition & Connected, turn: PollTurn): Promise<Polled> {
      const { providerId } = account
      const box = await boxOf(account)
      if (typeof box === 'string') return failed(providerId, box)
      try {
        const polled = await ask(box, after, turn)
        failures.delete(providerId)
        return polled
      } catch {
        // The connection ended, or the server refuses a command. A text of the server is not kept.
        await close(providerId)
        const isTolerated = (failures.get(providerId) ?? 0) < toleratedFailures
        return failed(providerId, isTolerated ? null : 'unreachable')
      }
    },
    close,
  }
}

/** The first ones that fit into memory and into one transaction together: at least one. */
function fitting(mails: readonly MailSize[]): MailSize[] {
  let bytes = 0
  const end = mails.findIndex((mail, index) => {
    bytes += bytesToRead(mail)
    return index > 0 && bytes > maxMailBytes
  })
  return end === -1 ? [...mails] : mails.slice(0, end)
}
