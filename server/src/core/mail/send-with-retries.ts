import { setTimeout } from 'node:timers/promises'
import type { Mail, Mailer } from './mailer.ts'

/** Delays between attempts. Servers that greylist accept a message a few minutes after the first attempt. */
const retryDelaysMs: readonly number[] = [5_000, 30_000, 120_000, 600_000]

/**
 * Sends a message, and again after temporary failures: no connection, or a 4xx reply (RFC 5321 section 4.2.1).
 * @throws the last error when the server rejects the message (5xx), attempts run out, or `signal` aborts
 */
export async function sendWithRetries(
  mailer: Mailer,
  mail: Mail,
  { signal, delaysMs = retryDelaysMs }: { signal: AbortSignal; delaysMs?: readonly number[] },
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await mailer.send(mail)
    } catch (error) {
      const delayMs = delaysMs[attempt]
      if (delayMs === undefined || signal.aborted || isPermanent(error)) throw error
      const isAborted = await setTimeout(delayMs, false, { signal }).catch(() => true)
      if (isAborted) throw error
    }
  }
}

/** nodemailer puts the SMTP reply code into `responseCode`; errors of the connection have none. */
function isPermanent(error: unknown): boolean {
  const { responseCode = 0 } = error as { responseCode?: number }
  return responseCode >= 500
}
