import type { ErrorCode } from '@parley/protocol/error'
import type { Challenge } from '@parley/protocol/session'
import { protocolVersion } from '@parley/protocol/version'
import { randomFillSync } from 'node:crypto'
import { timestamp } from '../../core/clock.ts'

export const challengeSeconds = 30

/** The nonce that a connection waits to see in a proof: once, for 30 s (SPEC H1, H5). */
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

/** Random bytes are fetched for many nonces at once: a call for each was 3 % of a connect. Each byte is used once. */
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

/** Burns the nonce when it is presented, whatever else is wrong with the proof. null: it was the right one. */
export function burnChallenge(challenge: ChallengeState, presented: unknown, now: number): ErrorCode | null {
  if (presented !== challenge.nonce) return 'nonce_mismatch'
  if (challenge.state === 'burnt') return 'nonce_used'
  challenge.state = 'burnt'
  return now - challenge.issuedAt > challengeSeconds * 1000 ? 'nonce_expired' : null
}
