import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmailScene, type EmailScene } from '../../../testing/email-setup.ts'

/** A mailbox that was disconnected and connected again. */

let scene: EmailScene
beforeAll(async () => {
  scene = await startEmailScene()
})
afterAll(() => scene.stop())

const mail = (id: string, text: string, fields: string[] = []) =>
  [
    'From: ada@mail.example',
    'To: support@shop.example',
    `Message-ID: <${id}@mail.example>`,
    ...fields,
    '',
    text,
    '',
  ].join('\n')
const header = (name: string) =>
  new RegExp(`^${name}:\\s+(.*(?:\\r?\\n[ \\t].*)*)`, 'mi')
    .exec(scene.smtp.sent.at(-1)?.source ?? '')?.[1]
    ?.replaceAll(/\s+/g, ' ')

it('a reply to a mail of the earlier connection belongs to the sender, who can be answered', async () => {
  await scene.take(mail('1', 'Where is my order?'))
  const earlier = await scene.conversationOf('ada@mail.example')
  await scene.say(earlier?.customer_id ?? '', 'It is on its way.')
  await scene.settle()
  const fields = [
    `In-Reply-To: ${header('Message-ID')}`,
    `Delivered-To: ${/<(.+)>/.exec(header('Reply-To') ?? '')?.[1]}`,
  ]
  const { service, cookie, path, settings } = scene
  expect(
    (await service.call('DELETE', path(`/channels/${scene.channel.id}`), { cookie })).status,
  ).toBeLessThan(300)
  const body = { channel: 'email', mailbox: settings }
  const connected = await service.call('POST', path('/channels'), { cookie, body })
  expect(connected.status).toBe(201)
  scene.channel = connected.body

  await scene.take(mail('2', 'It has not arrived.', fields))
  const conversation = await scene.conversationOf('ada@mail.example')
  expect(conversation?.customer_id).not.toBe(earlier?.customer_id)
  expect((await scene.messages(conversation?.id ?? '')).map(({ content }) => content)).toEqual([
    'It has not arrived.',
  ])
  const id = await scene.say(conversation?.customer_id ?? '', 'We send another one.')
  await scene.settle()
  const [row] = await scene.query('select delivery from message where id = $1', [id])
  expect(row?.delivery).toEqual({ state: 'sent', reason: null })
  expect(scene.smtp.sent.at(-1)).toMatchObject({ to: ['ada@mail.example'] })
  expect(scene.smtp.sent.at(-1)?.source).toContain('We send another one.')
}, 60_000)

it('mails that wait when the mailbox is disconnected arrive with their files', async () => {
  const { service, cookie, path } = scene
  const fields = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=part']
  const text = '--part\n\nSee my notes.\n--part\nContent-Type: text/plain; name=notes.txt'
  const file = 'Content-Disposition: attachment; filename=notes.txt\n\nA lamp\n--part--'
  await scene.receive(mail('3', `${text}\n${file}`, fields).replace('ada@', 'grace@'))
  expect((await service.call('DELETE', path(`/channels/${scene.channel.id}`), { cookie })).status).toBe(204)
  await scene.settle()
  const conversation = await scene.conversationOf('grace@mail.example')
  const messages = await scene.messages(conversation?.id ?? '')
  expect(messages.map(({ content, media }) => [content, media.map(({ name }) => name)])).toEqual([
    ['See my notes.', ['notes.txt']],
  ])
}, 60_000)
