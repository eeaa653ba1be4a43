import type { Clock } from '../../core/clock.ts'
import type { Secrets } from '../../core/secrets.ts'
import type { LinkRenewals } from './delivery-links.ts'
import type { Claimed, Finished } from './delivery-queue.ts'
import { eventBody } from './event-body.ts'
import { storedFailure } from './failure-texts.ts'
import { maskExchange } from './masking.ts'
import type { Send } from './sending/send-result.ts'
import { createKeyOpener } from './webhook-secret.ts'

/** Minimum delay from the end of a failed attempt to the next (spec 8), plus up to a minute of jitter. */
const retryDelaySeconds = 600
const retryJitterSeconds = 60
/** Upper limit for `Retry-After`, which can only lengthen the delay. */
const maxRetryAfterSeconds = 3600

/** @throws only for server-side errors, such as a secret that cannot be decrypted; those do not count as attempts */
export type PerformAttempt = (claimed: Claimed) => Promise<Finished>

/** Sends one POST of a delivery (spec 4.4), with the current links, signature and secret. */
export function createPerformAttempt(deps: {
  send: Send
  secrets: Secrets
  clock: Clock
  renewals: LinkRenewals
  /** From 0 to 1. */
  random?: () => number
}): PerformAttempt {
  const { send, secrets, clock, renewals, random = Math.random } = deps
  const keyOf = createKeyOpener(secrets)
  return async (claimed) => {
    const { delivery_id, attempt_id, event_id: eventId, type, url } = claimed
    const body = eventBody(claimed, renewals, clock())
    const result = await send({
      url,
      eventId,
      type,
      body: Buffer.from(body),
      key: keyOf(claimed.webhook_id, claimed.secret),
      tenant: claimed.organization_id,
    })
    return {
      delivery_id,
      attempt_id,
      outcome: result.outcome,
      status: result.status,
      error: result.failure && storedFailure(result.failure),
      duration_ms: Math.round(result.durationMs),
      retry_after: Math.max(
        retryDelaySeconds + random() * retryJitterSeconds,
        Math.min(result.retryAfterSeconds ?? 0, maxRetryAfterSeconds),
      ),
      ...maskExchange(result, body),
    }
  }
}
