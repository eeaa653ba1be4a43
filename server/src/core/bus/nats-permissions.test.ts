import type { NatsConnection } from '@nats-io/transport-node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeConfiguration } from '../../commands/check.ts'
import { natsServerProgram, startRestrictedNatsServer, type NatsUser } from '../../testing/nats-server.ts'
import { createLogger } from '../logger.ts'
import { createMetrics } from '../metrics.ts'
import { createSecrets } from '../secrets.ts'
import type { Bus } from './bus.ts'
import { createBus } from './create-bus.ts'

if (natsServerProgram === undefined) console.warn('Permissions on a NATS server: NOT TESTED.')

const secretOf = { ours: 'the secret of one installation, 1', theirs: 'a secret of another installation' }
type Installation = keyof typeof secretOf

/** The permission that `parley check` prints for a server with other users. */
function subjectsOf(name: Installation): string[] {
  const lines = describeConfiguration(
    {
      DATABASE_URL: 'postgres://db.example.com/parley',
      NATS_URL: 'nats://parley:secret@nats.example.com',
      PARLEY_SECRET: secretOf[name],
      PARLEY_BASE_URL: 'https://support.example.com',
    },
    '/srv',
  )
  const line = lines.find((text) => text.startsWith('NATS permissions')) ?? ''
  return (/publish and subscribe: (.*)$/.exec(line)?.[1] ?? '').split(', ')
}

const userOf = (name: Installation, change: Partial<NatsUser> = {}): NatsUser => ({
  user: name,
  pass: `password of ${name}`,
  publish: subjectsOf(name),
  subscribe: subjectsOf(name),
  ...change,
})

