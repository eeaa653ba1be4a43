import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, test } from 'vitest'
import { mailboxOf } from '../../../testing/email-setup.ts'
import { startImapServer, type ImapServer } from '../../../testing/imap-server.ts'
import type { Polled } from '../adapter.ts'
import type { ImapOptions } from './imap-session.ts'
import type { MailPayload } from './mail-payload.ts'
import { createMailPolling } from './mail-polling.ts'
import { readMail } from './mail-reader.ts'

/** Memory and time that a mailbox takes. */

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})
const findHost = async () => ({ outcome: 'found' as const, address: '127.0.0.1', isPublic: false })

async function startImap(): Promise<ImapServer> {
  const imap = await startImapServer()
  ended.push(() => imap.stop())
  return imap
}

function poller(imap: Pick<ImapServer, 'port' | 'user' | 'password'>, options: Partial<ImapOptions> = {}) {
  const unreadable: string[] = []
  const onUnreadable = (reason: string) => unreadable.push(reason)
  const polling = createMailPolling({ findHost, readMail, onUnreadable, waitMs: 10, ...options })
  ended.push(() => polling.close('one'))
  const credentials = JSON.stringify(mailboxOf(imap, 1))
  const account = { organizationId: 'shop', providerId: 'one', credentials }
  const reserved: number[] = []
  const turn = {
    signal: new AbortController().signal,
    reserve: async (bytes: number) => reserved.push(bytes) > 0,
  }
  return {
    reserved,
    unreadable,
    poll: (cursor: number | null, epoch: number | null = 1000, connectedAt = 0): Promise<Polled> =>
      polling.poll(account, { cursor, epoch, connectedAt }, turn),
    outOfTurn: (cursor: number, reserve = async () => false): Promise<Polled> =>
      polling.poll(account, { cursor, epoch: 1000, connectedAt: 0 }, { ...turn, reserve }),
  }
}
const mail = (bytes: number) => `From: ada@mail.example\n\n${'x'.repeat(bytes)}\n`

test('a poll reads as many mails as fit into the memory that it has asked for', async () => {
  const imap = await startImap()
  const { poll, outOfTurn, reserved } = poller(imap)
  await poll(null)
  for (let count = 0; count < 3; count += 1) imap.deliver(mail(10_000_000))
  imap.deliver(mail(10))
  expect(await outOfTurn(0)).toMatchObject({ payloads: [], cursor: null })
  expect(imap.bytesSent()).toBeLessThan(10_000)
  expect(await poll(0)).toMatchObject({ cursor: 2 })
  expect(await poll(2)).toMatchObject({ cursor: 4 })
  expect(reserved).toHaveLength(2)
  for (const bytes of reserved) expect(bytes).toBeLessThan(26_000_000)
  expect(reserved[0]).toBeGreaterThan(20_000_000)
})

test('a poll that waits for memory keeps its connection', async () => {
  const imap = await startImap()
  const { poll, outOfTurn } = poller(imap, { keepAliveMs: 5 })
  await poll(null)
  imap.deliver(mail(10))
  const memory = Promise.withResolvers<boolean>()
  const polled = outOfTurn(0, () => memory.promise)
  const noops = () => imap.commands.filter((command) => command === 'NOOP').length
  await expect.poll(noops).toBeGreaterThan(1)
  memory.resolve(true)
  expect(await polled).toMatchObject({ cursor: 1, payloads: [{}] })
})

test('a mail of several pieces arrives whole', async () => {
  const imap = await startImap()
  const { poll } = poller(imap)
  await poll(null)
  imap.deliver(`From: ada@mail.example\n\n${'0123456789\n'.repeat(300_000)}the end\n`)
  const polled = await poll(0)
  const [payload] = polled.outcome === 'updates' ? (polled.payloads as { content: { kind: string } }[]) : []
  expect(payload?.content.kind).toBe('mail')
})

