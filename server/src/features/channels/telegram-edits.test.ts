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
import type { Person } from '../../testing/telegram-server.ts'

/** Edits of messages with files, in both directions. */

let scene: TelegramScene
beforeAll(async () => {
  scene = await startTelegramScene('TelegramEdits')
})
afterAll(() => scene.stop())

let people = 30_000
let person: Person
const nextPerson = () => {
  people += 1
  person = { ...ada, id: people, username: `ada${people}` }
}
beforeEach(nextPerson)

const receive = (...contents: Partial<Message>[]) => receiveFrom(scene, person, contents)
const file = (id: string, size: number) => ({ file_id: id, file_unique_id: id, file_size: size })

describe('an edit of a contact’s message with files', () => {
  const photo = (id: string) => ({ photo: [{ ...file(id, png.length), width: 1, height: 1 }] })
  const album = (name: string) => ({ media_group_id: `${name}-${person.id}` })
  async function edit(id: string, update: Update | undefined, change: Partial<Message>) {
    await scene.push(scene.telegram.edits(update as Update, change))
    await scene.settle()
    return (await scene.history(id)).map(({ content }) => content)
  }

  it('says that a text was shortened, in the message and in its edit', async () => {
    const { id, messages, updates } = await receive({ text: 'x'.repeat(9000) })
    const end = '… (shortened)'
    expect(messages[0]?.content).toBe(`${'x'.repeat(8000 - end.length)}${end}`)
    const edited = [`${'y'.repeat(8000 - end.length)}${end}`]
    expect(await edit(id, updates[0], { text: 'y'.repeat(9000) })).toEqual(edited)
    expect(await edit(id, updates[0], { text: 'y'.repeat(9000) })).toEqual(edited)
    expect(await edit(id, updates[0], { text: 'z' })).toEqual(['z'])
  })

  it('changes the text of its part of an album only', async () => {
    for (const id of ['b1', 'b2']) scene.telegram.addFile(id, png)
    const { id, updates } = await receive(
      { ...album('b'), ...photo('b1'), caption: 'A' },
      { ...album('b'), ...photo('b2') },
    )
    expect(await edit(id, updates[1], {})).toEqual(['A'])
    expect(await edit(id, updates[0], { caption: 'B' })).toEqual(['B'])
    expect(await edit(id, updates[1], { caption: 'C' })).toEqual(['B\nC'])
    expect(await edit(id, updates[1], { caption: 'C' })).toEqual(['B\nC'])
  })

  it('adds a text that is a part of another line of an album', async () => {
    for (const id of ['c1', 'c2']) scene.telegram.addFile(id, png)
    const { id, updates } = await receive(
      { ...album('c'), ...photo('c1'), caption: 'two chairs, not three' },
      { ...album('c'), ...photo('c2'), caption: 'one table' },
    )
    expect(await edit(id, updates[0], { caption: 'two chairs' })).toEqual([
      'two chairs, not three\none table\ntwo chairs',
    ])
  })

  it('changes the only line of an album that was stored before files without text had a kind', async () => {
    for (const id of ['d1', 'd2']) scene.telegram.addFile(id, png)
    const { id, updates, messages } = await receive(
      { ...album('d'), ...photo('d1'), caption: 'A' },
      { ...album('d'), ...photo('d2') },
    )
    const { pool, close } = openDatabase(scene.service.databaseUrl)
    await pool.query("update channel_ref set kind = 'caption' where message_id = $1", [messages[0]?.id])
    await close()
    expect(await edit(id, updates[0], { caption: 'B' })).toEqual(['B'])
    expect(await edit(id, updates[1], {})).toEqual(['B'])
  })

  it('keeps the notice of a file that was not stored', async () => {
    scene.telegram.addFile('program', Buffer.from('MZ program'))
    const document = { ...file('program', 10), file_name: 'setup.exe' }
    const { id, updates } = await receive({ document, caption: 'Run this' })
    const notice = '📎 setup.exe (files of this type are not accepted)'
    expect(await edit(id, updates[0], { caption: 'Do not run this' })).toEqual([`Do not run this\n${notice}`])
  })

  it('that replaces the file is a message with the new one, once', async () => {
    for (const id of ['wrong', 'right']) scene.telegram.addFile(id, Buffer.from(`The ${id} invoice`))
    const document = (name: string) => ({ document: { ...file(name, 17), file_name: 'invoice.txt' } })
    const { id, updates, messages } = await receive({ ...document('wrong'), caption: 'My invoice' })
    await edit(id, updates[0], document('right'))
    await edit(id, updates[0], { ...document('right'), caption: 'Now it is right' })
    const [first, second, ...more] = await scene.history(id)
    expect(first).toMatchObject({
      content: 'Now it is right',
      media: [messages[0]?.media[0]?.id].map((one) => ({ id: one })),
    })
    expect(second).toMatchObject({
      content: '',
      reply_to_id: first?.id,
      media: [{ name: 'invoice.txt', size: 17 }],
    })
    expect(more).toEqual([])
  })
})

