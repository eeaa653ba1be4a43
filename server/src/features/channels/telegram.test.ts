import type { Customer } from '@parley/protocol/customer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ada, startTelegramScene, type TelegramScene } from '../../testing/telegram-setup.ts'
import type { Person } from '../../testing/telegram-server.ts'

/** Contacts of a Telegram bot are customers like others (spec 2.1). */

let scene: TelegramScene
beforeAll(async () => {
  scene = await startTelegramScene()
})
afterAll(() => scene.stop())

let people = 9000
let person: Person
beforeEach(() => {
  people += 1
  person = { ...ada, id: people, username: `ada${people}` }
})

/** Writes as this person and returns the customer's id. */
async function write(text: string, from = person): Promise<string> {
  await scene.push(scene.telegram.writes(from, { text }))
  await scene.settle()
  const row = (await scene.conversations()).find(({ last_message: last }) => last?.preview === text)
  if (!row) throw new Error(`No conversation with "${text}"`)
  return row.customer.id
}

const customerOf = async (id: string) =>
  (await scene.service.call('GET', scene.path(`/customers/${id}`), { cookie: scene.organization.cookie }))
    .body as Customer

describe('an update', () => {
  it('without the secret of the webhook is refused and not stored', async () => {
    const update = scene.telegram.writes(person, { text: 'Forged' })
    expect(await scene.push(update, undefined)).toBe(200)
    const forged = scene.telegram.writes(person, { text: 'Forged by somebody' })
    expect(await scene.push(forged, 'wrong')).toBe(403)
    await scene.settle()
    const previews = (await scene.conversations()).map(({ last_message: last }) => last?.preview)
    expect(previews).toContain('Forged')
    expect(previews).not.toContain('Forged by somebody')
  })

  it('of a group is ignored', async () => {
    const update = scene.telegram.writes(person, { text: 'In a group' })
    Object.assign(update.message?.chat ?? {}, { type: 'group', id: -100 })
    expect(await scene.push(update)).toBe(200)
    await scene.settle()
    expect(JSON.stringify(await scene.conversations())).not.toContain('In a group')
  })

  it('that comes twice is one message', async () => {
    const update = scene.telegram.writes(person, { text: 'Only once' })
    await scene.push(update)
    await scene.push(update)
    await scene.settle()
    await scene.push(update)
    await scene.settle()
    const [row] = await scene.conversations()
    expect(await scene.history(row?.customer.id ?? '')).toHaveLength(1)
  })
})

describe('a contact', () => {
  it('becomes a customer with the name, language and id of the platform', async () => {
    const id = await write('Hello from Telegram')
    expect(await customerOf(id)).toMatchObject({
      provider_id: scene.channel.id,
      external_id: String(person.id),
      auth_provider: null,
      first_name: 'Ada',
      last_name: 'Lovelace',
      username: person.username,
      language: 'de',
    })
    const [created] = await scene.entries(id, 'customer.created')
    expect(Object.keys(created?.data ?? {}).sort()).toEqual(
      [
        'auth_provider',
        'country_code',
        'created_at',
        'email',
        'external_id',
        'first_name',
        'id',
        'language',
        'last_name',
        'phone',
        'provider_id',
        'username',
      ].sort(),
    )
    const row = (await scene.conversations()).find(({ customer }) => customer.id === id)
    expect(row?.channel).toBe('telegram')
  })

  it('who changes a name is updated with that name only, and what agents corrected is kept', async () => {
    const id = await write('Before the change')
    await scene.service.call('PATCH', scene.path(`/customers/${id}`), {
      cookie: scene.organization.cookie,
      body: { last_name: 'King' },
    })
    await write('After the change', { ...person, first_name: 'Augusta' })
    expect(await customerOf(id)).toMatchObject({ first_name: 'Augusta', last_name: 'King' })
    const updates = await scene.entries(id, 'customer.updated')
    expect(updates.map(({ data }) => (data as { changes: object }).changes)).toEqual([
      { last_name: 'King' },
      { first_name: 'Augusta' },
    ])
  })

  it('who opens the chat by a link has its parameter as source, and no conversation yet', async () => {
    await scene.push(scene.telegram.writes(person, { text: '/start spring-sale' }))
    await scene.settle()
    const rows = (await scene.conversations()).length
    const id = await write('Now with a message')
    expect((await scene.conversations()).length).toBe(rows + 1)
    expect(await scene.history(id)).toHaveLength(1)
    const { body } = await scene.service.call('GET', scene.path(`/customers/${id}/contact`), {
      cookie: scene.organization.cookie,
    })
    expect(body).toEqual({
      data: { channel: 'telegram', source: 'spring-sale', unreachable: null, reply_window: null },
    })
  })

  it('a blocked contact’s messages are dropped, and so is what else they change until they are unblocked', async () => {
    const heard = scene.telegram.writes(person, { text: 'Heard' })
    await scene.push(heard)
    const id = await write('Heard too')
    const block = (isBlocked: boolean) =>
      scene.service.call('PATCH', scene.path(`/customers/${id}`), {
        cookie: scene.organization.cookie,
        body: { is_blocked: isBlocked },
      })
    await block(true)
    const renamed = { ...person, first_name: 'Augusta' }
    await scene.push(scene.telegram.writes(renamed, { text: 'Not heard' }))
    await scene.push(scene.telegram.edits(heard, { text: 'Changed', from: { ...renamed, is_bot: false } }))
    await scene.push(scene.telegram.writes(renamed, { text: '/start spam' }))
    await scene.settle()
    expect((await scene.history(id)).map(({ content }) => content)).toEqual(['Heard', 'Heard too'])
    const changes = async () =>
      (await scene.entries(id, 'customer.updated')).map(({ data }) => (data as { changes: object }).changes)
    expect(await changes()).toEqual([{ is_blocked: true }])
    const { body } = await scene.service.call('GET', scene.path(`/customers/${id}/contact`), {
      cookie: scene.organization.cookie,
    })
    expect(body).toMatchObject({ data: { source: null } })

    await block(false)
    await write('Heard again', renamed)
    expect(await changes()).toEqual([{ is_blocked: true }, { is_blocked: false }, { first_name: 'Augusta' }])
  })

  it('whose conversation is closed opens another', async () => {
    const id = await write('First question')
    const row = (await scene.conversations()).find(({ customer }) => customer.id === id)
    await scene.service.call('POST', scene.path(`/conversations/${row?.id}/close`), {
      cookie: scene.organization.cookie,
    })
    await write('Second question')
    expect(await scene.entries(id, 'conversation.started')).toHaveLength(2)
  })
})

