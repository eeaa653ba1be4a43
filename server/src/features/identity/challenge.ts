import type { ErrorCode } from '@parley/protocol/error'
import type { Challenge } from '@parley/protocol/session'
import { protocolVersion } from '@parley/protocol/version'
import { randomFillSync } from 'node:crypto'
import { timestamp } from '../../core/clock.ts'

export const challengeSeconds = 30

/** The nonce that a connection's proof must contain: valid once, for 30 s (SPEC H1, H5). */
export type ChallengeState = { nonce: string; issuedAt: number; state: 'fresh' | 'burnt' }

export function newChallenge(now: number): { state: ChallengeState; challenge: Challenge } {
  const nonce = newNonce()
  return {
    state: { nonce, issuedAt: now, state: 'fresh' },
    challenge: {
      nonce,
      expires_in: challengeSeconds,
      protocol: protocolVersion,
      server_time: timestamp(now),
    },
  }
}

/** Random bytes for 128 nonces per call: one call per nonce was 3 % of a connect. Each byte is used once. */
const pool = Buffer.alloc(32 * 128)
let used = pool.length

function newNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 32
  return pool.toString('base64url', used - 32, used)
}

/** Uses up the nonce, even if the rest of the proof turns out to be invalid. Returns null when the nonce is valid. */
export function consumeChallenge(
  challenge: ChallengeState,
  presented: string | null,
  now: number,
): ErrorCode | null {
  if (presented !== challenge.nonce) return 'nonce_mismatch'
  if (challenge.state === 'burnt') return 'nonce_used'
  challenge.state = 'burnt'
  return now - challenge.issuedAt > challengeSeconds * 1000 ? 'nonce_expired' : null
}
