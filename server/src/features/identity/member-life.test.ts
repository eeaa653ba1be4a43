import type { MediaTicket } from '@parley/protocol/media'
import type { MessageSent } from '@parley/protocol/message'
import type { Challenge, ConnectResult } from '@parley/protocol/session'
import type { Entries } from '@parley/protocol/timeline'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { useMemberShop } from '../../testing/member-shop.ts'
import { newTestKey } from '../../testing/test-key.ts'
import { connectMember, credentials, reauthenticate, secretKeyOf } from '../../testing/test-member.ts'
import { connectAgent, connectVisitor, foundOrganization } from '../../testing/test-service.ts'
import type { TestSocket } from '../../testing/test-socket.ts'

const on = useMemberShop()
const { member, newUid, say, sign } = on

const texts = ({ start }: ConnectResult) =>
  start.mode === 'snapshot' ? start.messages.map(({ content }) => content).toReversed() : start.mode
const entryTexts = (socket: TestSocket) =>
  socket.notifications
    .filter(({ method }) => method === 'entries')
    .flatMap(({ params }) => (params as Entries).entries)
    .flatMap((entry) => (entry.type === 'message.created' ? [entry.data.content] : []))

describe('[M9] another identity on a connected socket', () => {
  test('is refused before connect, without a proof, and with a used nonce', async () => {
    const key = await newTestKey()
    const socket = await on.service.openWidget()
    const first = await credentials(key, await socket.challenge())
    expect((await socket.refused('session.authenticate', first)).code).toBe('not_connected')
    await socket.request('connect', { provider_id: on.shop.providerId, ...first })
    expect((await socket.refused('session.authenticate', {})).code).toBe('proof_missing')
    expect((await socket.refused('session.authenticate', first)).code).toBe('nonce_used')
    await socket.leave()
  })

  test('is refused with the proof of another key than the socket’s, however good its token', async () => {
    const { socket } = await connectVisitor(on.service, on.shop.providerId)
    const other = await newTestKey()
    const challenge = await socket.request<{ nonce: string; server_time: string }>('session.challenge')
    const presented = await credentials(other, challenge, await sign(other.jkt))
    expect((await socket.refused('session.authenticate', presented)).code).toBe('proof_key_changed')
    await socket.leave()
  })

  test('[M13] is refused if it was begun before a sign-out', async () => {
    const { socket, key } = await member(newUid())
    const challenge = await socket.request<Challenge>('session.challenge')
    const renewal = await credentials(key, challenge, await sign(key.jkt))
    await socket.request('session.logout')
    expect((await socket.refused('session.authenticate', renewal)).code).toBe('nonce_used')
    await socket.leave()
  })

  test('does not change the socket when it is refused', async () => {
    const { socket, key } = await member(newUid())
    const { customer_id: customerId } = await say(socket, 'I am still me')
    const token = await sign(key.jkt, { uid: newUid(), type: 'agent' })
    await expect(reauthenticate(socket, key, token)).rejects.toThrow('token_type_invalid')
    expect((await say(socket, 'Still me')).customer_id).toBe(customerId)
    await socket.leave()
  })

  test('closes the socket after refusals in a row; a success resets the count', async () => {
    const { socket, key } = await connectVisitor(on.service, on.shop.providerId)
    const bad = await sign(key.jkt, { type: undefined })
    const refuse = () => expect(reauthenticate(socket, key, bad)).rejects.toThrow('token_type_invalid')
    await refuse()
    await refuse()
    await reauthenticate(socket, key, await sign(key.jkt))
    await refuse()
    await refuse()
    await refuse()
    expect((await socket.closed).code).toBe(4401)
  })
})

