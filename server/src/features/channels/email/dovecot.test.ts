import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { generateKeyPairSync } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkDkim } from '../../../testing/dkim-check.ts'
import { dovecotProgram, startDovecot } from '../../../testing/dovecot-server.ts'
import { startEmailScene, type EmailScene } from '../../../testing/email-setup.ts'

/** The e-mail channel with real mail servers: a mailbox of Dovecot, and SMTP with signatures (DKIM). */

if (dovecotProgram === undefined)
  console.warn('A mailbox of Dovecot: NOT TESTED, because this machine has no dovecot.')
else describe('a mailbox of Dovecot', () => withDovecot(dovecotProgram as string))

const login = { user: 'support@shop.example', password: 'a-password-of-the-tests' }
const domainKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The server that receives for shop.example: checks signatures and delivers into the mailbox. */
async function startReceivingServer(deliver: (source: string) => Promise<void>) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => void receive(Buffer.concat(chunks).toString('latin1'), callback))
    },
  })
  async function receive(source: string, done: () => void): Promise<void> {
    const { result, domain } = checkDkim(source, (name) =>
      name === 'tests._domainkey.mail.example' ? domainKey.publicKey : undefined,
    )
    const head = [
      `Authentication-Results: mx.shop.example; dkim=${result}${domain === null ? '' : ` header.d=${domain}`}`,
      'Received: from mail.example by mx.shop.example with ESMTP; Mon, 23 Nov 2026 09:00:00 +0000',
      '',
    ].join('\r\n')
    await deliver(head + source)
    done()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function withDovecot(program: string): void {
  let dovecot: Awaited<ReturnType<typeof startDovecot>>
  let receiving: Awaited<ReturnType<typeof startReceivingServer>>
  let scene: EmailScene
  beforeAll(async () => {
    dovecot = await startDovecot(program, login)
    receiving = await startReceivingServer((source) => dovecot.deliver(Buffer.from(source, 'latin1')))
    scene = await startEmailScene('Dovecot', dovecot)
    // Mails from before the first look at the folder are not read.
    await vi.waitFor(
      async () => expect((await scene.query('select cursor from channel_connection'))[0]?.cursor).toBe('0'),
      { timeout: 20_000 },
    )
  }, 60_000)
  afterAll(async () => {
    await scene.stop()
    await receiving.stop()
    await dovecot.stop()
  })

  /** Somebody's mail program. */
  const send = (from: string, text: string, more: object = {}, key = domainKey.privateKey) =>
    createTransport({
      host: '127.0.0.1',
      port: receiving.port,
      secure: false,
      ignoreTLS: true,
      dkim: {
        domainName: 'mail.example',
        keySelector: 'tests',
        privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
    }).sendMail({ from, to: login.user, subject: 'Größe 42?', text, ...more })

  /** Of a conversation that the sender began, once they are there. */
  async function contentsOf(address: string, count: number) {
    const found = async () => {
      await scene.settle()
      const conversation = await scene.conversationOf(address)
      return conversation ? scene.messages(conversation.id) : []
    }
    await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBe(count)
    return found()
  }

  it('is tested, and refuses a wrong password and an unknown folder', async () => {
    const test = async (mailbox: object) =>
      (
        await scene.service.call('POST', scene.path('/channels/mailbox-test'), {
          cookie: scene.cookie,
          body: { channel_id: null, mailbox },
        })
      ).body
    const { settings } = scene
    const wrong = { ...settings, imap: { ...settings.imap, password: 'wrong' } }
    expect(await test(wrong)).toMatchObject({ imap: 'sign_in_refused' })
    expect(await test({ ...settings, folder: 'Nowhere' })).toMatchObject({ folder: 'folder_missing' })
    expect(await test(settings)).toEqual({ imap: 'ok', folder: 'ok', smtp: 'ok' })
  }, 60_000)

  it('shows a sender whose signature is valid as verified, and one with another key as not', async () => {
    const file = { filename: 'size.csv', content: 'a,42\r\n' }
    await send('Ada <ada@mail.example>', 'Passt Größe 42?\n', { attachments: [file] })
    await send('Eve <eve@mail.example>', 'I am Ada', {}, otherKey.privateKey)
    const [message] = await contentsOf('ada@mail.example', 1)
    expect(message).toMatchObject({ content: 'Passt Größe 42?', media: [{ name: 'size.csv' }] })
    await contentsOf('eve@mail.example', 1)
    for (const [address, verification] of [
      ['ada@mail.example', 'verified'],
      ['eve@mail.example', 'failed'],
    ] as const) {
      const conversation = await scene.conversationOf(address)
      expect(await scene.mails(conversation?.id ?? '')).toMatchObject([
        { subject: 'Größe 42?', verification },
      ])
    }
  }, 60_000)

  it('receives a reply to an answer in the same conversation, and marks what was stored as seen', async () => {
    const conversation = await scene.conversationOf('ada@mail.example')
    await scene.say(conversation?.customer_id ?? '', 'It does.')
    await scene.settle()
    const answer = scene.smtp.sent.at(-1)?.source ?? ''
    const messageId = /^Message-ID:\s*(<[^>]+>)/im.exec(answer)?.[1] ?? ''
    expect(messageId).toMatch(/^<.+@shop\.example>$/)
    const replied = { inReplyTo: messageId, references: messageId }
    await send('Ada <ada@mail.example>', 'Thank you!\n\n> It does.\n', replied)
    const contents = (await contentsOf('ada@mail.example', 3)).map(({ content }) => content)
    expect(contents).toEqual(['Passt Größe 42?', 'It does.', 'Thank you!'])
    const seen = async () =>
      (await readdir(path.join(dovecot.maildir, 'cur'))).filter((name) => /:2,.*S/.test(name)).length
    await expect.poll(seen, { timeout: 30_000 }).toBe(3)
  }, 90_000)
}
