import type { MailboxTest } from '@parley/protocol/mailbox'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createSecrets } from '../../../core/secrets.ts'
import { mailboxOf, startEmailScene, startMailSink, type EmailScene } from '../../../testing/email-setup.ts'
import { startImapServer } from '../../../testing/imap-server.ts'
import { foundOrganization } from '../../../testing/test-service.ts'
import { sealCredentials } from '../channel-credentials.ts'

let scene: EmailScene
beforeAll(async () => {
  scene = await startEmailScene()
})
afterAll(() => scene.stop())

describe('connecting a mailbox', () => {
  it('refuses settings without a password, hosts that are not allowed, and wrong credentials', async () => {
    const { settings, path, cookie, service } = scene
    const attempt = async (change: object) => {
      const { status, body } = await service.call('POST', path('/channels'), {
        cookie,
        body: { channel: 'email', mailbox: { ...settings, address: 'other@shop.example', ...change } },
      })
      const { code, detail } = body as { code: string; detail?: string }
      return [status, code, detail]
    }
    const imap = (change: object) => ({ imap: { ...settings.imap, ...change } })
    expect((await attempt(imap({ password: null })))[1]).toBe('mailbox_incomplete')
    expect((await attempt(imap({ user: 'a\r\nb' })))[1]).toBe('mailbox_incomplete')
    expect(await attempt(imap({ host: '10.0.0.1' }))).toEqual([422, 'mailbox_refused', 'host_refused'])
    expect(await attempt(imap({ host: '169.254.169.254' }))).toEqual([422, 'mailbox_refused', 'host_refused'])
    expect(await attempt(imap({ password: 'wrong' }))).toEqual([
      422,
      'mailbox_refused',
      'credentials_refused',
    ])
    expect(await attempt({ folder: 'Nowhere' })).toEqual([422, 'mailbox_refused', 'folder_missing'])
    const login = { user: 'nobody', password: 'wrong' }
    expect(await attempt({ smtp: { ...settings.smtp, login } })).toEqual([
      422,
      'mailbox_refused',
      'sending_refused',
    ])
    expect((await attempt({ address: settings.address }))[1]).toBe('channel_taken')
  })

  it('refuses to read the same folder for a second address, also when a mailbox is changed', async () => {
    const { settings, path, cookie, service } = scene
    const alias = { ...settings, address: 'alias@shop.example' }
    const connect = (mailbox: object) =>
      service.call('POST', path('/channels'), { cookie, body: { channel: 'email', mailbox } })
    expect((await connect(alias)).body).toMatchObject({ code: 'channel_taken' })
    const user = 'alias@shop.example'
    const imap = await startImapServer({ user })
    onTestFinished(() => imap.stop())
    const login = { user: settings.imap.user, password: settings.imap.password }
    const own = { ...alias, imap: { ...mailboxOf(imap, 0).imap }, smtp: { ...settings.smtp, login } }
    const { status, body } = await connect(own)
    expect(status).toBe(201)
    const changed = { ...own, imap: settings.imap }
    const target = path(`/channels/${(body as { id: string }).id}`)
    expect((await service.call('PUT', `${target}/mailbox`, { cookie, body: changed })).body).toMatchObject({
      code: 'channel_taken',
    })
    await service.call('DELETE', target, { cookie })
  })

  it('says nothing of the password while the mail server cannot check it', async () => {
    const { settings, path, cookie, service, channel, smtp } = scene
    smtp.answerNext({ code: 454, at: 'sign-in', status: '4.7.0' })
    const { body } = await service.call('POST', path('/channels/mailbox-test'), {
      cookie,
      body: { channel_id: channel.id, mailbox: settings },
    })
    expect(body).toMatchObject({ imap: 'ok', smtp: 'unreachable' })
  })

  it('accepts an address that another organization has connected, with its own servers', async () => {
    const { settings, service } = scene
    const user = 'support@own.example'
    const imap = await startImapServer({ user })
    const smtp = await startMailSink({ user, password: imap.password() })
    onTestFinished(async () => {
      await smtp.stop()
      await imap.stop()
    })
    const { id, cookie } = await foundOrganization(service, 'Other')
    const own = { ...mailboxOf(imap, smtp.port), address: settings.address }
    const body = { channel: 'email', mailbox: own }
    expect((await service.call('POST', `/v1/organizations/${id}/channels`, { cookie, body })).status).toBe(
      201,
    )
    expect(
      (await service.call('POST', `/v1/organizations/${id}/channels`, { cookie, body })).body,
    ).toMatchObject({
      code: 'channel_taken',
    })
  })

  it('tests each step, with the stored passwords only for the same server', async () => {
    const { settings, path, cookie, service, channel } = scene
    const test = async (mailbox: object) =>
      (
        await service.call('POST', path('/channels/mailbox-test'), {
          cookie,
          body: { channel_id: channel.id, mailbox },
        })
      ).body as MailboxTest & { code?: string }
    const kept = { ...settings, imap: { ...settings.imap, password: null } }
    expect(await test(kept)).toEqual({ imap: 'ok', folder: 'ok', smtp: 'ok' })
    expect((await test({ ...kept, imap: { ...kept.imap, host: 'localhost' } })).code).toBe(
      'mailbox_incomplete',
    )
    expect(await test({ ...settings, folder: 'Nowhere' })).toEqual({
      imap: 'ok',
      folder: 'folder_missing',
      smtp: 'ok',
    })
    expect(await test({ ...settings, smtp: { ...settings.smtp, port: 1 } })).toMatchObject({
      imap: 'ok',
      smtp: 'unreachable',
    })
    expect(await test({ ...settings, imap: { ...settings.imap, encryption: 'implicit' } })).toMatchObject({
      imap: 'encryption_failed',
      folder: 'skipped',
    })
  })

  it('gives a stored IMAP password to no other SMTP server', async () => {
    const { settings, path, cookie, service, channel } = scene
    const put = (mailbox: object) =>
      service.call('PUT', path(`/channels/${channel.id}/mailbox`), { cookie, body: mailbox })
    const test = (mailbox: object) =>
      service.call('POST', path('/channels/mailbox-test'), {
        cookie,
        body: { channel_id: channel.id, mailbox },
      })
    let connections = 0
    const stranger = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await once(stranger.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void stranger.close())
    const imap = { ...settings.imap, password: null }
    const elsewhere = { ...settings.smtp, port: (stranger.address() as AddressInfo).port, login: null }
    for (const call of [test, put])
      expect(await call({ ...settings, imap, smtp: elsewhere })).toMatchObject({
        status: 422,
        body: { code: 'mailbox_incomplete' },
      })
    const { user, password } = settings.imap
    const withLogin = { ...settings.smtp, login: { user, password } }
    expect((await put({ ...settings, smtp: withLogin })).status).toBe(200)
    for (const call of [test, put])
      expect(await call({ ...settings, imap, smtp: { ...settings.smtp, login: null } })).toMatchObject({
        status: 422,
        body: { code: 'mailbox_incomplete' },
      })
    expect(connections).toBe(0)
    expect((await put(settings)).status).toBe(200)
  })

  it('never returns a password', async () => {
    const { path, cookie, service, channel, settings } = scene
    const { body } = await service.call('GET', path(`/channels/${channel.id}/mailbox`), { cookie })
    expect(body).toMatchObject({ address: settings.address, imap: { user: settings.imap.user } })
    expect(JSON.stringify(body)).not.toContain('password')
    const stored = await scene.query('select credentials from channel_connection')
    expect(JSON.stringify(stored)).not.toContain(settings.imap.password)
  })
})

