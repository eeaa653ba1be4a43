import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useCallScene, type OwnPanel } from './harness/call-scene.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { startRelay, type Relay } from './harness/relay.ts'
import { startService, type Service } from './harness/service.ts'

let relay: Relay
let service: Service
const scene = useCallScene(() => service)

beforeAll(async () => {
  relay = await startRelay()
  service = await startService({ environment: { PARLEY_SIGNUP: 'open', ...relay.environment } })
})
afterAll(async () => {
  await service.remove()
  await relay.kill()
})

const settingsPath = () => `/settings/widgets/${scene.organization.provider.id}/calls`

describe('the settings of calls', () => {
  it('refuse values out of range, are saved, and apply from the next call on', async () => {
    const panel = await scene.asOwner(settingsPath())
    const { page } = panel
    const offer = page.getByLabel('Ring each agent for (seconds)')
    await offer.fill('5')
    await page.getByText('Enter a whole number from 10 to 45.').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await offer.fill('15')
    await page.getByRole('radio', { name: 'Voice and video' }).click()
    await page.getByRole('radio', { name: 'Ask the customer' }).click()
    await page.getByText('Many countries allow recording only with everyone’s consent').waitFor()
    await page.getByLabel('Keep recordings for (days)').fill('30')
    await page.getByRole('radio', { name: 'Queue the call' }).click()
    await saveScreenshot(page, 'panel-call-settings')
    // The page scrolls inside the frame: the window itself does not scroll.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Saved' }).waitFor()
    await page.reload()
    expect(await offer.inputValue()).toBe('15')
    const [provider] = (await scene.organization.call(scene.organization.owner, 'GET', '/providers')).data
    expect(provider.calls).toMatchObject({
      mode: 'video',
      recording: 'ask',
      recording_days: 30,
      nobody: 'wait',
      offer_seconds: 15,
    })

    await panel.untilState('Available')
    const customer = await scene.customer()
    await customer.call({ consent: 'granted' })
    await panel.incoming.getByText('The customer agreed to be recorded.').waitFor()
    await panel.accept.click()
    await panel.bar.getByText('Recording', { exact: true }).waitFor()
    await panel.bar.getByRole('button', { name: 'Pause recording' }).click()
    await panel.bar.getByText('Recording paused').waitFor()
    await customer.page.waitForFunction(() => window.calls.call.get()?.recording.state === 'paused')
    await panel.bar.getByRole('button', { name: 'Resume recording' }).click()
    await panel.bar.getByText('Recording', { exact: true }).waitFor()
    await saveScreenshot(page, 'panel-call-recording')
    // Two chunks of one second each.
    await page.waitForFunction(() => {
      const timer = document.querySelector('[role=timer]')?.textContent ?? ''
      return /[4-9]$/.test(timer)
    })
    await panel.hangUp.click()
    await customer.until('over')

    await page.goto(scene.organization.panel('/calls'))
    await panel.history.getByRole('img', { name: '1 recording' }).waitFor()
    await panel.history.getByRole('link').click()
    const player = panel.sheet.getByLabel(/^Play /)
    await player.waitFor()
    await panel.sheet.getByText('The customer agreed to be recorded.').waitFor()
    expect(await player.evaluate(played)).toBeGreaterThan(0)
    await saveScreenshot(page, 'panel-call-recorded')
  })

  it('warn that calls cannot connect if only the relay is allowed and none is configured', async () => {
    const panel = await scene.asOwner(settingsPath())
    await panel.page.route('**/calls/ice-servers', (route) => route.fulfill({ json: { data: [] } }))
    await panel.page.reload()
    await panel.page.getByRole('switch', { name: 'Always use the relay' }).click({ force: true })
    await panel.page
      .getByText('No TURN relay is configured. With this setting, calls cannot connect.')
      .waitFor()
  })
})

/** Plays briefly while muted. */
async function played(element: HTMLElement | SVGElement): Promise<number> {
  if (!(element instanceof HTMLMediaElement)) return 0
  element.muted = true
  await element.play()
  await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }))
  element.pause()
  return element.readyState
}

describe('the connection test', () => {
  it('reports an unreachable relay and a rejected secret', async () => {
    const panel = await scene.asOwner('/settings/connection-test')
    const { page } = panel
    const servers = await scene.organization.call(scene.organization.owner, 'GET', '/calls/ice-servers')
    const wrong = servers.data.map((server: { credential?: string }) => ({
      ...server,
      ...(server.credential !== undefined && { credential: 'something else' }),
    }))
    await page.route('**/calls/ice-servers', (route) => route.fulfill({ json: { data: wrong } }))
    await page.getByRole('button', { name: 'Run test' }).click()
    await page.getByText('Wrong credentials').first().waitFor()
    await page.getByText('PARLEY_TURN_SECRET must equal coturn’s static-auth-secret').first().waitFor()
    await saveScreenshot(page, 'panel-connection-credentials')
    await page.unroute('**/calls/ice-servers')

    await relay.kill()
    try {
      await page.getByRole('button', { name: 'Run again' }).click()
      await page.getByText('Unreachable').first().waitFor()
      await page.getByRole('button', { name: 'Run again' }).waitFor()
      await saveScreenshot(page, 'panel-connection-unreachable')
    } finally {
      await relay.start()
    }
  })

  it('finds that everything works, through the relay and back', async () => {
    const panel = await scene.asOwner('/settings/connection-test')
    await panel.page.getByRole('button', { name: 'Run test' }).click()
    await panel.page.getByText('Everything works').waitFor()
    await panel.page.getByText(/Works, round trip/).waitFor()
    await saveScreenshot(panel.page, 'panel-connection-works')
  })
})