describe('an answer', () => {
  it('arrives in the chat and is recorded as sent', async () => {
    const id = await write('Is anybody there?')
    const messageId = await scene.say(id, 'Yes, we are.')
    await scene.settle()
    expect(scene.telegram.shown(person).map(({ text }) => text)).toEqual(['Yes, we are.'])
    const [, answer] = await scene.history(id)
    expect(answer).toMatchObject({ id: messageId, delivery: { state: 'sent', reason: null } })
    expect((await scene.entries(id, 'message.delivery')).map(({ data }) => data)).toEqual([
      { id: messageId, state: 'sent', reason: null },
    ])
  })

  it('longer than a message of the platform is split at a paragraph', async () => {
    const id = await write('Tell me everything')
    await scene.say(id, `${'a'.repeat(3000)}\n\n${'b'.repeat(3000)}`)
    await scene.settle()
    expect(scene.telegram.shown(person).map(({ text }) => text)).toEqual(['a'.repeat(3000), 'b'.repeat(3000)])
  })

  it('quotes the message that it replies to, also in the other direction', async () => {
    const update = scene.telegram.writes(person, { text: 'Which size?' })
    await scene.push(update)
    await scene.settle()
    const [row] = await scene.conversations()
    const id = row?.customer.id ?? ''
    const [question] = await scene.history(id)
    const answerId = await scene.say(id, 'This one', { reply_to_id: question?.id })
    await scene.settle()
    const [shown] = scene.telegram.shown(person)
    expect(shown?.replyTo).toBe(update.message?.message_id)
    const reply_to_message = { ...scene.telegram.message(person), message_id: shown?.messageId ?? 0 }
    await scene.push(scene.telegram.writes(person, { text: 'Thanks', reply_to_message } as never))
    await scene.settle()
    expect((await scene.history(id)).at(-1)).toMatchObject({ content: 'Thanks', reply_to_id: answerId })
  })

  it('to somebody who has blocked the bot fails with its reason, and is not tried again by itself; a sent one ends the reason', async () => {
    const id = await write('I will block you')
    scene.telegram.misbehave('sendMessage', {
      kind: 'error',
      code: 403,
      description: 'Forbidden: bot was blocked by the user',
    })
    const unreachable = async () => {
      const { body } = await scene.service.call('GET', scene.path(`/customers/${id}/contact`), {
        cookie: scene.organization.cookie,
      })
      return (body as { data: { unreachable: string | null } }).data.unreachable
    }
    const messageId = await scene.say(id, 'Please do not')
    await scene.settle()
    expect(await unreachable()).toBe('blocked')
    scene.turn(600_000)
    await scene.settle()
    expect(scene.telegram.shown(person)).toEqual([])
    expect((await scene.history(id)).at(-1)?.delivery).toEqual({ state: 'failed', reason: 'blocked' })
    const row = (await scene.conversations()).find(({ customer }) => customer.id === id)
    const retry = (message: string) =>
      scene.service.call('POST', scene.path(`/conversations/${row?.id}/messages/${message}/retry`), {
        cookie: scene.organization.cookie,
      })
    expect((await retry(messageId)).body).toEqual({ message_id: messageId, state: 'pending', reason: null })
    await scene.settle()
    expect(scene.telegram.shown(person).map(({ text }) => text)).toEqual(['Please do not'])
    expect((await scene.history(id)).at(-1)?.delivery).toEqual({ state: 'sent', reason: null })
    expect(await unreachable()).toBeNull()
    expect((await retry(messageId)).status).toBe(409)
  })
})
