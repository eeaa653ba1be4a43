import type { IceServer } from '@parley/protocol/call'
import { createHmac } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'

/** `turn.secret` is the TURN server's own (coturn: static-auth-secret) and never leaves the service. */
export interface IceConfig {
  stunUrls: string[]
  turn: { urls: string[]; secret: string } | null
}

/**
 * Beyond the longest call, in seconds: it may have waited before it was answered (600 at most), rung and connected, and
 * the two clocks are not the same.
 */
const margin = 1800

/** For a look at the way from the panel. */
const testLifetime = 600

export type Ice = ReturnType<typeof createIce>

/** What a browser's RTCPeerConnection is given. Empty when the operator offers neither STUN nor TURN. */
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
    /** Both sides of a call have the same. `maxSeconds`: the longest that this call may last (SPEC C11). */
    forCall: (call: { id: string; maxSeconds: number }): IceServer[] =>
      servers(call.id, call.maxSeconds + margin),
    /** For the panel's page that tries the servers: ten minutes. */
    forTest: (agentId: string): IceServer[] => servers(agentId, testLifetime),
  }
}

/**
 * coturn's REST scheme (`use-auth-secret`): the name says until when it is good, and the password proves that whoever has
 * the secret said so. The relay needs no list of users and no word from us.
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
