import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChannelContact } from '@parley/protocol/channel-connection'
import type { Customer } from '@parley/protocol/customer'
import { startEmailScene, type EmailScene } from '../../../testing/email-setup.ts'

/** What a mail whose verification failed does to the contact whose address it shows. */

let scene: EmailScene
beforeAll(async () => {
  scene = await startEmailScene('Forged')
})
afterAll(() => scene.stop())

let serial = 0
async function take(result: 'pass' | 'fail', from: string, subject: string): Promise<string> {
  const id = `<${(serial += 1)}@mail.example>`
  await scene.take(`Authentication-Results: mx.shop.example; dmarc=${result} header.from=mail.example
From: ${from}
To: support@shop.example
Subject: ${subject}
Message-ID: ${id}
Content-Type: text/plain; charset=utf-8

Text
`)
  return id
}
const customerIdOf = async (address: string) => (await scene.conversationOf(address))?.customer_id ?? ''
async function read<T>(rest: string): Promise<T> {
  return (await scene.service.call('GET', scene.path(rest), { cookie: scene.cookie })).body
}
async function nameOf(address: string) {
  const { first_name: first, last_name: last } = await read<Customer>(
    `/customers/${await customerIdOf(address)}`,
  )
  return [first, last]
}
async function answer(address: string) {
  await scene.say(await customerIdOf(address), 'Answer')
  await scene.settle()
  const source = scene.smtp.sent.at(-1)?.source ?? ''
  return [/^Subject: (.*)\r$/m, /^In-Reply-To: (.*)\r$/m].map((field) => field.exec(source)?.[1])
}

test('a mail with a forged sender neither renames the contact nor sets the subject of the next answer', async () => {
  const id = await take('pass', 'Ada Lovelace <ada@mail.example>', 'My order')
  await take('fail', 'Mallory <ada@mail.example>', 'Send money')
  expect((await scene.messages((await scene.conversationOf('ada@mail.example'))?.id ?? '')).length).toBe(2)
  expect(await nameOf('ada@mail.example')).toEqual(['Ada', 'Lovelace'])
  expect(await answer('ada@mail.example')).toEqual(['Re: My order', id])
  const next = await take('pass', 'Ada King <ada@mail.example>', 'My next order')
  expect(await nameOf('ada@mail.example')).toEqual(['Ada', 'King'])
  expect(await answer('ada@mail.example')).toEqual(['Re: My next order', next])
})

test('a mail with a forged sender does not show that the address exists again', async () => {
  const unreachable = async () => {
    const customerId = await customerIdOf('bea@mail.example')
    return (await read<{ data: ChannelContact }>(`/customers/${customerId}/contact`)).data.unreachable
  }
  await take('pass', 'bea@mail.example', 'My order')
  scene.smtp.answerNext({ code: 550, at: 'recipient', status: '5.1.1' })
  await scene.say(await customerIdOf('bea@mail.example'), 'Answer')
  await scene.settle()
  expect(await unreachable()).toBe('contact_gone')
  await take('fail', 'bea@mail.example', 'I am here')
  expect(await unreachable()).toBe('contact_gone')
  await take('pass', 'bea@mail.example', 'I am here')
  expect(await unreachable()).toBeNull()
})

test('a mail with a forged sender names a new contact until the first mail that is not forged, and is answered if there is no other', async () => {
  const id = await take('fail', 'Mallory <cem@mail.example>', 'First')
  expect(await nameOf('cem@mail.example')).toEqual(['Mallory', null])
  expect(await answer('cem@mail.example')).toEqual(['Re: First', id])
  await take('pass', 'Cem Demir <cem@mail.example>', 'Second')
  expect(await nameOf('cem@mail.example')).toEqual(['Cem', 'Demir'])
})
