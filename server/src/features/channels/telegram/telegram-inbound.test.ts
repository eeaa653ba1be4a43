import type { Message, RichBlock } from '@grammyjs/types'
import { describe, expect, it, test } from 'vitest'
import { parseUpdates } from './telegram-inbound.ts'

const sent = (content: object, kind: 'message' | 'edited_message' = 'message') =>
  parseUpdates([
    {
      update_id: 1,
      [kind]: { message_id: 7, from: { id: 4711, is_bot: false, first_name: 'Ada' }, ...content },
    },
  ])

function textOf(content: Partial<Message>): string | null {
  const event = sent(content)
  return 'text' in event ? event.text : null
}

describe('a message', () => {
  it.each([
    { content: { story: { id: 3 } }, text: '📎 story (cannot be shown here)' },
    {
      content: { checklist: { title: 'Groceries', tasks: [] } },
      text: '📎 checklist (cannot be shown here)',
    },
    {
      content: { paid_media: { star_count: 5, paid_media: [] }, caption: 'Two films' },
      text: '📎 paid media (cannot be shown here)\nTwo films',
    },
    { content: { game: { title: 'Chess' } }, text: '📎 game (cannot be shown here)' },
    { content: { invoice: { title: 'A lamp' } }, text: '📎 invoice (cannot be shown here)' },
    { content: { giveaway: { winner_count: 1 } }, text: '📎 giveaway (cannot be shown here)' },
  ])('without an equivalent here is named: $text', ({ content, text }) => {
    expect(textOf(content as Partial<Message>)).toBe(text)
  })

  it('has the time at which the platform received it or its edit, if it tells', () => {
    const date = 1_760_000_000
    expect(sent({ text: 'Hi', date })).toMatchObject({ arrivedAt: 1_760_000_000_000 })
    const edit = { text: 'Hello', date, edit_date: date + 60 }
    expect(sent(edit, 'edited_message')).toMatchObject({ arrivedAt: 1_760_000_060_000 })
    for (const malformed of [{}, { date: '1760000000' }, { date: null }])
      expect(sent({ text: 'Hi', ...malformed })).not.toHaveProperty('arrivedAt')
  })

  it('of the platform itself is ignored', () => {
    expect(sent({ pinned_message: { message_id: 3 } })).toEqual({ type: 'ignored' })
    expect(sent({ checklist_tasks_done: { marked_as_done_task_ids: [1] } })).toEqual({ type: 'ignored' })
  })

  it('with rich text is its text in lines, with hidden addresses and the names of files', () => {
    const link = { type: 'url', text: ['our ', { type: 'bold', text: 'shop' }], url: 'https://shop.example/' }
    const blocks = [
      { type: 'heading', text: 'Returns', size: 1 },
      { type: 'paragraph', text: ['See ', link, '.'] },
      { type: 'divider' },
      {
        type: 'list',
        items: [
          { label: '1.', blocks: [{ type: 'paragraph', text: 'Pack it' }] },
          { label: '2.', blocks: [{ type: 'paragraph', text: 'Send it' }] },
        ],
      },
      { type: 'blockquote', blocks: [{ type: 'paragraph', text: 'Quickly' }], credit: 'Grace' },
      {
        type: 'table',
        cells: [
          [{ text: 'Lamp' }, { text: '2' }],
          [{ text: 'Chair' }, {}],
        ],
      },
      { type: 'photo', photo: [], caption: { text: 'The label' } },
      { type: 'a type of next year', text: 'Still readable' },
    ] as unknown as RichBlock[]
    expect(textOf({ rich_message: { blocks } })).toBe(
      [
        'Returns',
        'See our shop (https://shop.example/).',
        '1. Pack it',
        '2. Send it',
        'Quickly',
        'Grace',
        'Lamp | 2',
        'Chair | ',
        '📎 photo (cannot be shown here)',
        'The label',
        'Still readable',
      ].join('\n'),
    )
  })

  it('with rich text keeps addresses, checkboxes, and blocks within a type that is not known', () => {
    const mail = { type: 'email_address', text: 'us', email_address: 'help@shop.example' }
    const phone = { type: 'phone_number', text: 'call', phone_number: '+49301234' }
    const shown = { type: 'phone_number', text: '+49309876', phone_number: '+49309876' }
    const paragraph = (text: unknown) => ({ type: 'paragraph', text })
    const blocks = [
      paragraph(['Write to ', mail, ', ', phone, ' or ', shown]),
      {
        type: 'list',
        items: [
          { label: '•', blocks: [paragraph('Lamp')], has_checkbox: true, is_checked: true },
          { label: '•', blocks: [paragraph('Chair')], has_checkbox: true },
        ],
      },
      { type: 'a type of next year', blocks: [paragraph('Still readable')] },
    ] as unknown as RichBlock[]
    expect(textOf({ rich_message: { blocks } })).toBe(
      [
        'Write to us (help@shop.example), call (+49301234) or +49309876',
        '• ☑ Lamp',
        '• ☐ Chair',
        'Still readable',
      ].join('\n'),
    )
  })

  it('with rich text of which nothing can be read is named', () => {
    const blocks = [{ type: 'a type of next year', content: [] }] as unknown as RichBlock[]
    expect(textOf({ rich_message: { blocks } })).toBe('📎 rich message (cannot be shown here)')
  })

  it.each([
    { label: 'paypal.com', url: 'https://paypal.com.evil.example/', shown: true },
    { label: 'example', url: 'https://evil.example/', shown: true },
    { label: 'here', url: 'https://shop.example/', shown: true },
    { label: 'shop.example', url: 'https://www.shop.example/', shown: false },
    { label: 'https://shop.example/a', url: 'https://shop.example/a', shown: false },
  ])('shows the address of "$label" if it is another one: $url', ({ label, url, shown }) => {
    const entities = [{ type: 'text_link' as const, offset: 4, length: label.length, url }]
    expect(textOf({ text: `See ${label} now`, entities })).toBe(
      shown ? `See ${label} (${url}) now` : `See ${label} now`,
    )
  })
})

test('a live location is one message: only its end changes it', () => {
  const at = { latitude: 52.5, longitude: 13.4 }
  const map = 'https://www.openstreetmap.org/?mlat=52.5&mlon=13.4'
  expect(textOf({ location: { ...at, live_period: 900 } })).toBe(
    `📍 Live location, started at 52.5, 13.4\n${map}`,
  )
  expect(sent({ location: { ...at, live_period: 900 } }, 'edited_message')).toEqual({ type: 'ignored' })
  expect(sent({ location: at }, 'edited_message')).toMatchObject({
    type: 'edited',
    text: `📍 52.5, 13.4\n${map}`,
  })
})

test.each([
  ['de', 'de'],
  ['pt-br', 'pt-BR'],
  ['zh-hans', 'zh-Hans'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['es-419', 'es'],
  ['de-formal', 'de'],
  ['english', null],
  ['', null],
])('the language %j is stored as %j', (code, language) => {
  const from = { id: 4711, is_bot: false, first_name: 'Ada', language_code: code }
  expect(sent({ text: 'Hello', from })).toMatchObject({ profile: { language } })
})