describe('a mail whose size the server misstates', () => {
  const small = mail(10)
  const large = mail(300_000)
  const tooLarge = mail(27_000_000)

  it.for([
    { title: 'small, stated as too large', source: small, stated: 60_000_000, kind: 'mail', read: 200_000 },
    { title: 'large, stated as too large', source: large, stated: 60_000_000, kind: 'mail', read: 500_000 },
    { title: 'large, stated as small', source: large, stated: 1000, kind: 'mail', read: 500_000 },
    { title: 'without a size', source: large, stated: 0, kind: 'mail', read: 500_000 },
    { title: 'too large, stated as small', source: tooLarge, stated: 1000, kind: 'too_large', read: 300_000 },
  ] as const)('is read up to the limit: $title', async ({ source, stated, kind, read }) => {
    const imap = await startImap()
    const { poll, reserved } = poller(imap)
    await poll(null)
    for (const content of [small, source, small]) imap.deliver(content)
    imap.stateSize(2, stated)
    const kinds: string[] = []
    for (let cursor = 0; cursor < 3;) {
      const polled = await poll(cursor)
      if (polled.outcome !== 'updates') throw new Error(polled.outcome)
      kinds.push(...polled.payloads.map((payload) => (payload as MailPayload).content.kind))
      cursor = polled.cursor ?? cursor
    }
    expect(kinds).toEqual(['mail', kind, 'mail'])
    expect(imap.bytesSent()).toBeLessThan(read)
    expect(Math.max(...reserved)).toBeLessThan(30_000_000)
  })

  it('is not read without the memory for it', async () => {
    const imap = await startImap()
    const { poll, outOfTurn, reserved } = poller(imap)
    await poll(null)
    imap.deliver(large)
    imap.stateSize(1, 1000)
    expect(await poll(0)).toMatchObject({ payloads: [], cursor: null })
    expect(reserved.every((bytes) => bytes < 100_000)).toBe(true)
    expect(await outOfTurn(0)).toMatchObject({ payloads: [], cursor: null })
    expect(imap.bytesSent()).toBeLessThan(100_000)
    expect(await poll(0)).toMatchObject({ payloads: [{ content: { kind: 'mail' } }], cursor: 1 })
    expect(reserved.at(-1)).toBeGreaterThan(26_000_000)
  })
})

test('a folder whose numbers end before the cursor is read again, whatever its UIDVALIDITY', async () => {
  const imap = await startImap()
  const { poll } = poller(imap)
  for (let count = 0; count < 2; count += 1) imap.deliver(mail(10))
  expect(await poll(50)).toMatchObject({ cursor: 2, epoch: 1000 })
  imap.deliver(mail(10))
  expect(await poll(2)).toMatchObject({ cursor: 3, payloads: [{}] })
  expect(await poll(3)).toMatchObject({ cursor: null, payloads: [] })
})

test('mails whose flags change during a poll are not read again', async () => {
  const imap = await startImap()
  const { poll } = poller(imap)
  for (let count = 0; count < 3; count += 1) imap.deliver(mail(10))
  imap.flagDuringFetches([1, 3])
  expect(await poll(1)).toMatchObject({ cursor: 3, payloads: [{}, {}] })
  expect(imap.mails().map(({ seen }) => seen)).toEqual([false, false, false])
  expect(await poll(3)).toMatchObject({ cursor: null, payloads: [] })
  expect(imap.mails().map(({ seen }) => seen)).toEqual([false, true, true])
})

test('mails from before the connection are not read again', async () => {
  const imap = await startImap()
  const { poll } = poller(imap)
  const connectedAt = Date.now() - 3_600_000
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  // More than are looked at in one request.
  for (let count = 0; count < 205; count += 1) imap.deliver(mail(10), hoursAgo(2))
  expect(await poll(7, 999, connectedAt)).toMatchObject({ payloads: [], cursor: 205, epoch: 1000 })
  imap.deliver(mail(10), hoursAgo(0.5))
  imap.deliver(mail(10))
  const polled = await poll(7, 999, connectedAt)
  expect(polled).toMatchObject({ cursor: 207, epoch: 1000 })
  expect(polled.outcome === 'updates' && polled.payloads).toHaveLength(2)
})

test('copies of mails from before the connection are not read, also when their numbers are greater', async () => {
  const imap = await startImap()
  const { poll } = poller(imap)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const connectedAt = daysAgo(30).getTime()
  imap.deliver(mail(10))
  for (let count = 0; count < 250; count += 1) imap.deliver(mail(10), daysAgo(1000))
  expect(await poll(900, null, connectedAt)).toMatchObject({ payloads: [{}], cursor: 1, epoch: 1000 })
  expect(await poll(1, 1000, connectedAt)).toMatchObject({ payloads: [], cursor: 201 })
  imap.deliver(mail(10), daysAgo(1000))
  imap.deliver(mail(10))
  imap.deliver(mail(10), daysAgo(20))
  expect(await poll(201, 1000, connectedAt)).toMatchObject({ payloads: [{}, {}], cursor: 254 })
})

test('only the last days are read again, in whichever order the folder has them', async () => {
  const imap = await startImap()
  const { poll } = poller(imap)
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  for (const hours of [120, 40, 1, 30]) imap.deliver(mail(10), hoursAgo(hours))
  expect(await poll(7, 999)).toMatchObject({ payloads: [{}, {}, {}], cursor: 4 })
  expect(await poll(7, 999, hoursAgo(2).getTime())).toMatchObject({ payloads: [{}], cursor: 3 })
})

