import type { IceServer } from '@parley/protocol/call'
import { createHmac } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'

/** `turn.secret` is shared with the TURN server (coturn: static-auth-secret) and never sent to a browser. */
export interface IceConfig {
  stunUrls: string[]
  turn: { urls: string[]; secret: string } | null
}

/** Allowed difference between the clocks of this machine and the relay. */
const clockSkewSeconds = 60

/** Lifetime of the credentials of the panel's connection test. */
const testLifetimeSeconds = 600

export type Ice = ReturnType<typeof createIce>

/** ICE servers for a browser's RTCPeerConnection. Empty when neither STUN nor TURN is configured. */
export function createIce(deps: { config: IceConfig; clock: Clock }) {
  const { config, clock } = deps

  /** @param relay name and lifetime in seconds of the TURN credentials; null: without TURN */
  function servers(relay: { name: string; lifetime: number } | null): IceServer[] {
    const found: IceServer[] = []
    if (config.stunUrls.length > 0) found.push({ urls: config.stunUrls })
    if (config.turn && relay) {
      const expires = Math.ceil(clock() / 1000) + relay.lifetime
      found.push({ urls: config.turn.urls, ...turnCredentials(config.turn.secret, expires, relay.name) })
    }
    return found
  }

  return {
    /**
     * Returns the servers for one side of a call. The user name contains the party and the call, so that the relay's log and
     * quotas distinguish callers, and renewed credentials count as the same user (SPEC C11).
     * @param party id of the customer or agent
     * @param seconds how long the relay may be used; null: not yet
     */
    forCall: (callId: string, party: string, seconds: number | null): IceServer[] =>
      servers(seconds === null ? null : { name: `${party}.${callId}`, lifetime: seconds + clockSkewSeconds }),
    /** For the panel's connection test: valid for ten minutes. */
    forTest: (agentId: string): IceServer[] => servers({ name: agentId, lifetime: testLifetimeSeconds }),
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
