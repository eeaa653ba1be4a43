import { isRejected, replyCodeOf, type SendError } from '../../core/mail/mailer.ts'

/**
 * Kinds of failed attempts. `message`: the server refuses this mail permanently. `later`: temporarily. `server`: it cannot be
 * reached, refuses the login, or ended the connection, so other mails would fail too.
 */
export interface MailFailure {
  concerns: 'message' | 'later' | 'server'
  /** Reply codes only: texts of replies may quote addresses and content. */
  reason: string
}

export function failureOf(error: unknown): MailFailure {
  const { code, responseCode, command } = error as SendError
  const reason = [replyCodeOf(error) ?? code ?? 'unknown', command ?? []].flat().join(' at ')
  if (isRejected(error)) return { concerns: 'message', reason }
  const isReplyToMessage = command === 'RCPT TO' || command === 'DATA' || command === 'MAIL FROM'
  // 421: the server closes the connection (RFC 5321 section 3.8).
  const isLater = isReplyToMessage && responseCode !== undefined && responseCode < 500 && responseCode !== 421
  return { concerns: isLater ? 'later' : 'server', reason }
}

const minuteMs = 60_000
const delaysMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, 60 * minuteMs]
/** RFC 5321 section 4.5.4.1 advises at least 30 minutes between attempts; a server that greylists accepts after a few. */
const longestDelayMs = 2 * 60 * minuteMs
/** A server that is back receives everything within this time. */
const longestServerDelayMs = 10 * minuteMs

/** Delay before the next attempt, up to 10 % longer at random. */
export function retryDelayMs(attempts: number, { concerns }: MailFailure, random = Math.random): number {
  const delayMs = delaysMs[attempts - 1] ?? longestDelayMs
  return Math.round(
    (concerns === 'server' ? Math.min(delayMs, longestServerDelayMs) : delayMs) * (1 + random() / 10),
  )
}

/** How long a process sends nothing after the server failed this many times in a row. */
export const serverPauseMs = (failures: number): number => Math.min(minuteMs, 1000 * 2 ** failures)
