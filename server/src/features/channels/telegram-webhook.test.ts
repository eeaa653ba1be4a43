import type { ChannelConnection } from '@parley/protocol/channel-connection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { startTelegramScene, type TelegramScene } from '../../testing/telegram-setup.ts'

/** What the regular review and "Test" do about the webhook of a bot. */

let scene: TelegramScene
beforeAll(async () => {
  scene = await startTelegramScene('TelegramWebhook')
})
afterAll(() => scene.stop())

async function query(text: string, values: unknown[] = []): Promise<void> {
  const { pool, close } = openDatabase(scene.service.databaseUrl)
  await pool.query(text, values)
  await close()
}

async function bot(): Promise<ChannelConnection | undefined> {
  const { body } = await scene.service.call('GET', scene.path('/channels'), {
    cookie: scene.organization.cookie,
  })
  return (body as { data: ChannelConnection[] }).data[0]
}
const problem = async () => (await bot())?.problem

describe('a bot whose webhook', () => {
  const review = () => scene.service.app.channels.review()
  const refuseWebhook = (code: number, description = 'No') =>
    scene.telegram.misbehave('setWebhook', { kind: 'error', code, description })
  const forget = () => query('update channel_connection set webhook_url = null')
  const check = () =>
    scene.service.call('POST', scene.path(`/channels/${scene.channel.id}/check`), {
      cookie: scene.organization.cookie,
    })

  it('is refused because of its address is asked for updates, until a test succeeds', async () => {
    await forget()
    refuseWebhook(400, 'Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443')
    const before = scene.telegram.sent('setWebhook').length
    await review()
    await review()
    expect(await bot()).toMatchObject({ mode: 'polling', problem: null })
    expect(scene.telegram.webhook).toBeNull()
    expect(scene.telegram.sent('setWebhook').length - before).toBe(1)
    expect((await check()).body).toMatchObject({ mode: 'webhook', problem: null })
    expect(scene.telegram.webhook).not.toBeNull()
  })

  it('is refused because of the number of requests is shown as not set up, unless the token was refused before', async () => {
    const found: unknown[] = []
    for (const code of [429, 401, 429]) {
      await forget()
      refuseWebhook(code)
      await review()
      found.push(await problem())
    }
    expect(found).toEqual(['unreachable', 'credentials_refused', 'credentials_refused'])
    await review()
    expect(await bot()).toMatchObject({ mode: 'webhook', problem: null })
  })

  it('cannot be set because of the number of requests is not shown with a problem that a test has refuted', async () => {
    const found: unknown[] = []
    for (const before of ['credentials_refused', null]) {
      await query('update channel_connection set problem = $1, webhook_url = null', [before])
      refuseWebhook(429)
      found.push(((await check()).body as ChannelConnection).problem)
    }
    // Nothing is known to be wrong with a webhook that was set before.
    await review()
    refuseWebhook(429)
    found.push(((await check()).body as ChannelConnection).problem)
    expect(found).toEqual(['unreachable', 'unreachable', null])
  })

  /** As a Bot API server that does not know the bot yet, or another program. */
  const lose = () =>
    fetch(`${scene.telegram.url}/bot${scene.telegram.token}/deleteWebhook`, { method: 'POST' })
  const loseAndReview = async () => {
    await lose()
    await review()
    return [scene.telegram.webhook !== null, await problem()]
  }
  const hour = 3_600_000

  it('is unknown to the Bot API server is set up again, whatever its problem was and how often that happens', async () => {
    for (const before of [null, 'webhook_refused', 'other_receiver']) {
      await query('update channel_connection set problem = $1', [before])
      expect(await loseAndReview()).toEqual([true, null])
      scene.turn(hour)
    }
  })

  it('is soon missing again is shown as taken, and set up again after an hour', async () => {
    expect(await loseAndReview()).toEqual([true, null])
    for (const minutes of [5, 5, 45]) {
      scene.turn(minutes * 60_000)
      expect(await loseAndReview()).toEqual([false, 'other_receiver'])
    }
    scene.turn(5 * 60_000)
    expect(await loseAndReview()).toEqual([true, null])
    await lose()
    expect((await check()).body).toMatchObject({ mode: 'webhook', problem: null })
  })

  it('is unknown to the Bot API server is polled without a problem when the address is refused', async () => {
    scene.turn(hour)
    await lose()
    refuseWebhook(400, 'Bad Request: bad webhook: IP address is reserved')
    await review()
    expect(await bot()).toMatchObject({ mode: 'polling', problem: null })
    expect((await check()).body).toMatchObject({ mode: 'webhook', problem: null })
  })
})
