import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../core/ids.ts'
import { startEmailScene, type EmailScene } from '../../../testing/email-setup.ts'
import { hostileMails, signed } from '../../../testing/hostile-mails.ts'
import { plain, report } from '../../../testing/mail-sources.ts'

/** Each mail of an attacker has a harmless outcome, and the service continues afterwards. */

let scene: EmailScene
beforeAll(async () => {
  scene = await startEmailScene('Hostile')
})
afterAll(() => scene.stop())

const sent = { state: 'sent', reason: null }
const prevented = { state: 'failed', reason: 'loop_prevented' }

function answersByApi(from: string) {
  const ids: string[] = []
  return {
    take: (text: string, fields: string[]) => scene.take(plain(from, text, fields)),
    async answer() {
      const found = await scene.conversationOf(from)
      const sender = { type: 'agent', agent_id: scene.organization.ownerId }
      const body = { client_id: newId(), sender, content: 'Thank you' }
      const path = scene.path(`/conversations/${found?.id}/messages`)
      const answered = await scene.service.call('POST', path, { cookie: scene.cookie, body })
      ids.push((answered.body as { id: string }).id)
      await scene.settle()
    },
    async deliveries() {
      const rows = await scene.query('select delivery from message where id = any($1) order by seq', [ids])
      return rows.map(({ delivery }) => delivery)
    },
  }
}