describe.skipIf(natsServerProgram === undefined)('users of a NATS server', () => {
  let server: Awaited<ReturnType<typeof startRestrictedNatsServer>>
  const closing: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    server = await startRestrictedNatsServer(natsServerProgram ?? '', [userOf('ours'), userOf('theirs')])
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
    await server.stop()
  })

  /** A process of an installation, with its warnings and the texts of the customers it has received. */
  function start(name: Installation, login: { user: string; pass: string } = userOf(name)) {
    const warnings: string[] = []
    const received: string[] = []
    const state = { connects: 0 }
    const logger = createLogger('info', {
      write(line) {
        const { level, reason, msg } = JSON.parse(line) as { level: number; reason: string; msg: string }
        if (level > 30) warnings.push(reason)
        if (msg === 'bus: connected') state.connects += 1
      },
    })
    const bus = createBus({
      nats: {
        servers: [`127.0.0.1:${server.port}`],
        tls: false,
        login: { user: login.user, pass: login.pass },
      },
      databaseUrl: null,
      secrets: createSecrets(secretOf[name]),
      logger,
      metrics: createMetrics(),
      onError(error) {
        throw error
      },
    })
    closing.push(bus.close)
    bus.subscribe('log', ({ customer_id: id, entries }) => {
      received.push(entries === null ? `${id}, short` : id)
    })
    return { bus, warnings, received, connects: () => state.connects }
  }

  const publish = (bus: Bus, customerId: string) =>
    bus.publish('log', {
      organization_id: 'o',
      customer_id: customerId,
      after: 0,
      to: 1,
      entries: [],
      born: null,
    })

  const arrives = (sender: Bus, receiver: { received: string[] }, text: string) =>
    expect
      .poll(() => {
        publish(sender, 'Ada')
        return receiver.received
      })
      .toContain(text)

  async function clientOf(name: Installation) {
    const { connect } = await import('@nats-io/transport-node')
    const { user, pass } = userOf(name)
    const client = await connect({ servers: `127.0.0.1:${server.port}`, user, pass })
    closing.push(() => client.close())
    return client
  }

  /** Returns the subjects to which the server refuses a subscription, and what arrives on the others. */
  async function listen(client: NatsConnection, subjects: string[]) {
    const heard = { refused: [] as string[], texts: [] as string[] }
    for (const subject of subjects)
      client.subscribe(subject, {
        callback(error, message) {
          if (error === null) heard.texts.push(message.string())
          else heard.refused.push(subject)
        },
      })
    await client.flush()
    return heard
  }

  test('with the permissions that `parley check` prints, each installation works, and neither reaches the other', async () => {
    const [ours, alsoOurs, theirs, alsoTheirs] = [
      start('ours'),
      start('ours'),
      start('theirs'),
      start('theirs'),
    ]
    for (const { bus } of [alsoOurs, alsoTheirs]) bus.follow('Ada')
    for (const [sender, receiver] of [
      [ours, alsoOurs],
      [theirs, alsoTheirs],
    ] as const) {
      await arrives(sender.bus, receiver, 'Ada, short')
      // Over the subject of a shard.
      await arrives(sender.bus, receiver, 'Ada')
    }

    const intruder = await clientOf('theirs')
    const wanted = [subject, shards, `${subject}.1`, 'parley.>', 'parley.*', '>']
    expect(await listen(intruder, wanted)).toEqual({ refused: wanted, texts: [] })

    const witness = await listen(await clientOf('ours'), [subject, shards])
    for (const target of [subject, `${subject}.1`]) intruder.publish(target, 'forged')
    await intruder.flush()
    // What arrives now was published after the forged messages.
    alsoOurs.received.splice(0)
    await arrives(ours.bus, alsoOurs, 'Ada')
    expect(witness.texts).not.toEqual([])
    expect(witness.texts).not.toContain('forged')
    for (const { warnings } of [ours, alsoOurs, theirs, alsoTheirs]) expect(warnings).toEqual([])
  })

  const [subject = '', shards = ''] = subjectsOf('ours')
  const missing: [string, Partial<NatsUser>][] = [
    ['subscribe to the subject', { subscribe: [shards] }],
    ['publish to the subject', { publish: [shards] }],
    ['subscribe to the shards', { subscribe: [subject] }],
    ['publish to the shards', { publish: [subject] }],
    ['do anything of this installation', { publish: subjectsOf('theirs'), subscribe: subjectsOf('theirs') }],
  ]
  const advice = `allow it to publish and subscribe to ${subject} and ${shards} (`

  test.each(missing)(
    'a user that may not %s causes one warning that says what to allow, and is connected once it is allowed',
    async (_name, change) => {
      await server.change([userOf('ours', change)])
      const refused = start('ours')
      await expect.poll(() => refused.warnings).toHaveLength(1)
      expect(refused.warnings[0]).toContain(advice)
      expect(refused.connects()).toBe(0)
      await server.change([userOf('ours')])
      await expect.poll(refused.connects).toBe(1)
      await arrives(start('ours').bus, refused, 'Ada, short')
      expect(refused.warnings).toHaveLength(1)
    },
  )

  test('a permission that is taken away later causes one warning, and complete messages arrive once it is back', async () => {
    const [one, other] = [start('ours'), start('ours')]
    other.bus.follow('Ada')
    await arrives(one.bus, other, 'Ada')
    await server.change([userOf('ours', { subscribe: ['other'], publish: ['other'] }), userOf('theirs')])
    for (const { warnings } of [one, other]) await expect.poll(() => warnings.join()).toContain(advice)
    await server.change([userOf('ours')])
    for (const { connects } of [one, other]) await expect.poll(connects).toBe(2)
    other.received.splice(0)
    await arrives(one.bus, other, 'Ada')
  })

  const refusedLogin = 'the NATS server refuses the credentials in NATS_URL'

  test('a wrong password causes one warning, and a process is connected once it is the right one', async () => {
    const wrong = { ...userOf('ours'), pass: 'another password' }
    const refused = start('ours', wrong)
    await expect.poll(() => refused.warnings).toEqual([refusedLogin])
    await server.change([wrong])
    await expect.poll(refused.connects).toBe(1)
    expect(refused.warnings).toEqual([refusedLogin])
  })

  test('a missing permission causes its own warning once the password is the right one', async () => {
    const wrong = { ...userOf('ours'), pass: 'another password' }
    const refused = start('ours', wrong)
    await expect.poll(() => refused.warnings).toEqual([refusedLogin])
    await server.change([{ ...wrong, subscribe: [shards] }])
    await expect.poll(() => refused.warnings.at(-1)).toContain(advice)
    expect(refused.warnings).toHaveLength(2)
    await server.change([wrong])
    await expect.poll(refused.connects).toBe(1)
    expect(refused.warnings).toHaveLength(2)
  })

  test('a password that is changed while processes are connected causes a warning about it', async () => {
    const { warnings, connects } = start('ours')
    await expect.poll(connects).toBe(1)
    await server.change([{ ...userOf('ours'), pass: 'another password' }])
    await expect.poll(() => warnings.at(-1)).toBe(refusedLogin)
    await server.change([userOf('ours')])
    await expect.poll(connects).toBe(2)
  })
})
