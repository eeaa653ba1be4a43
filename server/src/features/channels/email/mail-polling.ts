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
import type { RawMail } from './mail-reader.ts'
import type { ReadMailOf } from './mail-reading.ts'
import { readMailbox, type Mailbox } from './mailbox.ts'

/** Mails of one poll: what fits into memory and into one transaction. */
const maxMails = 10
/** After the mailbox was rebuilt or replaced, so many days are read again. Known mails are recognized. */
const rereadMs = 3 * 86_400_000
/** Clocks of mail servers differ. */
const clockToleranceMs = 60_000
/** Of a new number: copies of old mails keep their time of arrival, and a server whose clock is hours late must lose no mail. */
const copyToleranceMs = 86_400_000
/** Mails whose time of arrival is requested at once. */
const maxTimes = 200
/** Minimum interval of polls without new mails, for servers that announce changes all the time. */
const minPauseMs = 100
const retrySeconds = { first: 2, max: 60 }
/** Connections end now and then; a server that fails so often in a row is a problem. */
const toleratedFailures = 3
/** A large mail at 50 kB/s, and time for what comes before it. */
const downloadMs = (bytes: number): number => 60_000 + bytes / 50

interface OpenBox {
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

/** Reads mailboxes over connections that stay open between polls. */
export function createMailPolling(options: ImapOptions & { readMail: ReadMailOf }) {
  const open = new Map<string, OpenBox>()
  const failures = new Map<string, number>()

  async function close(providerId: string): Promise<void> {
    const box = open.get(providerId)
    open.delete(providerId)
    await box?.session.close()
  }

  async function boxOf({ providerId, credentials }: ChannelAccount): Promise<OpenBox | ChannelProblem> {
    const known = open.get(providerId)
    if (known?.session.isOpen() && known.credentials === credentials) return known
    await close(providerId)
    const mailbox = readMailbox(credentials)
    const opened = await openImap(options, mailbox)
    if (opened.outcome !== 'open') return problems[opened.outcome]
    const box = { session: opened.session, credentials, mailbox, given: [] }
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
    // Mails from before the channel was connected are not read.
    if (after.cursor === null) return { outcome: 'updates', payloads: [], cursor: session.uidNext - 1, epoch }
    // UIDNEXT at or below the cursor: the folder was restored from a backup.
    const isSameEpoch = after.epoch === epoch && !(session.uidNext <= after.cursor)
    if (isSameEpoch) {
      const { cursor } = after
      await session.markSeen(box.given.filter((uid) => uid <= cursor))
      box.given = []
    }
    const uids = isSameEpoch
      ? await session.newer({ uid: after.cursor })
      : await recent(session, after.connectedAt - clockToleranceMs)
    if (uids.length === 0) {
      if (!isSameEpoch) return { outcome: 'updates', payloads: [], cursor: session.uidNext - 1, epoch }
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
    if (!(await turn.reserve(bytes))) return { outcome: 'updates', payloads: [], cursor: null }
    return read(box, mails, downloadMs(bytes))
  }

  /** @param limitMs of all downloads together, without the time in which the mails wait to be read */
  async function read(
    { session, mailbox, given }: OpenBox,
    mails: readonly MailSize[],
    limitMs: number,
  ): Promise<Polled> {
    let leftMs = limitMs
    const download = async (mail: MailSize): Promise<RawMail | undefined> => {
      const startedAt = performance.now()
      const timer = setTimeout(() => session.abandon(), leftMs)
      try {
        return await session.download(mail)
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
      const raw = await download(mail)
      cursor = mail.uid
      given.push(mail.uid)
      const found = raw && (await options.readMail(raw, settings))
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
