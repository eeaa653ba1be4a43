/** A bucket of tokens, as plain numbers: every socket has one, so it must be small. */
export interface Bucket {
  tokens: number
  filledAt: number
}

export interface BucketSize {
  burst: number
  perSecond: number
}

/** Takes one token. 0: taken; else the milliseconds until the next one is there. */
export function takeToken(bucket: Bucket, size: BucketSize, now: number): number {
  // A clock that is set back takes nothing away.
  const elapsed = Math.max(0, now - bucket.filledAt)
  bucket.tokens = Math.min(size.burst, bucket.tokens + (elapsed / 1000) * size.perSecond)
  bucket.filledAt = now
  if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / size.perSecond) * 1000)
  bucket.tokens -= 1
  return 0
}
