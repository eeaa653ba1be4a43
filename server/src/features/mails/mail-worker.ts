import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import type { Logger } from '../../core/logger.ts'
import type { Mail, Mailer } from '../../core/mail/mailer.ts'
import type { Secrets } from '../../core/secrets.ts'
import { failureOf, retryDelayMs, serverPauseMs, type MailFailure } from './mail-failure.ts'
import { claimMail, deferMail, returnMail, settleMail, type ClaimedMail } from './mail-store.ts'
import { openMail } from './mails.ts'

export type MailOutcome = 'sent' | 'retried' | 'rejected' | 'expired'

export interface MailWorkerDeps {
  db: Database
  clock: Clock
  secrets: Secrets
  mailer: Mailer
  /** The right part of Message-ID. */
  domain: string
  logger: Logger
  onOutcome: (kind: string, outcome: MailOutcome) => void
  /** Concurrent connections of this process to the mail server. */
  lanes?: number
  /** An attempt that takes longer counts as failed; its lease outlasts it. */
  attemptTimeoutMs?: number
  pollIntervalMs?: number
  pauseMs?: (failures: number) => number
}

const leaseMarginMs = 30_000

export type MailWorker = ReturnType<typeof createMailWorker>

/**
 * Sends due mails, in processes with the role worker:
 *
 *     wake (hint or poll) ──> idle lanes: claim one ──> send ──> sent | due again | failed
 *
 * A slow mail takes one lane only. While the server fails, the process pauses, and then tries with one mail.
 */
export function createMailWorker(deps: MailWorkerDeps) {
  const { db, clock, logger, lanes = 4, attemptTimeoutMs = 120_000, pollIntervalMs = 2000 } = deps
  const pauseMs = deps.pauseMs ?? serverPauseMs
  const now = () => databaseNow(clock)
  let isStarted = false
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  const active = new Set<Promise<void>>()
  /** Counts wakes: a mail may have been queued during a claim that did not find it. */
  let wakes = 0
  /** Whether a lane is trying with one mail if the server works again. */
  let isProbing = false
  /** Whether the database has failed since the last claim, which is logged once. */
  let hasFailed = false
  /** Whether a mail was unreadable, which is logged once. */
  let hasUnreadable = false
  /** Failures of the server in a row. */
  let failures = 0
  let pausedUntil = 0
  const inFlight = new Map<string, ClaimedMail>()

  const isPaused = () => performance.now() < pausedUntil

  function noteServer(isWorking: boolean, reason: string): void {
    if (isWorking) {
      if (failures > 0) logger.info('mail: the server works again')
      failures = 0
      pausedUntil = 0
      return
    }
    // Once per outage, and not for each mail.
    if (failures === 0) logger.warn({ reason }, 'mail: the server fails')
    failures += 1
    pausedUntil = performance.now() + pauseMs(failures)
  }

  async function attempt(claimed: ClaimedMail): Promise<void> {
    const { id, kind } = claimed
    const settle = async (outcome: MailOutcome, failure: string | null): Promise<void> => {
      if (!(await settleMail(db, claimed, now(), failure))) return
      deps.onOutcome(kind, outcome)
      if (failure !== null) logger.warn({ mail: id, kind, reason: failure }, `mail: ${outcome}`)
    }
    if (claimed.remaining_ms <= 0) return settle('expired', 'expired')
    const retry = async (failure: MailFailure): Promise<void> => {
      const delayMs = retryDelayMs(claimed.attempts, failure)
      if (delayMs >= claimed.remaining_ms) return settle('expired', failure.reason)
      await deferMail(db, claimed, now(), delayMs)
      deps.onOutcome(kind, 'retried')
    }
    const mail = readMail(claimed)
    if (mail === null) {
      if (!hasUnreadable) logger.error('mail: unreadable; is PARLEY_SECRET the one it was queued with?')
      hasUnreadable = true
      return retry({ concerns: 'server', reason: 'unreadable' })
    }
    try {
      await deps.mailer.send(mail, { timeoutMs: attemptTimeoutMs })
    } catch (error) {
      const failure = failureOf(error)
      noteServer(failure.concerns !== 'server', failure.reason)
      if (failure.concerns === 'message') return settle('rejected', failure.reason)
      return retry(failure)
    }
    noteServer(true, '')
    await settle('sent', null)
  }

  /** The id is the same for all attempts, so that mail programs show a mail once that arrived twice. */
  function readMail({ id, content, created_at }: ClaimedMail): Mail | null {
    try {
      const mail = openMail(deps.secrets, id, content)
      return { messageId: `parley.${id}@${deps.domain}`, date: new Date(created_at), ...mail }
    } catch {
      return null
    }
  }

  const mayClaim = (): boolean => !stopping && !isPaused() && (failures === 0 || !isProbing)

  /** Sends the next mail. Returns false if none is due. */
  async function sendNext(): Promise<boolean> {
    const claimed = await claimMail(db, now(), attemptTimeoutMs + leaseMarginMs)
    hasFailed = false
    if (!claimed) return false
    inFlight.set(claimed.id, claimed)
    // After an error of the database, the lease decides: the mail may have been sent.
    await attempt(claimed).finally(() => inFlight.delete(claimed.id))
    return true
  }

  async function lane(): Promise<void> {
    while (mayClaim()) {
      const before = wakes
      const isProbe = failures > 0
      if (isProbe) isProbing = true
      try {
        if (!(await sendNext()) && wakes === before) return
      } finally {
        if (isProbe) isProbing = false
      }
    }
  }

  function drain(): void {
    wakes += 1
    while (active.size < lanes && mayClaim()) {
      const running = lane()
        .catch(onDatabaseError)
        .finally(() => active.delete(running))
      active.add(running)
    }
  }

  /** The next poll tries again, and leases expire. */
  function onDatabaseError(error: unknown): void {
    if (!hasFailed) logger.warn({ reason: String(error) }, 'mail: queue')
    hasFailed = true
  }

  async function drained(): Promise<void> {
    while (active.size > 0) await Promise.all(active)
  }

  return {
    /** Sends what is due, also after a failure of the server. Resolves when nothing is due, or the server failed. */
    async sendDue(): Promise<void> {
      pausedUntil = 0
      drain()
      await drained()
    },
    wake(): void {
      if (isStarted) drain()
    },
    start(): void {
      isStarted = true
      timer = setInterval(drain, pollIntervalMs)
      drain()
    },
    /** Waits up to 10 s for mails in flight. What is not accepted by then is sent again by another process. */
    async stop(): Promise<void> {
      isStarted = false
      stopping = true
      clearInterval(timer)
      if (active.size === 0) return
      const timeout = new AbortController()
      const waited = sleep(10_000, undefined, { signal: timeout.signal }).catch(() => {})
      await Promise.race([drained(), waited])
      timeout.abort()
      for (const claimed of inFlight.values()) await returnMail(db, claimed, now()).catch(() => {})
    },
  }
}
