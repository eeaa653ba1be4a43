import { afterEach, describe, expect, test } from 'vitest'
import { createMailReading } from './mail-reading.ts'
import { unreadableMail, type RawMail } from './mail-reader.ts'

const settings = { address: 'shop@shop.example', authenticationServer: null }
const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

function reading(timeoutMs?: number) {
  const reasons: string[] = []
  const { read, close } = createMailReading((reason) => void reasons.push(reason), timeoutMs)
  ended.push(close)
  const readAs = (address: string, text: string) => read(rawMail(text), { ...settings, address })
  return { reasons, close, readAs, read: (text: string) => readAs(settings.address, text) }
}

function rawMail(text: string): RawMail {
  const source = Buffer.from(text)
  return { uid: 1, size: source.length, receivedAt: 0, source, isWhole: true }
}

const withFile = [
  'From: Ada <ada@mail.example>',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain',
  '',
  'The plan',
  '--x',
  'Content-Type: application/octet-stream',
  'Content-Disposition: attachment; filename=plan.bin',
  'Content-Transfer-Encoding: base64',
  '',
  'AAEC/w==',
  '--x--',
  '',
].join('\r\n')

/** Takes minutes to read, although no part of it is too large. */
const endless = `From: eve@mail.example\r\n\r\n${'\r\n'.repeat(10_000_000)}`

describe('a mail is read in a thread', () => {
  test('with its files', async () => {
    const found = await reading().read(withFile)
    expect(found?.payload).toMatchObject({
      contact: 'ada@mail.example',
      content: { kind: 'mail', text: 'The plan', files: [{ name: 'plan.bin' }] },
    })
    expect(found?.contents).toEqual([Buffer.from([0, 1, 2, 255])])
  })

  test('of a contact form, which sends with the address of the mailbox and names the customer in Reply-To', async () => {
    const form = 'From: Shop <shop@shop.example>\r\nReply-To: Ada <ada@mail.example>\r\n\r\nHello'
    expect((await reading().read(form))?.payload).toMatchObject({
      contact: 'ada@mail.example',
      fromName: 'Ada',
      automatic: 'bulk',
      verification: 'unknown',
    })
  })

  test.for([
    '',
    'Reply-To: shop@shop.example\r\n',
    'Reply-To: shop+token@shop.example\r\n',
    'Reply-To: ada@mail.example, eve@mail.example\r\n',
  ])('not if it is a copy of its own mail (%#)', async (replyTo) => {
    const copy = `From: shop@shop.example\r\n${replyTo}\r\nHello`
    expect(await reading().read(copy)).toBeUndefined()
  })

  test('not if it is a copy of its own mail, also with a plus in its address', async () => {
    const copy = 'From: shop+eu@shop.example\r\nReply-To: shop+eu+token@shop.example\r\n\r\nHello'
    expect(await reading().readAs('shop+eu@shop.example', copy)).toBeUndefined()
  })

  test('without counting a PGP signature as a file', async () => {
    const part = (type: string, text: string) => `--x\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`
    const signed = (files: number) =>
      [
        'From: Ada <ada@mail.example>\r\nContent-Type: multipart/signed; boundary=x\r\n\r\n',
        part('text/plain', 'Hello'),
        ...Array.from({ length: files }, (_, index) => part(`application/pdf; name=${index}.pdf`, 'file')),
        part('application/pgp-signature; name=signature.asc', '-----BEGIN PGP SIGNATURE-----'),
        '--x--\r\n',
      ].join('')
    const { read } = reading()
    expect((await read(signed(0)))?.payload.content).toMatchObject({ text: 'Hello', files: [], more: 0 })
    expect((await read(signed(12)))?.payload.content).toMatchObject({ more: 2 })
  })

  test('while the main thread goes on, and for a limited time', async () => {
    const { read, reasons } = reading(5000)
    let turns = 0
    const timer = setInterval(() => (turns += 1), 20)
    const [hostile, honest] = await Promise.all([read(endless), read(withFile)])
    clearInterval(timer)
    expect(hostile?.payload).toMatchObject({
      contact: 'eve@mail.example',
      content: { kind: 'unreadable' },
    })
    expect(reasons).toEqual(['It took more than 5000 ms.'])
    expect(turns).toBeGreaterThan(10)
    expect(honest?.payload.content).toMatchObject({ kind: 'mail', text: 'The plan' })
  })

  test('again after the next start if the service stops', async () => {
    const { read, close, reasons } = reading()
    const stopped = read(endless)
    await close()
    await expect(stopped).rejects.toMatchObject({ code: 'unavailable' })
    expect(reasons).toEqual([])
  })
})

describe('of a mail that cannot be read', () => {
  const recipientsOf = (fields: string[]) =>
    unreadableMail(rawMail(['From: eve@mail.example', ...fields, '', ''].join('\r\n')), settings)?.payload

  test('only the beginning of a long field counts', () => {
    const addresses = Array.from({ length: 150 }, (_, index) => `shop+${index}@shop.example`)
    const addressed = recipientsOf([`To: ${addresses.join(', ')}`])?.addressed ?? []
    expect(addressed).toEqual(addresses.slice(0, addressed.length))
    expect(addressed.length).toBeGreaterThan(50)
    expect(addressed.join(', ').length).toBeLessThanOrEqual(2000)
  })

  test('only a few fields of recipients count', () => {
    const fields = Array.from({ length: 10 }, (_, index) => `To: a${index}@shop.example`)
    expect(recipientsOf(fields)?.recipients).toHaveLength(5)
  })
})
