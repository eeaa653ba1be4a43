import { describe, expect, test } from 'vitest'
import { attributesOf, profileOf } from './chatwoot-contacts.ts'
import { mapConversation } from './chatwoot-conversations.ts'
import { mapMessages, maxContent, partsOf } from './chatwoot-messages.ts'
import { cannedReplyOf, colourOf, labelOf } from './chatwoot-settings.ts'
import { idOf, textOf, timeOf } from './chatwoot-values.ts'

const now = Date.UTC(2026, 0, 31)
const startedAt = '2024-03-01T09:00:00.000+00:00'
const at = Date.parse(startedAt) / 1000
const map = (...messages: object[]) =>
  mapMessages(messages as Parameters<typeof mapMessages>[0], { startedAt, now })

describe('values that a broken or hostile export has', () => {
  test('only plausible times, positive whole ids and storable texts are taken', () => {
    for (const time of [null, {}, Number.NaN, -1, 0, 1e300, 'never', '9999999999999', at * 1000])
      expect([time, timeOf(time, now)]).toEqual([time, undefined])
    expect(timeOf(at, now)).toBe(startedAt)
    expect(timeOf(String(at), now)).toBe(startedAt)
    expect(timeOf('2024-03-01T10:00:00+01:00', now)).toBe(startedAt)
    for (const id of ['1', '../../etc/passwd', -1, 0, 1.5, 2 ** 60, null]) expect(idOf(id)).toBeUndefined()
    expect(textOf('a\0b\ud800')).toBe('ab\ufffd')
    expect(textOf({ toString: () => 'x' })).toBeNull()
    expect(textOf('😀😀', 3)).toBe('😀')
  })

  test('messages without id or of unknown type are left out, a bad time is replaced, order is kept', () => {
    const { messages, leftOut, changed } = map(
      { id: 3, message_type: 0, content: 'third', created_at: 'soon' },
      { id: 2, message_type: 1, content: 'second', created_at: at + 20, sender: { id: 7, name: 'Ana' } },
      { id: 2, message_type: 1, content: 'again', created_at: at + 20 },
      { id: 1, message_type: 0, content: 'first', created_at: at - 5000 },
      { message_type: 0, content: 'lost' },
      { id: 4, message_type: 9, content: 'lost' },
      { id: 5, message_type: 2, content: 'Ana closed the conversation' },
      { id: 6, message_type: 1, content: 'gone', content_attributes: { deleted: true } },
      { id: 7, message_type: 0, content: '', attachments: 'none' },
    )
    expect(
      messages.map(({ content, createdAt }) => [content, (Date.parse(createdAt) - at * 1000) / 1000]),
    ).toEqual([
      ['first', 0],
      ['second', 20],
      ['third', 20],
    ])
    expect(leftOut.map(({ reason }) => reason).toSorted()).toEqual([
      'activity notice',
      'deleted in Chatwoot',
      'empty',
      'the message has no id',
      'unknown message type',
    ])
    expect(changed).toHaveLength(1)
  })

  test('a conversation without contact, id or time is left out', () => {
    const whole = { id: 1, inbox_id: 2, created_at: at, status: 'open', meta: { sender: { id: 3 } } }
    expect(mapConversation({ conversation: whole, messages: [] }, now)).toMatchObject({
      id: 1,
      status: 'open',
    })
    for (const broken of [
      { id: 'x' },
      { meta: null },
      { meta: { sender: { id: '3' } } },
      { created_at: 'x' },
    ])
      expect(mapConversation({ conversation: { ...whole, ...broken }, messages: [] }, now)).toHaveProperty(
        'reason',
      )
  })

  test('file names have no path', () => {
    const named = (data_url: string) =>
      map({ id: 1, message_type: 0, created_at: at, attachments: [{ id: 9, file_type: 'file', data_url }] })
        .messages[0]?.attachments[0]
    expect(named('https://x.test/blobs/1/caf%C3%A9.pdf?x=1')).toEqual({ id: 9, name: 'café.pdf' })
    // Decoded, it still has separators: the service cleans it like the name of any upload (file-name.test.ts).
    expect(named('https://x.test/a/%ZZ')).toEqual({ id: 9, name: 'file-9' })
    expect(named('not an address')).toEqual({ id: 9, name: 'file-9' })
  })
})