describe('a connection test that fails unexpectedly', () => {
  it('ends with an error and can be run again', async () => {
    const { page } = await scene.asOwner('/settings/connection-test')
    await page.evaluate(() => {
      RTCPeerConnection.prototype.createDataChannel = () => {
        throw new Error('No channel')
      }
    })
    await page.getByRole('button', { name: 'Run test' }).click()
    await page.getByText('Something went wrong. Try again.').waitFor()
    await page.getByRole('button', { name: 'Run again' }).waitFor()
  })
})

describe('a call whose path fails', () => {
  it('shows it, until a path is found again', async () => {
    await scene.organization.change({ calls: { relay_only: true } })
    const panel = await scene.asOwner('/inbox/mine')
    await panel.untilState('Available')
    const customer = await scene.customer()
    await customer.call()
    await panel.accept.click()
    await panel.bar.getByRole('timer').waitFor()
    await relay.kill()
    try {
      await panel.bar.getByText('Connection lost, reconnecting').waitFor()
      await saveScreenshot(panel.page, 'panel-call-lost')
    } finally {
      await relay.start()
    }
    const lost = panel.bar.getByText('Connection lost, reconnecting')
    await lost.waitFor({ state: 'detached' })
    await panel.hangUp.click()
    await customer.until('over')
  })
})

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Horizontal overflow in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function expectAccessible({ page }: OwnPanel, picture: string): Promise<void> {
  await saveScreenshot(page, `panel-call-${picture}`)
  expect.soft(await overflow(page), picture).toBe(0)
  expect.soft(await findBarriers(page), picture).toEqual([])
}

describe('every call screen is accessible', () => {
  it.each([
    { name: 'light', options: {} },
    { name: 'dark', options: { colorScheme: 'dark' as const } },
    { name: 'phone', options: phone },
    { name: 'phone-dark', options: { ...phone, colorScheme: 'dark' as const } },
  ])('$name', async ({ name, options }) => {
    const { organization } = scene
    await organization.change({ calls: { mode: 'video', recording: 'notify', offer_seconds: 45 } })
    const panel = await scene.asOwner('/calls', options)
    await panel.untilState('Available')
    await panel.page.getByText('No calls yet').waitFor()
    await expectAccessible(panel, `${name}-empty`)
    await panel.face.click()
    await panel.page.getByText('Available for calls').waitFor()
    await expectAccessible(panel, `${name}-availability`)
    await panel.page.keyboard.press('Escape')

    const customer = await scene.customer()
    const second = await scene.customer()
    await customer.call({ camera: true })
    await panel.incoming.getByText('First contact').waitFor()
    await second.call()
    await panel.page.getByText('Waiting, position 1').waitFor()
    await expectAccessible(panel, `${name}-rings`)
    await panel.accept.click()
    await panel.page.getByLabel('Customer’s video').waitFor()
    await panel.bar.getByText('Recording', { exact: true }).waitFor()
    await panel.bar.getByRole('button', { name: 'Note' }).click()
    await panel.bar.getByRole('textbox').waitFor()
    await expectAccessible(panel, `${name}-talks`)
    await panel.bar.getByRole('button', { name: 'Devices' }).click()
    await panel.page.getByRole('combobox', { name: 'Microphone' }).waitFor()
    await expectAccessible(panel, `${name}-devices`)
    await panel.page.keyboard.press('Escape')
    await second.hangUp()
    await panel.hangUp.click()
    await panel.bar.getByText('You hung up.').waitFor()
    await panel.history.nth(1).waitFor()
    await expectAccessible(panel, `${name}-over`)
    await panel.bar.getByRole('button', { name: 'Finish now' }).click()

    await panel.history.filter({ hasText: 'Olivia Owner' }).getByRole('link').click()
    await panel.sheet
      .getByLabel(/^Play |^Note/)
      .first()
      .waitFor()
    await expectAccessible(panel, `${name}-sheet`)
    for (const [path, landmark] of [
      [settingsPath(), panel.page.getByRole('radio', { name: 'Voice and video' })],
      ['/settings/connection-test', panel.page.getByRole('button', { name: 'Run test' })],
    ] as const) {
      await panel.page.goto(organization.panel(path))
      await landmark.waitFor()
      await expectAccessible(panel, `${name}${path.replace(/.*\//, '-settings-')}`)
    }
  })

  it('in Arabic, from right to left', async () => {
    await scene.organization.change({ calls: { mode: 'video', offer_seconds: 45 } })
    const panel = await scene.asOwner('/calls', { locale: 'ar-EG' })
    const incoming = panel.page.getByRole('region', { name: 'مكالمة واردة' })
    await panel.page.getByRole('button', { name: 'المكالمات: متاح' }).waitFor()
    const customer = await scene.customer()
    await customer.call({ camera: true })
    await incoming.getByText('أول تواصل').waitFor()
    await expectAccessible(panel, 'arabic-rings')
    await incoming.getByRole('button', { name: 'رد' }).click()
    const bar = panel.page.getByRole('region', { name: 'المكالمة', exact: true })
    await panel.page.getByLabel('فيديو العميل').waitFor()
    await expectAccessible(panel, 'arabic-talks')
    await bar.getByRole('button', { name: 'إنهاء المكالمة' }).click()
    await panel.page.getByRole('table').getByText('أُجيبت').waitFor()
    await expectAccessible(panel, 'arabic-over')
    await panel.page.getByRole('table').getByRole('link').click()
    await panel.page.getByRole('dialog').getByText('زمن الذهاب والإياب').waitFor()
    await expectAccessible(panel, 'arabic-sheet')
    await panel.page.goto(scene.organization.panel(settingsPath()))
    await panel.page.getByRole('radio', { name: 'صوت وصورة' }).waitFor()
    await expectAccessible(panel, 'arabic-settings')
  })
})
