import type { ChannelConnection } from '@parley/protocol/channel-connection'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jpeg, png } from '../../testing/sample-files.ts'
import { startTelegramScene, type TelegramScene } from '../../testing/telegram-setup.ts'
import { foundOrganization, inviteAgent } from '../../testing/test-service.ts'

describe('the picture of a bot', () => {
  let scene: TelegramScene
  beforeAll(async () => {
    scene = await startTelegramScene('Picture')
  })
  afterAll(() => scene.stop())
  // Checks are limited, and refill while time passes.
  beforeEach(() => scene.turn(60_000))

  async function checked(): Promise<ChannelConnection> {
    const { cookie } = scene.organization
    const path = scene.path(`/channels/${scene.channel.id}/check`)
    return (await scene.service.call('POST', path, { cookie })).body
  }

  async function withPicture(): Promise<string> {
    scene.telegram.setPhoto(jpeg)
    const { picture_url: url } = await checked()
    if (url === null) throw new Error('The bot has no picture')
    return url
  }

  const get = (url: string, cookie?: string) =>
    scene.service.app.http.inject({ url, headers: cookie === undefined ? {} : { cookie } })

  test('is not for visitors, agents and other organizations', async () => {
    const url = await withPicture()
    expect((await get(url)).statusCode).toBe(401)
    const bea = await inviteAgent(scene.service, scene.organization, 'Bea')
    expect((await get(url, bea.cookie)).statusCode).toBe(403)
    const stranger = await foundOrganization(scene.service, 'Stranger')
    expect((await get(url, stranger.cookie)).statusCode).toBe(404)
    const theirs = url.replace(scene.organization.id, stranger.id)
    expect((await get(theirs, stranger.cookie)).statusCode).toBe(404)
  })

  test.each([
    ['is not a JPEG image', png],
    ['is longer than 100 KiB', Buffer.concat([jpeg, Buffer.alloc(100 * 1024)])],
  ])('is not taken if it %s', async (_, content) => {
    await withPicture()
    scene.telegram.setPhoto(content)
    expect(await checked()).toMatchObject({ problem: null, picture_url: null })
  })

  test.each(['getUserProfilePhotos', 'getFile'])(
    'stays while %s fails, and the bot works',
    async (method) => {
      const url = await withPicture()
      scene.telegram.misbehave(method, { kind: 'lost' })
      expect(await checked()).toMatchObject({ problem: null, picture_url: url })
      scene.telegram.misbehave(method, {
        kind: 'error',
        code: 429,
        description: 'Too Many Requests',
        retryAfter: 5,
      })
      expect(await checked()).toMatchObject({ problem: null, picture_url: url })
    },
  )

  test('is copied in its smallest size, and its address changes with it', async () => {
    const first = await withPicture()
    expect(scene.telegram.sent('getFile').at(-1)?.params).toEqual({ file_id: 'photo-160' })
    const shown = await get(first, scene.organization.cookie)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(shown.rawPayload).toEqual(jpeg)
    expect(first).not.toContain(scene.telegram.token)

    scene.telegram.setPhoto(Buffer.concat([jpeg, Buffer.from([0])]))
    const { picture_url: second } = await checked()
    expect(second).not.toBe(first)
    expect((await get(first, scene.organization.cookie)).statusCode).toBe(404)
  })

  test('goes when the bot has none any more', async () => {
    await withPicture()
    scene.telegram.setPhoto(null)
    expect(await checked()).toMatchObject({ picture_url: null })
  })
})