describe('[M7] [M10] visitor and member in one browser', () => {
  test('have separate histories, on one socket and on two', async () => {
    const visitor = await connectVisitor(on.service, on.shop.providerId)
    const { socket, key } = visitor
    const asVisitor = await say(socket, 'From the visitor')
    const uid = newUid()
    const token = await sign(key.jkt, { uid })
    const becoming = await reauthenticate(socket, key, token, { resume: { seq: asVisitor.seq } })
    expect(becoming).toMatchObject({ customer_id: null, seq: 0, conversation: null })
    expect(texts(becoming)).toEqual([])
    const asMember = await say(socket, 'From the member')
    expect(asMember.customer_id).not.toBe(asVisitor.customer_id)

    const back = await reauthenticate(socket, key)
    expect(back).toMatchObject({ member: null, customer_id: asVisitor.customer_id })
    expect(texts(back)).toEqual(['From the visitor'])
    const again = await reauthenticate(socket, key, token)
    expect(again).toMatchObject({ customer_id: asMember.customer_id, member: { auth_provider: 'custom' } })
    expect(texts(again)).toEqual(['From the member'])

    const elsewhere = await member(uid)
    expect(texts(elsewhere.connected)).toEqual(['From the member'])
    await Promise.all([socket.leave(), elsewhere.socket.leave()])
  })

  test('are not mixed up by concurrent messages: no entry of one follows the response to the other', async () => {
    const { socket, key } = await connectVisitor(on.service, on.shop.providerId)
    const asVisitor = await say(socket, 'Before')
    const agent = await connectAgent(on.service, on.shop.id, on.shop.cookie)
    const reply = (content: string) =>
      agent.request<MessageSent>('message.send', {
        client_id: newId(),
        content,
        customer_id: asVisitor.customer_id,
      })
    await reply('While you were a visitor')
    await socket.entriesUpTo((await reply('Once more')).seq)
    const challenge = await socket.request<{ nonce: string; server_time: string }>('session.challenge')
    const presented = await credentials(key, challenge, await sign(key.jkt, { uid: newUid() }))
    // Written while the identity changes: may arrive before the response, never after.
    const change = async () => {
      await socket.request('session.authenticate', presented)
      socket.notifications.length = 0
    }
    await Promise.all([change(), reply('In between')])
    const { seq } = await reply('For the visitor alone')
    await say(socket, 'From the member')
    await socket.next<Entries>('entries', ({ entries }) =>
      entries.some((entry) => entry.type === 'message.created' && entry.data.content === 'From the member'),
    )
    await socket.request('ping')
    expect(entryTexts(socket)).toEqual([])
    const back = await reauthenticate(socket, key, undefined, { resume: { seq: asVisitor.seq } })
    expect(back.start.mode).toBe('resume')
    const missed = await socket.entriesUpTo(seq)
    expect(missed.at(0)?.after).toBe(asVisitor.seq)
    await Promise.all([socket.leave(), agent.leave()])
  })

  test('do not resume from a position in the other log', async () => {
    const { socket, key } = await connectVisitor(on.service, on.shop.providerId)
    const asVisitor = await say(socket, 'Mine')
    const resume = { seq: 1, customer_id: asVisitor.customer_id }
    const uid = newUid()
    const first = await member(uid)
    await say(first.socket, 'The member’s')
    const becoming = await reauthenticate(socket, key, await sign(key.jkt, { uid }), { resume })
    expect(texts(becoming)).toEqual(['The member’s'])
    await Promise.all([socket.leave(), first.socket.leave()])
  })

  test('cannot send uploads of each other', async () => {
    const { socket, key } = await connectVisitor(on.service, on.shop.providerId)
    const ticket = await socket.request<MediaTicket>('media.ticket', {
      name: 'a.txt',
      size: 2,
    })
    const upload = new URL(ticket.upload_url)
    await fetch(on.service.address + upload.pathname + upload.search, {
      method: 'PUT',
      headers: { 'parley-upload': ticket.ticket },
      body: 'hi',
    })
    await reauthenticate(socket, key, await sign(key.jkt))
    const send = { client_id: newId(), content: '', media_ids: [ticket.media_id] }
    expect((await socket.refused('message.send', send)).code).toBe('media_unknown')
    await reauthenticate(socket, key)
    await socket.request('message.send', send)
    await socket.leave()
  })

  test('one member in two browsers: the first message in one reaches the other', async () => {
    const uid = newUid()
    const [one, two] = [await member(uid), await member(uid)]
    const sent = await say(one.socket, 'From one')
    await two.socket.entriesUpTo(sent.seq)
    expect((await say(two.socket, 'From two')).customer_id).toBe(sent.customer_id)
    await Promise.all([one.socket.leave(), two.socket.leave()])
  })

  test('the same uid at another widget is another member', async () => {
    const uid = newUid()
    const here = await member(uid)
    const sent = await say(here.socket, 'Here')
    const other = await foundOrganization(on.service, 'Other')
    const otherKey = await secretKeyOf(on.service, other)
    const there = await connectMember(on.service, other.providerId, (jkt) =>
      sign(jkt, { uid }, { secretKey: otherKey, at: other }),
    )
    expect(there.connected.customer_id).toBeNull()
    expect((await say(there.socket, 'There')).customer_id).not.toBe(sent.customer_id)
    await Promise.all([here.socket.leave(), there.socket.leave()])
  })
})

describe('[M10] renewal', () => {
  test('continues without a gap: entries follow, nothing is reloaded, the expiry moves', async () => {
    const uid = newUid()
    const { socket, key } = await member(uid)
    const { customer_id: customerId, seq } = await say(socket, 'First')
    await socket.entriesUpTo(seq)
    on.now += 3_000_000
    const renewed = await reauthenticate(socket, key, await sign(key.jkt, { uid, name: 'Mara' }))
    expect(renewed).toMatchObject({ customer_id: customerId, start: { mode: 'resume' } })
    expect(renewed.member?.name).toBe('Mara')
    expect(Date.parse(renewed.member?.expires_at ?? '')).toBeGreaterThan(on.now + 3_500_000)
    on.now += 1_000_000
    await on.service.app.closeEndedSessions()
    const sent = await say(socket, 'Second')
    const pieces = await socket.entriesUpTo(sent.seq)
    expect(pieces.at(0)?.after).toBe(seq)
    await socket.leave()
  })

  test('works before there is a row', async () => {
    const uid = newUid()
    const { socket, key } = await member(uid)
    const renewed = await reauthenticate(socket, key, await sign(key.jkt, { uid }))
    expect(renewed).toMatchObject({ customer_id: null, seq: 0, start: { mode: 'resume' } })
    const other = await member(uid)
    const sent = await say(other.socket, 'From the other browser')
    await socket.entriesUpTo(sent.seq)
    await Promise.all([socket.leave(), other.socket.leave()])
  })

  test('is accepted after the expiry while the socket is open', async () => {
    const uid = newUid()
    const { socket, key } = await member(uid)
    on.now += 3_601_000
    const renewed = await reauthenticate(socket, key, await sign(key.jkt, { uid }))
    expect(renewed.member).not.toBeNull()
    await say(socket, 'Here')
    await socket.leave()
  })
})
