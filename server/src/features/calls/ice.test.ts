import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foundOrganization, startTestService, type TestService } from '../../testing/test-service.ts'
import { createIce, turnCredentials } from './ice.ts'

const secret = 'north wind, east wind'
const callId = '019a0000-0000-7000-8000-000000000001'
const customerId = '019a0000-0000-7000-8000-000000000009'
const turnUrls = ['turn:turn.example.com:3478?transport=udp', 'turns:turn.example.com:443?transport=tcp']
const now = 1_800_000_000_000

describe('ICE servers of a call', () => {
  it('are empty when the operator configures none', () => {
    const ice = createIce({ config: { stunUrls: [], turn: null }, clock: () => now })
    expect(ice.forCall(callId, customerId, 3600)).toEqual([])
  })

  it('carry no credentials for STUN', () => {
    const stunUrls = ['stun:stun.example.com']
    const ice = createIce({ config: { stunUrls, turn: null }, clock: () => now })
    expect(ice.forCall(callId, customerId, 3600)).toEqual([{ urls: stunUrls }])
  })

  it('[C11] have TURN credentials for one party of one call, valid for the requested time and a minute of clock skew', () => {
    const ice = createIce({ config: { stunUrls: [], turn: { urls: turnUrls, secret } }, clock: () => now })
    const [server, ...rest] = ice.forCall(callId, customerId, 3600)
    expect(server?.urls).toEqual(turnUrls)
    expect(rest).toEqual([])
    expect(server?.username).toBe(`${1_800_000_000 + 3600 + 60}:${customerId}.${callId}`)
    for (const [id, party] of [
      [callId.replace(/1$/, '2'), customerId],
      [callId, customerId.replace(/9$/, '8')],
    ] as const) {
      expect(ice.forCall(id, party, 3600)[0]?.credential).not.toBe(server?.credential)
    }
    expect(JSON.stringify(server)).not.toContain(secret)
  })

  it('[C11] have no TURN credentials before they are needed', () => {
    const stunUrls = ['stun:stun.example.com']
    const ice = createIce({ config: { stunUrls, turn: { urls: turnUrls, secret } }, clock: () => now })
    expect(ice.forCall(callId, customerId, null)).toEqual([{ urls: stunUrls }])
  })

  it('are signed the way coturn verifies them', () => {
    // printf %s '1800003600:019a...01' | openssl dgst -sha1 -hmac 'north wind, east wind' -binary | base64
    expect(turnCredentials(secret, 1_800_003_600, callId)).toEqual({
      username: `1800003600:${callId}`,
      credential: '8LNR72NbdjHka4BxYt2cDc4EL7U=',
    })
  })
})

describe('ICE servers for the panel’s connection test', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({
      env: { PARLEY_TURN_URLS: turnUrls.join(), PARLEY_TURN_SECRET: secret },
    })
  })
  afterAll(() => service.stop())

  it('require a session in this organization', async () => {
    const ours = await foundOrganization(service, 'Ours')
    const theirs = await foundOrganization(service, 'Theirs')
    const url = `/v1/organizations/${ours.id}/calls/ice-servers`
    expect((await service.call('GET', url)).status).toBe(401)
    expect((await service.call('GET', url, { cookie: theirs.cookie })).status).toBe(404)
  })

  it('give an agent credentials for ten minutes, not cacheable', async () => {
    const { id, cookie, ownerId } = await foundOrganization(service, 'Shop')
    const before = Math.floor(Date.now() / 1000)
    const answer = await service.app.http.inject({
      url: `/v1/organizations/${id}/calls/ice-servers`,
      headers: { cookie },
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    const [server] = answer.json<{ data: { urls: string[]; username: string; credential: string }[] }>().data
    const [expires = 0, name] =
      server?.username.split(':').map((part, at) => (at ? part : Number(part))) ?? []
    expect(Number(expires) - before).toBeGreaterThanOrEqual(600)
    expect(Number(expires) - before).toBeLessThanOrEqual(620)
    expect(name).toBe(ownerId)
    expect(server?.credential).toBe(turnCredentials(secret, Number(expires), ownerId).credential)
  })
})
