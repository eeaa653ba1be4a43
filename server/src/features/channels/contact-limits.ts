import type { RateLimit, TokenBuckets } from '../../core/token-bucket.ts'

/** Automatic messages in one direction, and those of API clients to a program: a loop of two programs ends after a few. */
export const automaticPerContact: RateLimit = { burst: 4, perSecond: 4 / 3600 }

/**
 * Messages of programs that answer nothing, such as the contact form of a shop, which sends all inquiries from one address. Programs
 * answer them rarely (`automaticPerContact`), so only a flood is limited.
 */
export const bulkPerContact: RateLimit = { burst: 600, perSecond: 600 / 3600 }

/** Megabytes of one contact: a few albums of photos at once, and videos now and then. */
export const filesPerContact: RateLimit = { burst: 300, perSecond: 300 / 3600 }

export type RefundableBuckets = Pick<TokenBuckets, 'take' | 'refund'>

/** The tokens that one attempt takes, so that retries do not use up a contact's limits. */
export interface AttemptTokens {
  /** Like TokenBuckets.take. */
  take(buckets: RefundableBuckets, key: string, count?: number): number
  /** Puts back all tokens of this attempt. */
  refund(): void
}

export function createAttemptTokens(): AttemptTokens {
  const refunds: (() => void)[] = []
  return {
    take(buckets, key, count) {
      const waitMs = buckets.take(key, count)
      if (waitMs === 0) refunds.push(() => buckets.refund(key, count))
      return waitMs
    },
    refund() {
      for (const refund of refunds.splice(0)) refund()
    },
  }
}