test('senders: contacts, people, deleted ones, bots, and the system for templates and rules', () => {
  const { messages } = map(
    { id: 1, message_type: 'incoming', content: 'a', created_at: at, sender: { id: 1, type: 'user' } },
    { id: 2, message_type: 1, content: 'b', created_at: at, sender: { id: 2, name: 'Ana', type: 'user' } },
    {
      id: 3,
      message_type: 1,
      content: 'c',
      created_at: at,
      sender: { id: 3, name: 'Robo', type: 'agent_bot' },
    },
    { id: 4, message_type: 1, content: 'd', created_at: at, sender: null },
    { id: 5, message_type: 3, content: 'e', created_at: at },
    { id: 6, message_type: 1, content: 'f', created_at: at, private: true, sender: { id: 2, name: 'Ana' } },
    { id: 7, message_type: 1, content: 'g', created_at: at, content_attributes: { automation_rule_id: 1 } },
    { id: 8, message_type: 1, content: 'h', created_at: at, private: true, sender: null },
    { id: 9, message_type: 1, content: 'i', created_at: at, sender: null, sender_type: 'AgentBot' },
  )
  expect(messages.map(({ sender, isNote }) => [sender.type, isNote])).toEqual([
    ['customer', false],
    ['agent', false],
    ['ai_agent', false],
    // Of an agent that was deleted.
    ['agent', false],
    ['system', false],
    ['agent', true],
    ['system', false],
    ['agent', true],
    ['ai_agent', false],
  ])
  expect(messages[3]?.sender).toEqual({ type: 'agent', id: 0, name: 'Former agent' })
})

test('a mention becomes a name, without its link', () => {
  const { messages } = map({
    id: 1,
    message_type: 1,
    private: true,
    content:
      'Ask [@Ana](mention://user/12/Ana%20Lima) or [Sales](mention://team/3/Sales), see [1](https://a.example)',
    created_at: at,
  })
  expect(messages[0]?.content).toBe('Ask @Ana or @Sales, see [1](https://a.example)')
})

test('long texts and many files become several messages without loss', () => {
  const words = Array.from({ length: 4000 }, (_, index) => `word${index}`).join(' ')
  const parts = partsOf(
    words,
    Array.from({ length: 12 }, (_, index) => index),
  )
  expect(parts.map(({ content }) => content).join(' ')).toBe(words)
  expect(parts.every(({ content }) => content.length <= 8000)).toBe(true)
  expect(parts.map(({ attachments }) => attachments.length).slice(0, 2)).toEqual([10, 2])
  const faces = '😀'.repeat(8001)
  expect(
    partsOf(faces, [])
      .map(({ content }) => content)
      .join(''),
  ).toBe(faces)
  expect(partsOf(faces, []).every(({ content }) => content.isWellFormed())).toBe(true)
  expect(partsOf('', [])).toEqual([{ content: '', attachments: [] }])
  const huge = map({ id: 1, message_type: 0, created_at: at, content: 'x'.repeat(maxContent + 1) })
  expect(huge.messages[0]?.content).toHaveLength(maxContent)
  expect(huge.changed).toHaveLength(1)
})

test('a snooze that is over is open, pending is open, resolved is closed', () => {
  const mapped = (more: object) =>
    mapConversation(
      { conversation: { id: 1, created_at: at, meta: { sender: { id: 3 } }, ...more }, messages: [] },
      now,
    )
  const later = new Date(now + 3_600_000).toISOString()
  expect(mapped({ status: 'snoozed', snoozed_until: later })).toMatchObject({
    status: 'open',
    snoozedUntil: later.replace('Z', '+00:00'),
  })
  expect(mapped({ status: 'snoozed', snoozed_until: at })).toMatchObject({
    status: 'open',
    snoozedUntil: undefined,
  })
  expect(mapped({ status: 'snoozed', snoozed_until: null })).toMatchObject({ snoozedUntil: null })
  expect(mapped({ status: 'pending' })).toMatchObject({ status: 'open' })
  expect(mapped({ status: 'resolved', priority: 'medium' })).toMatchObject({
    status: 'closed',
    priority: 'normal',
  })
})

test('the identifier of a contact is an unverified attribute', () => {
  const contact = {
    name: 'Ana Maria Lopez',
    email: 'ana@example.test',
    identifier: 'member-42',
    custom_attributes: { plan: 'pro', 'bad name': 1, nested: {}, long: 'x'.repeat(300) },
    additional_attributes: { country_code: 'es' },
  }
  expect(profileOf(contact, now, startedAt)).toMatchObject({
    first_name: 'Ana',
    last_name: 'Maria Lopez',
    country_code: 'ES',
    language: 'en',
    created_at: startedAt,
  })
  expect(attributesOf(contact)).toEqual({
    values: { identifier: 'member-42', plan: 'pro' },
    left: ['bad name', 'nested', 'long'],
  })
})

test('labels and canned replies in our terms', () => {
  expect(['#1f93ff', '#FF0000', '888888', '#7C21D9', 'none'].map(colourOf)).toEqual([
    'blue',
    'red',
    'grey',
    'purple',
    'grey',
  ])
  expect(labelOf({ title: ' billing ', color: '#00aa00' })).toEqual({ name: 'billing', colour: 'green' })
  expect(labelOf({ title: '' })).toBeNull()
  expect(
    cannedReplyOf({ short_code: 'greet me!', content: 'Hi {{ contact.first_name }}, {{contact.custom.x}}' }),
  ).toEqual({
    shortcut: 'greet-me-',
    content: 'Hi {{customer.first_name}}, {{contact.custom.x}}',
  })
  expect(cannedReplyOf({ short_code: '!!', content: 'x' })).toBeNull()
  // Longer than a message: nobody could send it.
  expect(cannedReplyOf({ short_code: 'terms', content: 'x'.repeat(8001) })).toBeNull()
})