describe('a mailbox whose settings were encrypted with a PARLEY_SECRET that was lost', () => {
  it('is shown with a problem, and works again once all settings are entered', async () => {
    const { path, cookie, service, channel, settings } = scene
    const call = (method: string, rest: string, body?: object) =>
      service.call(method, path(`/channels${rest}`), { cookie, body })
    const stateOf = async () =>
      (await scene.query('select problem from channel_connection where provider_id = $1', [channel.id]))[0]
    const sealed = sealCredentials(createSecrets('another secret of 32 characters!!'), {
      providerId: channel.id,
      credentials: JSON.stringify(settings),
    })
    await scene.query('update channel_connection set credentials = $2 where provider_id = $1', [
      channel.id,
      sealed,
    ])
    scene.imap.breakConnections()
    await expect.poll(stateOf, { timeout: 20_000 }).toEqual({ problem: 'credentials_refused' })
    expect(await call('GET', `/${channel.id}/mailbox`)).toMatchObject({
      status: 409,
      body: { code: 'channel_credentials_unreadable' },
    })
    const withoutPassword = { ...settings, imap: { ...settings.imap, password: null } }
    const test = { channel_id: channel.id, mailbox: withoutPassword }
    expect(await call('POST', '/mailbox-test', test)).toMatchObject({ body: { code: 'mailbox_incomplete' } })
    expect(await call('PUT', `/${channel.id}/mailbox`, withoutPassword)).toMatchObject({
      body: { code: 'mailbox_incomplete' },
    })
    expect(await call('PUT', `/${channel.id}/mailbox`, settings)).toMatchObject({
      status: 200,
      body: { problem: null },
    })
    expect((await call('GET', `/${channel.id}/mailbox`)).status).toBe(200)
    await scene.take(
      'From: ada@mail.example\nTo: support@shop.example\nMessage-ID: <after@mail.example>\n\nStill there?\n',
    )
    expect(await scene.conversationOf('ada@mail.example')).toBeDefined()
  }, 60_000)
})