describe('hostile mails', () => {
  it.each(hostileMails)(
    '%s',
    async (_title, from, mail, expected) => {
      await scene.take(mail(from))
      const found = await scene.conversationOf(from)
      if (expected.contents === null) return expect(found).toBeUndefined()
      const messages = found ? await scene.messages(found.id) : []
      expect(messages).toHaveLength(expected.contents.length)
      for (const [index, content] of expected.contents.entries())
        expect(messages[index]?.content).toEqual(
          typeof content === 'string' ? content : expect.stringMatching(content),
        )
      const [about] = await scene.mails(found?.id ?? '')
      if (expected.subject !== undefined) expect(about?.subject).toBe(expected.subject)
      if (expected.verification !== undefined) expect(about?.verification).toBe(expected.verification)
      if (expected.automatic !== undefined) expect(about?.automatic).toBe(expected.automatic)
      if (expected.files) expect(messages[0]?.media.map(({ name }) => name)).toEqual(expected.files)
      if (expected.name !== undefined) {
        const [row] = await scene.query(
          "select concat_ws(' ', first_name, last_name) as name from customer where external_id = $1",
          [from],
        )
        expect(row?.name || null).toBe(expected.name)
      }
      if (expected.absent) {
        const response = await scene.service.app.http.inject({
          url: scene.path(`/conversations/${found?.id}/messages/${messages[0]?.id}/original`),
          headers: { cookie: scene.cookie },
        })
        expect(response.statusCode).toBe(200)
        expect(response.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
        expect(response.body.slice(response.body.indexOf('<body>'))).not.toMatch(expected.absent)
      }
    },
    60_000,
  )

  it('a mail of fifty megabytes was not downloaded', () => {
    expect(scene.imap.bytesSent()).toBeLessThan(20_000_000)
  })

  it('a Message-ID that is used again is one message, unless somebody else uses it', async () => {
    const repeated = (from: string, text: string) =>
      `From: ${from}\nMessage-ID: <same@evil.example>\n\n${text}\n`
    await scene.take(repeated('first@evil.example', 'one'))
    await scene.take(repeated('first@evil.example', 'two'))
    await scene.take(repeated('second@evil.example', 'three'))
    const contents = async (address: string) => {
      const found = await scene.conversationOf(address)
      return (await scene.messages(found?.id ?? '')).map(({ content }) => content)
    }
    expect(await contents('first@evil.example')).toEqual(['one'])
    expect(await contents('second@evil.example')).toEqual(['three'])
  })

  it('a storm of out-of-office replies ends after a few', async () => {
    const from = 'storm@evil.example'
    await scene.take(plain(from, 'Question'))
    for (let index = 0; index < 8; index += 1)
      await scene.receive(plain(from, `Away ${index}`, ['Auto-Submitted: auto-replied']))
    await scene.settle()
    const found = await scene.conversationOf(from)
    expect(await scene.messages(found?.id ?? '')).toHaveLength(5)
    expect(
      await scene.query('select error from channel_inbound where contact = $1 and error is not null', [from]),
    ).toEqual(Array.from({ length: 4 }, () => ({ error: 'rate_limited' })))
  })

  it('all inquiries through a contact form arrive, which have one sender and the marks of a mailing service', async () => {
    const from = 'forms@mail.example'
    for (let index = 0; index < 10; index += 1)
      await scene.receive(plain(from, `Inquiry ${index}`, ['Feedback-ID: 1:eu-west-1:AmazonSES']))
    await scene.settle()
    const found = await scene.conversationOf(from)
    const messages = await scene.messages(found?.id ?? '')
    expect(messages.map(({ content }) => content)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Inquiry ${index}`),
    )
  })

  it('a bounce makes our message fail, only for the recipient it was sent to', async () => {
    const from = 'bounced@evil.example'
    await scene.take(plain(from, 'Hello'))
    const found = await scene.conversationOf(from)
    const id = await scene.say(found?.customer_id ?? '', 'Answer')
    await scene.settle()
    const delivery = async () =>
      (await scene.query('select delivery from message where id = $1', [id]))[0]?.delivery
    expect(await delivery()).toEqual({ state: 'sent', reason: null })
    const messageId = signed.messageIdFor('shop.example', { kind: 'conversation', id: found?.id ?? '' }, id)
    await scene.take(report(messageId, 'somebody@evil.example'))
    expect(await delivery()).toEqual({ state: 'sent', reason: null })
    await scene.take(report(messageId, from))
    expect(await delivery()).toEqual({ state: 'failed', reason: 'contact_gone' })
    expect(await scene.messages(found?.id ?? '')).toHaveLength(2)
  })

  describe('a bounce that arrives before our message is marked as sent', () => {
    async function bouncedEarly(from: string) {
      await scene.take(plain(from, 'Hello'))
      const found = await scene.conversationOf(from)
      const id = await scene.say(found?.customer_id ?? '', 'Answer')
      await scene.settle()
      const set = (state: string) =>
        scene.query('update channel_outbox set state = $2 where message_id = $1', [id, state])
      await set('pending')
      const target = { kind: 'conversation', id: found?.id ?? '' } as const
      await scene.take(report(signed.messageIdFor('shop.example', target, id), from))
      const delivery = async () =>
        (await scene.query('select delivery from message where id = $1', [id]))[0]?.delivery
      expect(await delivery()).toEqual(sent)
      return { set, delivery }
    }

    it('makes it fail afterwards', async () => {
      const { set, delivery } = await bouncedEarly('early@evil.example')
      await set('sent')
      await scene.settle()
      expect(await delivery()).toEqual({ state: 'failed', reason: 'contact_gone' })
    })

    it('is dropped after some attempts, so that the next mail arrives', async () => {
      const from = 'waiting@evil.example'
      const { delivery } = await bouncedEarly(from)
      await scene.receive(plain(from, 'Did you get this?'))
      for (let count = 0; count < 8; count += 1) {
        scene.turn(120_000)
        await scene.settle()
      }
      expect(await delivery()).toEqual(sent)
      const found = await scene.conversationOf(from)
      const messages = await scene.messages(found?.id ?? '')
      expect(messages.map(({ content }) => content)).toEqual(['Hello', 'Answer', 'Did you get this?'])
    })
  })

  it('a mail of a program is not answered by a program, one of a person is', async () => {
    const { status } = await scene.service.call('POST', scene.path('/automation-rules'), {
      cookie: scene.cookie,
      body: {
        name: 'Thanks',
        enabled: true,
        trigger: { type: 'conversation_opened' },
        conditions: { filter: {}, text: null, hours: null },
        actions: [{ type: 'reply', content: 'Thank you for your message' }],
        once: false,
        stop: false,
      },
    })
    expect(status).toBe(201)
    const deliveryTo = async (from: string) => {
      const found = await scene.conversationOf(from)
      const [row] = await scene.query(
        "select delivery from message where conversation_id = $1 and sender_type = 'system'",
        [found?.id],
      )
      return row?.delivery
    }
    await scene.take(plain('robot@evil.example', 'News', ['Auto-Submitted: auto-generated']))
    await scene.settle()
    expect(await deliveryTo('robot@evil.example')).toEqual({ state: 'failed', reason: 'loop_prevented' })
    await scene.take(plain('person@evil.example', 'Question'))
    await scene.settle()
    expect(await deliveryTo('person@evil.example')).toEqual({ state: 'sent', reason: null })
    expect(scene.smtp.sent.at(-1)?.source).toMatch(/^Auto-Submitted: auto-/m)
  })

  it('mails of a program are answered by an API client in the name of an agent four times an hour', async () => {
    const api = answersByApi('tickets@evil.example')
    for (let count = 0; count < 5; count += 1) {
      await api.take(`Received ${count}`, ['X-Auto-Response-Suppress: All'])
      await api.answer()
    }
    expect(await api.deliveries()).toEqual([...Array.from({ length: 4 }, () => sent), prevented])
    // Nothing of this round was sent.
    await api.answer()
    expect((await api.deliveries()).at(-1)).toEqual(prevented)
    expect(scene.smtp.sent.at(-1)?.source).toMatch(/^Auto-Submitted: auto-/m)
    const found = await scene.conversationOf('tickets@evil.example')
    const answer = await scene.say(found?.customer_id ?? '', 'By a person')
    await scene.settle()
    expect(await scene.query('select delivery from message where id = $1', [answer])).toEqual([
      { delivery: sent },
    ])
  })

  it.each([
    ['through a list', 'member@evil.example', ['List-Id: <support.shop.example>', 'Precedence: list']],
    ['of a person', 'customer@evil.example', []],
  ])('all answers of an API client to one mail %s are sent', async (_title, from, fields) => {
    const api = answersByApi(from)
    await api.take('Question', fields)
    for (let count = 0; count < 5; count += 1) await api.answer()
    expect(await api.deliveries()).toEqual(Array.from({ length: 5 }, () => sent))
    const isAutomatic = /^Auto-Submitted:/m.test(scene.smtp.sent.at(-1)?.source ?? '')
    expect(isAutomatic).toBe(fields.length > 0)
  })
})
