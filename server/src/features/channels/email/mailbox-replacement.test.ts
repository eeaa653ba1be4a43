import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmailScene, type EmailScene } from '../../../testing/email-setup.ts'
import type { ChannelConnections } from '@parley/protocol/channel-connection'
import { startImapServer, type ImapServer } from '../../../testing/imap-server.ts'

/** A connected mailbox that is read from another place. */

let scene: EmailScene
let next: ImapServer
beforeAll(async () => {
  scene = await startEmailScene()
  next = await startImapServer({ user: 'support@new.example' })
})
afterAll(async () => {
  await scene.stop()
  await next.stop()
})

const mail = (id: string, text: string) =>
  `From: ada@mail.example\nTo: support@shop.example\nMessage-ID: <${id}@mail.example>\n\n${text}\n`
const contents = async () => {
  const conversation = await scene.conversationOf('ada@mail.example')
  return conversation ? (await scene.messages(conversation.id)).map(({ content }) => content) : []
}

/** Receives from the account at `next`. */
function useNextAccount() {
  const { settings, cookie, service, path, channel } = scene
  return service.call('PUT', path(`/channels/${channel.id}/mailbox`), {
    cookie,
    body: {
      ...settings,
      imap: { ...settings.imap, port: next.port, user: next.user, password: next.password() },
      smtp: { ...settings.smtp, login: { user: settings.imap.user, password: settings.imap.password } },
    },
  })
}

it('after a change of the account, mails arrive though UIDVALIDITY is the same and UIDs are smaller, known ones once', async () => {
  for (const id of ['1', '2', '3']) await scene.take(mail(id, `Mail ${id}`))
  next.deliver(mail('before', 'Before the connection'), new Date(Date.now() - 3_600_000))
  next.deliver(mail('3', 'Mail 3'))
  next.deliver(mail('4', 'Mail 4'))
  for (let count = 0; count < 5; count += 1) next.deliver(mail(`filler-${count}`, `Filler ${count}`))
  const replaced = await useNextAccount()
  expect(replaced.status).toBe(200)
  // The turn at the previous server ends.
  scene.imap.breakConnections()
  await expect.poll(() => next.mails().at(-1)?.seen, { timeout: 40_000 }).toBe(true)
  next.deliver(mail('5', 'Mail 5'))
  await expect.poll(() => next.mails().at(-1)?.seen, { timeout: 20_000 }).toBe(true)
  await scene.settle()
  const fillers = Array.from({ length: 5 }, (_, index) => `Filler ${index}`)
  expect(await contents()).toEqual(['Mail 1', 'Mail 2', 'Mail 3', 'Mail 4', ...fillers, 'Mail 5'])
}, 90_000)

it('after a refused sign-in the next one waits for a quarter of an hour or longer, also if sending is refused; a new password is used at once', async () => {
  const { cookie, service, path, channel } = scene
  const minutesToNextPoll = async () => {
    const [row] = await scene.query(
      'select extract(epoch from poll_at - now())::float8 / 60 as minutes from channel_connection where provider_id = $1',
      [channel.id],
    )
    return Math.ceil(Number(row?.['minutes']))
  }
  next.changePassword('another one')
  await expect.poll(minutesToNextPoll, { timeout: 20_000 }).toBeGreaterThanOrEqual(15)
  const { body } = await service.call('GET', path('/channels'), { cookie })
  expect((body as ChannelConnections).data[0]?.problem).toBe('credentials_refused')
  const known = () =>
    scene.query('select problem, problem_at from channel_connection where provider_id = $1', [channel.id])
  const before = await known()
  scene.smtp.answerNext({ code: 535, at: 'sign-in' })
  const conversation = await scene.conversationOf('ada@mail.example')
  const id = await scene.say(conversation?.customer_id ?? '', 'An answer')
  await scene.settle()
  const [message] = await scene.query('select delivery from message where id = $1', [id])
  expect(message?.['delivery']).toEqual({ state: 'failed', reason: 'disconnected' })
  expect(await known()).toEqual(before)
  next.deliver(mail('6', 'Mail 6'))
  const replaced = await useNextAccount()
  expect(replaced).toMatchObject({ status: 200, body: { problem: null } })
  await expect
    .poll(async () => (await scene.settle(), (await contents()).at(-1)), { timeout: 20_000 })
    .toBe('Mail 6')
}, 90_000)
