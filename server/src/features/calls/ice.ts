import type { IceServer } from '@parley/protocol/call'
import { createHmac } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'

/** `turn.secret` is shared with the TURN server (coturn: static-auth-secret) and never sent to a browser. */
export interface IceConfig {
  stunUrls: string[]
  turn: { urls: string[]; secret: string } | null
}

/** Added to the longest call: queueing (600 s at most), ringing, connecting, and clock skew. */
const marginSeconds = 1800

/** Lifetime of the credentials of the panel's connection test. */
const testLifetimeSeconds = 600

export type Ice = ReturnType<typeof createIce>

/** ICE servers for a browser's RTCPeerConnection. Empty when neither STUN nor TURN is configured. */
export function createIce(deps: { config: IceConfig; clock: Clock }) {
  const { config, clock } = deps

  function servers(name: string, lifetime: number): IceServer[] {
    const found: IceServer[] = []
    if (config.stunUrls.length > 0) found.push({ urls: config.stunUrls })
    if (config.turn) {
      const expires = Math.ceil(clock() / 1000) + lifetime
      found.push({ urls: config.turn.urls, ...turnCredentials(config.turn.secret, expires, name) })
    }
    return found
  }

  return {
    /** Both sides of a call get the same servers. `maxSeconds`: the longest that this call may last (SPEC C11). */
    forCall: (call: { id: string; maxSeconds: number }): IceServer[] =>
      servers(call.id, call.maxSeconds + marginSeconds),
    /** For the panel's connection test: valid for ten minutes. */
    forTest: (agentId: string): IceServer[] => servers(agentId, testLifetimeSeconds),
  }
}

/**
 * Time-limited credentials of coturn's REST scheme (`use-auth-secret`): the user name holds the expiry, the password is its
 * HMAC with the shared secret, so the relay needs no user database.
 * @param expires Unix seconds
 */
export function turnCredentials(
  secret: string,
  expires: number,
  name: string,
): { username: string; credential: string } {
  const username = `${expires}:${name}`
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}
