import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startContinuityScene, type ContinuityScene } from '../../testing/continuity-setup.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import { connectMember, secretKeyOf, signToken, tokenClaims } from '../../testing/test-member.ts'
import { sendText } from '../../testing/test-shop.ts'

/** Open sign-up: mails through the server that all organizations share. */

const minute = 60_000
const hour = 60 * minute
let scene: ContinuityScene
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let database: Client
beforeAll(async () => {
  smtp = await startSmtpServer()
  scene = await startContinuityScene({
    PARLEY_SIGNUP: 'open',
    PARLEY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=none`,
    PARLEY_MAIL_FROM: 'Parley <parley@example.com>',
  })
  database = new Client({ connectionString: scene.service.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await scene.stop()
  await smtp.stop()
})
beforeEach(() => database.query(`delete from auth_attempt where key like 'continuity %'`))

const textsTo = (email: string) => smtp.mails.filter(({ to }) => to === email).map(({ text }) => text)

/** The organization's server states this address. */
async function memberWith(email: string): Promise<string> {
  const { providerId } = scene.organization
  const secretKey = await secretKeyOf(scene.service, scene.organization)
  const { socket } = await connectMember(scene.service, providerId, (jkt) =>
    signToken(secretKey, tokenClaims({ providerId, jkt, now: scene.now() }, { uid: email, email })),
  )
  const { customer_id: id } = await sendText(socket, 'Hello?')
  await socket.leave()
  return id
}

async function confirmedMember(email: string): Promise<string> {
  const id = await memberWith(email)
  await scene.say(id, 'First reply')
  await scene.pass(10 * minute)
  expect((await scene.open('POST', scene.linkOf(textsTo(email)[0] ?? '', 'confirm'))).status).toBe(200)
  await scene.pass(0)
  return id
}

/** As if so many mails had left in the current day. */
const use = (keys: string, count: number) =>
  database.query('update auth_attempt set count = $2 where key like $1', [keys, count])

test('no text leaves for the address in a token until its reader confirms it, which further sign-ins do not undo', async () => {
  const { say, pass, linkOf, open } = scene
  const email = 'victim@example.com'
  const id = await memberWith(email)
  await say(id, 'Buy now')
  await pass(30 * minute)
  expect(textsTo(email)).toHaveLength(1)
  expect(textsTo(email)[0]).not.toContain('Buy now')
  await memberWith(email)
  await say(id, 'Buy more')
  await pass(30 * minute)
  expect(textsTo(email)).toHaveLength(1)

  expect((await open('POST', linkOf(textsTo(email)[0] ?? '', 'confirm'))).status).toBe(200)
  await pass(0)
  expect(textsTo(email)[1]).toContain('Buy more')
  await memberWith(email)
  await say(id, 'Thank you')
  await pass(30 * minute)
  expect(textsTo(email)[2]).toContain('Thank you')
})

test.each([
  ['an address', 'continuity messages to %', 30],
  ['an organization', 'continuity messages of %', 1_000],
])('messages beyond the daily limit of %s are mailed when it ends', async (name, keys, max) => {
  const { say, pass, forward, told } = scene
  const email = `${name.replace(' ', '-')}@example.com`
  const id = await confirmedMember(email)
  await use(keys, max - 1)
  await say(id, 'The last one of the day')
  await pass(16 * minute)
  expect(textsTo(email)[2]).toContain('The last one of the day')
  await say(id, 'One too many')
  await pass(hour)
  expect(textsTo(email)).toHaveLength(3)
  for (let count = 0; count < 8; count += 1) {
    forward(3 * hour)
    await pass(0)
  }
  expect(textsTo(email)[3]).toContain('One too many')
  expect(await told(id)).not.toContain('failed')
})

test('requests to confirm wait for the daily limit of the organization, and are given up after three days', async () => {
  const { visitorWho, say, pass, forward, told } = scene
  const first = await visitorWho()
  await say(first.id, 'An answer')
  await pass(10 * minute)
  expect(textsTo(first.email)).toHaveLength(1)
  await use('continuity request of %', 400)
  const second = await visitorWho()
  const third = await visitorWho()
  for (const { id } of [second, third]) await say(id, 'An answer')
  await pass(20 * minute)
  expect([textsTo(second.email), textsTo(third.email)]).toEqual([[], []])
  await use('continuity request of %', 399)
  forward(3 * hour)
  await pass(0)
  // One of the two is the last one of the day.
  const asked = [second, third].filter(({ email }) => textsTo(email).length === 1)
  expect(asked).toHaveLength(1)
  const other = asked[0] === second ? third : second
  // The organization asks so many others on each of these days.
  for (let count = 0; count < 25; count += 1) {
    await database.query(
      `update auth_attempt set count = 400, ends_at = ends_at + interval '3 hours' where key like $1`,
      ['continuity request of %'],
    )
    forward(3 * hour)
    await pass(0)
  }
  expect([textsTo(other.email), await told(other.id)]).toEqual([[], ['failed']])
})

test('a mail that the server does not take now counts once', async () => {
  const { say, pass } = scene
  const email = 'later@example.com'
  const id = await confirmedMember(email)
  await use('continuity messages to %', 29)
  smtp.become('full')
  await say(id, 'After the outage')
  await pass(30 * minute)
  smtp.become('accept')
  await pass(15 * minute)
  expect(textsTo(email)[2]).toContain('After the outage')
})

const connectFailingMailbox = () =>
  database.query(
    `insert into channel_connection (provider_id, organization_id, channel, account_id, name, mode, problem, problem_at, created_at)
     values ($1, $2, 'email', 'support@shop.example', 'Support', 'polling', 'unreachable', now(), now())`,
    [scene.organization.providerId, scene.organization.id],
  )
const removeMailbox = () =>
  database.query('delete from channel_connection where provider_id = $1', [scene.organization.providerId])

test('messages for the address in a token wait for a failing mailbox of the organization', async () => {
  const email = 'waiting@example.com'
  await connectFailingMailbox()
  const id = await memberWith(email)
  await scene.say(id, 'An answer')
  await scene.pass(30 * minute)
  expect(textsTo(email)).toEqual([])
  await removeMailbox()
  await scene.pass(6 * hour)
  expect(textsTo(email)).toHaveLength(1)
})

test('messages for confirmed addresses and requests to confirm do not wait for a failing mailbox', async () => {
  const email = 'confirmed@example.com'
  const confirmed = await confirmedMember(email)
  const visitor = await scene.visitorWho()
  await connectFailingMailbox()
  for (const id of [confirmed, visitor.id]) await scene.say(id, 'An answer')
  await scene.pass(30 * minute)
  expect(textsTo(email)[2]).toContain('An answer')
  expect(textsTo(visitor.email)).toHaveLength(1)
  await removeMailbox()
})

test('members who were asked to confirm are looked at again for three days, as a mailbox may be connected', async () => {
  const id = await memberWith('patient@example.com')
  await scene.say(id, 'An answer')
  const isDue = async () =>
    (await database.query('select from continuity where customer_id = $1 and due_at is not null', [id]))
      .rowCount
  await scene.pass(30 * minute)
  expect(await isDue()).toBe(1)
  for (let count = 0; count < 25; count += 1) {
    scene.forward(3 * hour)
    await scene.pass(0)
  }
  expect(await isDue()).toBe(0)
  expect(textsTo('patient@example.com')).toHaveLength(1)
})