describe('an edit of the team’s message with files', () => {
  const files = () => scene.telegram.shown(person).map(({ text, file: name }) => [text, name])
  /** Sends files with this text and returns a function that edits the text. */
  async function send(content: string, names: string[]) {
    const { id, messages } = await receive({ text: 'Send me files' })
    const media: string[] = []
    for (const name of names)
      media.push(await uploadFor(scene, id, name, name.endsWith('.png') ? png : Buffer.from(name)))
    const messageId = await scene.say(id, content, { media_ids: media })
    await scene.settle()
    const path = scene.path(`/conversations/${messages[0]?.conversation_id}/messages/${messageId}`)
    const { cookie } = scene.organization
    async function change(changed: string): Promise<void> {
      const edited = await scene.service.call('PATCH', path, { cookie, body: { content: changed } })
      expect(edited.status).toBe(200)
    }
    async function retry(): Promise<void> {
      expect((await scene.service.call('POST', `${path}/retry`, { cookie })).status).toBe(200)
      await scene.settle()
    }
    return {
      delivery: async () => (await scene.history(id)).at(-1)?.delivery,
      async edit(changed: string) {
        await change(changed)
        await scene.settle()
      },
      retry,
      /** "Try again" before the edit is handled. */
      async editAndRetry(changed: string) {
        await change(changed)
        await retry()
      },
    }
  }

  it('removes and restores the text under the only file', async () => {
    const { edit, delivery } = await send('Wrong', ['a.txt'])
    await edit('')
    expect(files()).toEqual([['', 'a.txt']])
    await edit('Right')
    expect(files()).toEqual([['Right', 'a.txt']])
    expect(await delivery()).toEqual({ state: 'sent', reason: null })
  })

  it('removes the text before several files', async () => {
    const { edit } = await send('Wrong', ['a.txt', 'b.txt'])
    await edit('')
    expect(files()).toEqual([
      ['', 'a.txt'],
      ['', 'b.txt'],
    ])
  })

  it('adds a text: under the only file if it fits, else after the files', async () => {
    const one = await send('', ['a.txt'])
    await one.edit('Added')
    expect(files()).toEqual([['Added', 'a.txt']])
    await one.edit('')
    expect(files()).toEqual([['', 'a.txt']])

    nextPerson()
    const two = await send('', ['a.txt', 'b.txt'])
    await two.edit('Added')
    await two.edit('Changed')
    expect(files()).toEqual([
      ['', 'a.txt'],
      ['', 'b.txt'],
      ['Changed', null],
    ])

    nextPerson()
    const long = await send('', ['a.txt'])
    await long.edit('b'.repeat(2000))
    expect(files()).toEqual([
      ['', 'a.txt'],
      ['b'.repeat(2000), null],
    ])
  })

  it.each([
    { before: 'Wrong', after: '', shown: [['', 'a.txt']] },
    {
      before: '',
      after: 'Added',
      shown: [
        ['', 'a.txt'],
        ['Added', null],
      ],
    },
  ])('keeps a file that was not sent for the retry: "$before" to "$after"', async (example) => {
    scene.telegram.misbehave('sendPhoto', { kind: 'error', code: 400, description: 'Bad Request' })
    const { edit, retry, delivery } = await send(example.before, ['a.txt', 'b.png'])
    await edit(example.after)
    expect(files()).toEqual(example.shown)
    expect(await delivery()).toEqual({ state: 'failed', reason: 'rejected' })
    await retry()
    expect(files()).toEqual([...example.shown, ['', 'b.png']])
    expect(await delivery()).toEqual({ state: 'sent', reason: null })
  })

  it.each([
    { before: 'Wrong', after: '', failing: 'sendDocument', shown: [] },
    { before: 'Wrong', after: '', failing: 'sendPhoto', shown: [] },
    { before: '', after: 'Added', failing: 'sendPhoto', shown: [['Added', null]] },
    { before: 'Wrong', after: 'Right', failing: 'sendPhoto', shown: [['Right', null]] },
    { before: '', after: 'Added', failing: 'sendDocument', shown: [['Added', null]] },
  ])(
    'sends each file once if it is retried before the edit is handled: "$before" to "$after", $failing failed',
    async ({ before, after, failing, shown }) => {
      scene.telegram.misbehave(failing, { kind: 'error', code: 400, description: 'Bad Request' })
      const { editAndRetry, delivery } = await send(before, ['a.txt', 'b.png'])
      await editAndRetry(after)
      expect(files().filter(([, name]) => name !== null)).toEqual([
        ['', 'a.txt'],
        ['', 'b.png'],
      ])
      expect(files().filter(([, name]) => name === null)).toEqual(shown)
      expect(await delivery()).toEqual({ state: 'sent', reason: null })
    },
  )

  it('keeps a file that was not sent for the retry when the platform refuses the edit', async () => {
    const refusal = { kind: 'error', code: 400, description: "Bad Request: message can't be edited" } as const
    scene.telegram.misbehave('sendPhoto', refusal)
    scene.telegram.misbehave('editMessageText', refusal)
    const { edit, retry, delivery } = await send('Wrong', ['a.txt', 'b.png'])
    await edit('Right')
    expect(await delivery()).toEqual({ state: 'failed', reason: 'rejected' })
    await retry()
    expect(files()).toEqual([
      ['Wrong', null],
      ['', 'a.txt'],
      ['', 'b.png'],
    ])
  })

  it('leaves a text that was sent before its file in a message of its own', async () => {
    for (const isHandled of [true, false]) {
      nextPerson()
      scene.telegram.misbehave('sendPhoto', { kind: 'error', code: 400, description: 'Bad Request' })
      const { edit, retry, editAndRetry } = await send('a'.repeat(2000), ['b.png'])
      if (isHandled) {
        await edit('Short')
        await retry()
      } else await editAndRetry('Short')
      expect(files()).toEqual([
        ['Short', null],
        ['', 'b.png'],
      ])
    }
  })

  it('adds a long text after a file whose caption was removed', async () => {
    const { edit, delivery } = await send('Wrong', ['a.txt'])
    await edit('')
    await edit('b'.repeat(2000))
    expect(files()).toEqual([
      ['', 'a.txt'],
      ['b'.repeat(2000), null],
    ])
    expect(await delivery()).toEqual({ state: 'sent', reason: null })
  })
})
