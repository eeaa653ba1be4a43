import type { Message, Update } from '@grammyjs/types'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { png } from '../../testing/sample-files.ts'
import {
  ada,
  receiveFrom,
  startTelegramScene,
  uploadFor,
  type TelegramScene,
} from '../../testing/telegram-setup.ts'
import type { Misbehaviour, Person } from '../../testing/telegram-server.ts'

/** Files, edits and deletions between the log and a Telegram chat. */

let scene: TelegramScene
beforeAll(async () => {
  scene = await startTelegramScene('TelegramMedia')
})
afterAll(() => scene.stop())

let people = 20_000
let person: Person
beforeEach(() => {
  people += 1
  person = { ...ada, id: people, username: `ada${people}` }
})

const receive = (...contents: Partial<Message>[]) => receiveFrom(scene, person, contents)
const upload = (customerId: string, name: string, content: Buffer) =>
  uploadFor(scene, customerId, name, content)
const file = (id: string, size: number) => ({ file_id: id, file_unique_id: id, file_size: size })

describe('a file of a contact', () => {
  const error = (code: number, description: string) => ({ kind: 'error', code, description }) as const
  const unavailable = error(400, 'Bad Request: wrong file_id or the file is temporarily unavailable')

  it('is copied, and nothing that a client receives contains the token', async () => {
    const content = png
    scene.telegram.addFile('photo-1', content)
    const { messages } = await receive({
      photo: [{ ...file('photo-1', content.length), width: 1, height: 1 }],
      caption: 'Broken on arrival',
    })
    expect(messages).toMatchObject([
      { content: 'Broken on arrival', media: [{ mime: 'image/png', size: content.length }] },
    ])
    const url = messages[0]?.media[0]?.url ?? ''
    expect(JSON.stringify(messages)).not.toContain(scene.telegram.token)
    const got = await fetch(url.replace('https://parley.test', scene.service.address))
    expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true)
  })

  it('that the platform does not hand out, or that may not be stored, is named in the message', async () => {
    scene.telegram.addFile('huge', Buffer.alloc(20_000_001))
    scene.telegram.addFile('program', Buffer.from('MZ program'))
    scene.telegram.misbehave('getFile', error(400, 'Bad Request: invalid file_id'))
    const { messages } = await receive(
      { document: { ...file('forgotten', 10), file_name: 'old.pdf' } },
      { document: { ...file('huge', 21_000_000), file_name: 'film.mov' } },
      { document: { ...file('program', 10), file_name: 'setup.exe' }, caption: 'Run this' },
    )
    expect(messages.map(({ content }) => content)).toEqual([
      '📎 old.pdf (no longer available)',
      '📎 film.mov (too large to be received here)',
      'Run this\n📎 setup.exe (files of this type are not accepted)',
    ])
    expect(messages.flatMap(({ media }) => media)).toEqual([])
  })

  it.each<{ when: string; failures: Misbehaviour[]; downloads: Misbehaviour[] }>([
    { when: 'fails', failures: [{ kind: 'lost' }, error(500, 'Internal')], downloads: [] },
    { when: 'cannot load it', failures: [unavailable, unavailable], downloads: [] },
    { when: 'has dropped its address', failures: [], downloads: [error(404, 'Not Found')] },
  ])('is fetched later when the platform $when', async ({ failures, downloads }) => {
    const content = Buffer.from('An invoice')
    scene.telegram.addFile('invoice', content)
    scene.telegram.misbehave('getFile', ...failures)
    scene.telegram.misbehave('download', ...downloads)
    const { messages } = await receive(
      { document: { ...file('invoice', content.length), file_name: 'invoice.txt' } },
      { text: 'Did it arrive?' },
    )
    expect(messages.map((message) => [message.content, message.media[0]?.name])).toEqual([
      ['', 'invoice.txt'],
      ['Did it arrive?', undefined],
    ])
  })

  it.each([
    { asked: 60, waited: 60 },
    { asked: 3600, waited: 300 },
  ])('is requested again $waited s after the platform asks to wait $asked s', async ({ asked, waited }) => {
    scene.telegram.addFile('limited', png)
    await receive({ text: 'I took a photo' })
    scene.telegram.misbehave('getFile', { ...error(429, 'Too Many Requests'), retryAfter: asked })
    const before = scene.telegram.sent('getFile').length
    const photo = { document: { ...file('limited', png.length), file_name: 'limited.png' } }
    expect((await receive(photo)).messages).toHaveLength(1)
    expect(scene.telegram.sent('getFile').length - before).toBe(1)
    scene.turn(waited * 1000)
    const { messages } = await receive({ text: 'Did it arrive?' })
    expect(messages.map(({ media }) => media.length)).toEqual([0, 1, 0])
  })

  it('of an album is part of one message', async () => {
    const content = png
    for (const id of ['a1', 'a2', 'a3']) scene.telegram.addFile(id, content)
    const photo = (id: string) => ({
      media_group_id: `album-${person.id}`,
      photo: [{ ...file(id, content.length), width: 1, height: 1 }],
    })
    const { messages } = await receive(photo('a1'), { ...photo('a2'), caption: 'Three views' }, photo('a3'))
    expect(messages).toHaveLength(1)
    expect(messages[0]?.content).toBe('Three views')
    expect(messages[0]?.media).toHaveLength(3)
  })

  /** The message is stored, and nothing that follows. */
  async function receiveInterrupted(...contents: Partial<Message>[]): Promise<void> {
    const { pool, close } = openDatabase(scene.service.databaseUrl)
    await pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$;
      create trigger refuse before insert on channel_ref for each row execute function refuse()`)
    await receive(...contents)
    await pool.query('drop function refuse cascade')
    await close()
  }

  it('of an album that arrives after an interrupted attempt is part of a second message', async () => {
    for (const id of ['e1', 'e2', 'e3', 'e4']) scene.telegram.addFile(id, png)
    const photo = (id: string) => ({
      media_group_id: `interrupted-${person.id}`,
      photo: [{ ...file(id, png.length), width: 1, height: 1 }],
    })
    await receiveInterrupted({ ...photo('e1'), caption: 'Two views' }, photo('e2'))
    const { messages } = await receive(photo('e3'), photo('e4'))
    expect(messages.map(({ content, media }) => [content, media.length])).toEqual([
      ['Two views', 2],
      ['', 2],
    ])
  })

  it('of a large album that arrives in two parts is fetched once after the interruption, and counted once', async () => {
    const content = Buffer.concat([png, Buffer.alloc(19_000_000 - png.length)])
    const ids = Array.from({ length: 10 }, (_, index) => `large-${index}`)
    for (const id of ids) scene.telegram.addFile(id, content)
    const document = (id: string) => ({
      media_group_id: `large-${person.id}`,
      document: { ...file(id, content.length), file_name: `${id}.png` },
    })
    await receiveInterrupted(...ids.slice(0, 6).map(document))
    const before = scene.telegram.sent('getFile').length
    const { messages } = await receive(...ids.slice(6).map(document))
    // 190 of the 300 MB that a contact may send at once.
    expect(messages.map(({ content: text, media }) => [text, media.map(({ name }) => name)])).toEqual([
      ['', ids.slice(0, 6).map((id) => `${id}.png`)],
      ['', ids.slice(6).map((id) => `${id}.png`)],
    ])
    expect(scene.telegram.sent('getFile').length - before).toBe(4)
  }, 60_000)
})

it('places, people, stickers, dice and hidden links are readable text', async () => {
  const { messages } = await receive(
    { location: { latitude: 52.5, longitude: 13.4 } },
    { contact: { phone_number: '+49301234', first_name: 'Grace', last_name: 'Hopper' } },
    { sticker: { ...file('s', 10), is_animated: true, is_video: false, emoji: '🎉' } } as never,
    {
      text: 'Look here now',
      entities: [{ type: 'text_link', offset: 5, length: 4, url: 'https://evil.example/' }],
    },
  )
  expect(messages.map(({ content }) => content)).toEqual([
    '📍 52.5, 13.4\nhttps://www.openstreetmap.org/?mlat=52.5&mlon=13.4',
    '👤 Grace Hopper\n+49301234',
    '🎉',
    'Look here (https://evil.example/) now',
  ])
})

it('an edit of a contact replaces the text, and agents read the earlier version', async () => {
  const { id, messages, updates } = await receive({ text: 'I ordered two' })
  await scene.push(scene.telegram.edits(updates[0] as Update, { text: 'I ordered three' }))
  await scene.settle()
  const [message] = await scene.history(id)
  expect(message).toMatchObject({ id: messages[0]?.id, content: 'I ordered three' })
  expect(message?.edited_at).not.toBeNull()
  const versions = await scene.service.call(
    'GET',
    scene.path(`/conversations/${message?.conversation_id}/messages/${message?.id}/versions`),
    { cookie: scene.organization.cookie },
  )
  expect((versions.body as { data: object[] }).data).toMatchObject([
    { content: 'I ordered two', replaced_by: null },
  ])
  expect((await scene.entries(id, 'message.edited')).map(({ actor }) => actor)).toEqual([
    { type: 'customer' },
  ])
})

describe('what the team sends', () => {
  it('files: a short text is under the only one, else it comes first', async () => {
    const { id } = await receive({ text: 'Send me everything' })
    const picture = await upload(id, 'label.png', png)
    await scene.say(id, 'Your label', { media_ids: [picture] })
    const notes = await upload(id, 'notes.txt', Buffer.from('One'))
    const more = await upload(id, 'more.txt', Buffer.from('Two'))
    await scene.say(id, 'And these', { media_ids: [notes, more] })
    await scene.settle()
    expect(scene.telegram.shown(person).map(({ method, text, file: name }) => [method, text, name])).toEqual([
      ['sendPhoto', 'Your label', 'label.png'],
      ['sendMessage', 'And these', null],
      ['sendDocument', '', 'notes.txt'],
      ['sendDocument', '', 'more.txt'],
    ])
  })

  it('files that the platform would refuse are refused before the upload', async () => {
    const { id } = await receive({ text: 'Send me a film' })
    const refused = scene.agent.request('media.ticket', {
      customer_id: id,
      name: 'film.mov',
      size: 50_000_001,
    })
    await expect(refused).rejects.toThrow('media_too_large')
    await scene.agent.request('media.ticket', { customer_id: id, name: 'film.mov', size: 50_000_000 })
  })

  it('a picture that the platform cannot process arrives as a file', async () => {
    const { id } = await receive({ text: 'A picture please' })
    const picture = await upload(id, 'wide.png', png)
    scene.telegram.misbehave('sendPhoto', {
      kind: 'error',
      code: 400,
      description: 'Bad Request: PHOTO_INVALID_DIMENSIONS',
    })
    await scene.say(id, '', { media_ids: [picture] })
    await scene.settle()
    expect(scene.telegram.shown(person).map(({ method }) => method)).toEqual(['sendDocument'])
  })

  it('edits and deletions follow, also of a message in several parts', async () => {
    const { id, messages } = await receive({ text: 'Tell me' })
    const messageId = await scene.say(id, `${'a'.repeat(3000)}\n\n${'b'.repeat(3000)}`)
    await scene.settle()
    const path = scene.path(`/conversations/${messages[0]?.conversation_id}/messages/${messageId}`)
    const { cookie } = scene.organization
    await scene.service.call('PATCH', path, { cookie, body: { content: 'Short after all' } })
    await scene.settle()
    expect(scene.telegram.shown(person).map(({ text }) => text)).toEqual(['Short after all'])
    await scene.service.call('DELETE', path, { cookie })
    await scene.settle()
    expect(scene.telegram.shown(person)).toEqual([])
  })

  it('a change that the platform refuses is reported at the message', async () => {
    const { id, messages } = await receive({ text: 'Tell me' })
    const messageId = await scene.say(id, 'First wording')
    await scene.settle()
    const path = scene.path(`/conversations/${messages[0]?.conversation_id}/messages/${messageId}`)
    scene.telegram.misbehave('editMessageText', {
      kind: 'error',
      code: 400,
      description: "Bad Request: message can't be edited",
    })
    await scene.service.call('PATCH', path, {
      cookie: scene.organization.cookie,
      body: { content: 'Second wording' },
    })
    await scene.settle()
    expect((await scene.history(id)).at(-1)?.delivery).toEqual({ state: 'sent', reason: 'change_refused' })
  })

  it('notes never reach the contact, and typing does', async () => {
    const { id, messages } = await receive({ text: 'Is this private?' })
    await scene.service.call('POST', scene.path(`/conversations/${messages[0]?.conversation_id}/notes`), {
      cookie: scene.organization.cookie,
      body: { client_id: '01890000-0000-7000-8000-000000000077', content: 'Not for customers' },
    })
    await scene.agent.request('customer.follow', { customer_id: id })
    await scene.agent.request('typing', { customer_id: id, active: true })
    await expect
      .poll(() => scene.telegram.sent('sendChatAction').map(({ params }) => params['chat_id']))
      .toContain(person.id)
    await scene.settle()
    expect(JSON.stringify(scene.telegram.requests)).not.toContain('Not for customers')
  })
})
