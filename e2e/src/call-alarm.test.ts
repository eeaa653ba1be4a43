import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { panelOn, useCallScene, type CallPanel, type OwnPanel } from './harness/call-scene.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { leave, work } from './harness/work-elsewhere.ts'

const scene = useCallScene()

/** Two windows of an agent in the background, which may play sound. */
async function twoWindows(): Promise<[OwnPanel, CallPanel]> {
  const first = await scene.asOwner('/inbox/mine', { elsewhere: true })
  const second = panelOn(await first.profile.open(scene.organization.panel('/inbox/mine')), first.profile)
  for (const { page, untilState } of [first, second]) {
    await untilState('Available')
    await page.getByRole('link', { name: 'Inbox' }).click()
  }
  return [first, second]
}

const isSounding = ({ page }: CallPanel) => page.evaluate(() => window.told.sounding > 0)
const notificationsOf = ({ page }: CallPanel) => page.evaluate(() => window.told.notifications.length)

it('a call that is silenced or accepted in one window is silent in all', async () => {
  const windows = await twoWindows()
  const [first] = windows
  const customer = await scene.customer()
  await customer.call()
  for (const { incoming } of windows) await incoming.waitFor()
  const untilOneSounds = () =>
    expect.poll(async () => (await Promise.all(windows.map(isSounding))).filter(Boolean).length).toBe(1)
  const silentWindow = async () => ((await isSounding(windows[0])) ? windows[1] : windows[0])
  // A window that has the lock sounds, and one that waits for it is about to.
  const ringing = () =>
    first.page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      return [...held, ...pending].filter(({ name }) => name === 'parley-ring').length
    })

  await untilOneSounds()
  await (await silentWindow()).incoming.getByRole('button', { name: 'Silence ringtone' }).click()
  for (const { incoming } of windows)
    await incoming.getByRole('button', { name: 'Turn ringtone on' }).waitFor()
  for (const { page } of windows) await page.waitForFunction(() => window.told.sounding === 0)
  await expect.poll(ringing).toBe(0)
  await first.incoming.getByRole('button', { name: 'Turn ringtone on' }).click()
  await untilOneSounds()

  // The service does not tell the other window.
  first.cutOff()
  await (await silentWindow()).accept.click()
  await expect.poll(ringing).toBe(0)
  await customer.hangUp()
})

it('a call is announced on the desktop by the window that was used last, unless it is in use', async () => {
  const windows = await twoWindows()
  const [first, second] = windows
  const ring = async () => {
    const customer = await scene.customer()
    await customer.call()
    for (const { incoming } of windows) await incoming.waitFor()
    return customer
  }
  await work(second.page)
  const unseen = await ring()
  await unseen.hangUp()
  for (const { incoming } of windows) await incoming.waitFor({ state: 'detached' })

  await leave(second.page)
  const customer = await ring()
  await expect.poll(() => notificationsOf(second)).toBe(1)
  expect(await notificationsOf(first)).toBe(0)
  await work(first.page)
  await second.page.waitForFunction(() => window.told.closed === 1)
  await customer.hangUp()
  await first.incoming.waitFor({ state: 'detached' })
  expect(await notificationsOf(first)).toBe(0)
})

it('a missed call is read by a click on its desktop notification', async () => {
  const { page, incoming, untilState } = await scene.asOwner('/inbox/mine', { elsewhere: true })
  await untilState('Available')
  await page.evaluate(() => localStorage.setItem('parley-alerts', '{"desktop":true}'))
  await page.reload()
  await untilState('Available')
  await work(page)
  await leave(page)
  const customer = await scene.customer()
  await customer.call()
  await incoming.waitFor()
  await customer.hangUp()
  await page.getByRole('button', { name: 'Notifications, 1 unread notification' }).waitFor()
  await page.waitForFunction(() => window.told.notifications.at(-1)?.startsWith('Missed call from'))
  await page.evaluate(() => window.told.targets.at(-1)?.dispatchEvent(new Event('click')))
  await page.waitForURL(/\/customers\//)
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
})

/** Pages count as used from the first click, not from the commands of the test. */
function countClicksOnly(): void {
  let isUsed = false
  addEventListener('pointerdown', () => (isUsed = true), { capture: true })
  Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: isUsed }) })
}

/** The part of an element that no ancestor clips, from 0 to 1. */
const visiblePart = (element: Locator) =>
  element.evaluate(
    (target) =>
      new Promise<number>((resolve) => {
        new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(target)
      }),
  )

it('an agent who is available sees that the ringtone is silent until a click in one of the windows', async () => {
  const panel = await scene.asOwner('/calls')
  const { page, profile } = panel
  await panel.untilState('Available')
  await profile.context.addInitScript(countClicksOnly)
  await page.reload()
  const hint = page.getByRole('button', { name: 'Turn on ringtone sound' })
  await hint.waitFor()
  await saveScreenshot(page, 'panel-silent-ringtone')
  expect(await findBarriers(page)).toEqual([])
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width, height: 500 })
  await hint.hover()
  const explanation = page.getByRole('tooltip', { name: 'Your browser blocks sound until you click.' })
  await expect.poll(() => visiblePart(explanation)).toBe(1)
  await page.setViewportSize({ width, height })
  await hint.click()
  await hint.waitFor({ state: 'detached' })

  const second = panelOn(await profile.open(scene.organization.panel('/calls')), profile)
  await second.untilState('Available')
  const hintOfSecond = second.page.getByRole('button', { name: 'Turn on ringtone sound' })
  expect(await hintOfSecond.count()).toBe(0)
  await page.close()
  // `waitForFunction` does not await asynchronous predicates.
  const isAudibleElsewhere = () =>
    second.page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query()
      return held.some(({ name }) => name?.startsWith('parley-audible'))
    })
  await expect.poll(isAudibleElsewhere).toBe(false)
  await second.page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await hintOfSecond.waitFor()
  await second.face.click()
  await hintOfSecond.waitFor({ state: 'detached' })
})