test('a server whose clock is hours late loses no mail', async () => {
  const imap = await startImap()
  const { poll } = poller(imap)
  imap.deliver(mail(10), new Date(Date.now() - 3 * 3_600_000))
  expect(await poll(0, 1000, Date.now())).toMatchObject({ payloads: [{}], cursor: 1 })
})

test('a refused search moves no cursor, and is shown when it does not end', async () => {
  const imap = await startImap()
  const { poll } = poller(imap)
  imap.deliver(mail(10))
  imap.refuseSearches(true)
  for (let count = 0; count < 3; count += 1)
    expect(await poll(0, 999)).toMatchObject({ outcome: 'later', problem: null })
  expect(await poll(0, 999)).toMatchObject({ outcome: 'later', problem: 'unreachable' })
  imap.refuseSearches(false)
  expect(await poll(0, 999)).toMatchObject({ outcome: 'updates', cursor: 1, epoch: 1000 })
})

test('mails that arrived between the connection and the first poll are read, earlier ones are not', async () => {
  const imap = await startImap()
  const { poll } = poller(imap)
  const connectedAt = Date.now() - 3_600_000
  imap.deliver(mail(10), new Date(connectedAt - 30_000))
  expect(await poll(null, null, connectedAt)).toMatchObject({ payloads: [], cursor: 1, epoch: 1000 })
  imap.deliver(mail(10))
  expect(await poll(null, null, connectedAt)).toMatchObject({ payloads: [{}], cursor: 2, epoch: 1000 })
})

describe('a mail that the server does not deliver', () => {
  const kindsOf = (polled: Polled) =>
    polled.outcome === 'updates'
      ? polled.payloads.map((payload) => (payload as MailPayload).content.kind)
      : null

  it.for([
    { damage: 'body', attempts: 5, kinds: ['unreadable', 'mail'] },
    { damage: 'mail', attempts: 9, kinds: ['mail'] },
    // A connection may break for any reason.
    { damage: 'break', attempts: 17, kinds: ['mail'] },
  ] as const)('holds up no other: $damage, $attempts attempts', async ({ damage, attempts, kinds }) => {
    const imap = await startImap()
    const { poll, unreadable } = poller(imap)
    for (let count = 0; count < 4; count += 1) imap.deliver(mail(10))
    imap.damage(3, damage)
    const first = await poll(0)
    expect([first, kindsOf(first)]).toMatchObject([{ cursor: 2 }, ['mail', 'mail']])
    // The first attempt was made by the poll before.
    for (let count = 1; count < attempts; count += 1)
      expect(await poll(2)).toMatchObject({ outcome: 'later' })
    const second = await poll(2)
    expect([second, kindsOf(second)]).toMatchObject([{ cursor: 4 }, kinds])
    await poll(4)
    expect(imap.mails().map(({ seen }) => seen)).toEqual([true, true, false, true])
    expect(unreadable).toEqual(['The server does not deliver mail 3 of one.'])
  })

  it('is not abandoned by a server that delivers none', async () => {
    const imap = await startImap()
    const { poll, unreadable } = poller(imap)
    const uids = [1, 2, 3, 4]
    for (const uid of uids) {
      imap.deliver(mail(10))
      imap.damage(uid, 'body')
    }
    for (let count = 0; count < 25; count += 1) expect(await poll(0)).toMatchObject({ outcome: 'later' })
    expect(await poll(0)).toMatchObject({ problem: 'unreachable' })
    for (const uid of uids) imap.damage(uid, null)
    expect(kindsOf(await poll(0))).toEqual(['mail', 'mail', 'mail', 'mail'])
    expect(unreadable).toEqual([])
  })
})

test('a sign-in that the server cannot check at the moment is no refused password', async () => {
  const imap = await startImap()
  const { poll } = poller({ ...imap, password: () => 'wrong' })
  for (const [reply, problem] of [
    ['[UNAVAILABLE] Temporary failure', 'unreachable'],
    ['[ALERT] Too many simultaneous connections. (Failure)', 'unreachable'],
    ['[AUTHENTICATIONFAILED] Invalid credentials', 'credentials_refused'],
    ['[ALERT] Application-specific password required', 'credentials_refused'],
  ] as const) {
    imap.refuseSignInsWith(reply)
    expect(await poll(null)).toMatchObject({ outcome: 'later', problem })
  }
})

test('a server that never comes to an end is left after the time of a command', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n')
    // Never silent, never done.
    const timer = setInterval(() => socket.write('* OK still here\r\n'), 10)
    socket.on('close', () => clearInterval(timer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ended.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const imap = { port, user: 'support@shop.example', password: () => 'a password' }
  const { poll } = poller(imap, { openingMs: 300 })
  expect(await poll(null)).toMatchObject({ outcome: 'later', problem: 'unreachable' })
  const openSockets = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)))
  await expect.poll(openSockets).toBe(0)
})
