import type { Clock } from '../../core/clock.ts'
import type { Secrets } from '../../core/secrets.ts'
import { withFreshLinks, type LinkRenewals } from './delivery-links.ts'
import type { Claimed, Finished } from './delivery-queue.ts'
import { storedFailure } from './failure-words.ts'
import { maskExchange } from './masking.ts'
import type { Send } from './sending/send-result.ts'
import { createKeyOpener } from './webhook-secret.ts'

/** At least this long from the end of a failed attempt to the next (spec 8), in seconds; then up to a minute by chance. */
const retryAfter = 600
const retrySpread = 60
/** What a receiver may ask for at most (`Retry-After`); it can only lengthen the pause. */
const longestRetryAfter = 3600

/** @throws only for what is wrong on our side, like a secret that cannot be opened: nobody's attempt is used up by it */
export type PerformAttempt = (claimed: Claimed) => Promise<Finished>

/** One POST of a delivery (spec 4.4), with links, signature and secret as they are at this moment. */
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
    const data = withFreshLinks(renewals, type, claimed.data, clock())
    // The data is JSON already: written into the body as it is, in the order in which it was at the event.
    const body = `{"event_id":${JSON.stringify(eventId)},"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(claimed.occurred_at)},"data":${data}}`
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
        retryAfter + random() * retrySpread,
        Math.min(result.retryAfterSeconds ?? 0, longestRetryAfter),
      ),
      ...maskExchange(result, body),
    }
  }
}
