import type { ProviderSecret } from '@parley/protocol/provider'
import type { ConnectResult } from '@parley/protocol/session'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { useMemberShop } from '../../testing/member-shop.ts'
import { connectMember, credentials, reauthenticate } from '../../testing/test-member.ts'
import { connectVisitor } from '../../testing/test-service.ts'

const on = useMemberShop()
const { member, newUid, say, sign } = on

const texts = ({ start }: ConnectResult) =>
  start.mode === 'snapshot' ? start.messages.map(({ content }) => content).toReversed() : start.mode

describe('[M11] an expired session', () => {
  test('runs no further command, whatever is called first', async () => {
    const uid = newUid()
    const { socket, key, token } = await member(uid)
    await say(socket, 'In time')
    on.now += 3_601_000
    socket.notify('message.send', { client_id: newId(), content: 'Too late' })
    expect((await socket.closed).code).toBe(4440)
    const back = await on.service.openWidget()
    const presented = await credentials(key, await back.challenge(), token)
    expect((await back.refused('connect', { provider_id: on.shop.providerId, ...presented })).code).toBe(
      'token_expired',
    )
    const challenge = await back.request<{ nonce: string; server_time: string }>('session.challenge')
    const asVisitor = await back.request<ConnectResult>('connect', {
      provider_id: on.shop.providerId,
      ...(await credentials(key, challenge)),
    })
    expect(asVisitor).toMatchObject({ member: null, customer_id: null })
    expect(texts(await reauthenticate(back, key, await sign(key.jkt, { uid })))).toEqual(['In time'])
    await back.leave()
  })

  test('is closed even when idle, and others are not', async () => {
    const early = await member(newUid(), { claims: { exp: Math.floor(on.now / 1000) + 60 } })
    const late = await member(newUid())
    const visitor = await connectVisitor(on.service, on.shop.providerId)
    on.now += 61_000
    await on.service.app.closeEndedSessions()
    expect((await early.socket.closed).code).toBe(4440)
    await late.socket.request('ping')
    await visitor.socket.request('ping')
    await Promise.all([late.socket.leave(), visitor.socket.leave()])
  })
})

describe('[M12] two live keys', () => {
  const keys = async (action: 'regenerate' | 'retire') => {
    const path = `/v1/organizations/${on.shop.id}/providers/${on.shop.providerId}/secret/${action}`
    return (await on.service.call('POST', path, { cookie: on.shop.cookie })).body as ProviderSecret
  }

  test('are both valid until the old one is retired, which ends its sessions only', async () => {
    const before = await member(newUid())
    const { secret_key: newer } = await keys('regenerate')
    const byOld = await member(newUid())
    const byNew = await connectMember(on.service, on.shop.providerId, (jkt) =>
      sign(jkt, { uid: newUid() }, { secretKey: newer }),
    )
    await keys('retire')
    expect((await before.socket.closed).code).toBe(4440)
    expect((await byOld.socket.closed).code).toBe(4440)
    await say(byNew.socket, 'I stay')
    await expect(member(newUid())).rejects.toThrow('bad_signature')
    await byNew.socket.leave()
  })

  test('keep a session that was renewed with the new key', async () => {
    const uid = newUid()
    const { socket, key } = await member(uid)
    const { secret_key: newer } = await keys('regenerate')
    await reauthenticate(socket, key, await sign(key.jkt, { uid }, { secretKey: newer }))
    await keys('retire')
    await say(socket, 'Still here')
    await socket.leave()
  })
})
