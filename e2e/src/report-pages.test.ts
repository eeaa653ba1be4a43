import { reportKinds } from '@parley/protocol/report-metrics'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { signIn } from './harness/people.ts'
import { keepPicture } from './harness/pictures.ts'
import { reportScene, reportSizes, type ReportScene, type ReportSize } from './harness/report-scene.ts'

const service = inject('service')
const browser = useBrowser()
const least = 844
const subjects = ['live', ...reportKinds]

const variants: Record<string, BrowserContextOptions> = {
  light: {},
  dark: { colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  arabic: { locale: 'ar' },
}
const scenes = new Map<ReportSize, ReportScene>()

beforeAll(async () => {
  for (const size of reportSizes) scenes.set(size, await reportScene(service, size))
})
afterAll(async () => {
  for (const scene of scenes.values()) await scene.close()
})

const sceneOf = (size: ReportSize) => {
  const scene = scenes.get(size)
  if (scene === undefined) throw new Error(`No ${size} organization`)
  return scene.organization
}

async function openReports(size: ReportSize, options: BrowserContextOptions, report = 'live'): Promise<Page> {
  const organization = sceneOf(size)
  const profile = await browser.profile({ reducedMotion: 'reduce', ...options })
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(`/reports/${report}`))
}

/** Opens another report without loading the panel again. */
async function goTo(page: Page, subject: string): Promise<void> {
  const link = page.locator(`nav a[href*="/reports/${subject}"]`)
  const choice = page.locator(`nav select:has(option[value="${subject}"])`)
  await link.or(choice).first().waitFor()
  if (await choice.isVisible()) await choice.selectOption(subject)
  else await link.click()
  // The title is that of the report, and neither a skeleton nor a chart without its drawing is left.
  await page.waitForFunction(() => {
    const main = document.querySelector('main') ?? document.body
    const chosen = document.querySelector('nav a[href*="/reports/"][aria-current], nav select option:checked')
    const charts = [...main.querySelectorAll('h2 ~ [aria-hidden][dir="ltr"]')]
    return (
      main.querySelector('h1')?.textContent === chosen?.textContent &&
      main.querySelector('dl, h1, h2') !== null &&
      main.querySelector('.mantine-Skeleton-root, [aria-busy="true"]') === null &&
      charts.every((chart) => chart.querySelector('.recharts-surface') !== null)
    )
  })
}

/** As tall a window as the page is long: axe looks at all of it, and so does the picture. */
async function unroll(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  const hidden = () =>
    page.evaluate(() => {
      let frame: Element | null = document.querySelector('h1')
      while (frame !== null && !/auto|scroll/.test(getComputedStyle(frame).overflowY)) frame = frame.parentElement
      const { scrollHeight, clientHeight } = frame ?? document.documentElement
      return scrollHeight - clientHeight
    })
  await page.setViewportSize({ width, height: least })
  let height = least
  for (let more = await hidden(); more > 0; more = await hidden()) {
    height += more
    await page.setViewportSize({ width, height })
  }
}

/** How far the page scrolls sideways, in pixels. Tables scroll in themselves. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { documentElement: root } = document
    const frames = [root, ...document.querySelectorAll('main, main > div, main > div > div')]
    return Math.max(...frames.map((frame) => frame.scrollWidth - frame.clientWidth))
  })

describe.each(reportSizes)('reports of an organization that is %s', (size) => {
  it.each(Object.keys(variants))('are accessible and fit the screen: %s', async (variant) => {
    const page = await openReports(size, variants[variant] ?? {})
    const T: Record<string,number> = {}; let t0 = Date.now(); const lap=(n:string)=>{T[n]=(T[n]??0)+Date.now()-t0; t0=Date.now()}
    for (const subject of subjects) {
      await goTo(page, subject)
      lap('go')
      await unroll(page)
      lap('unroll')
      const name = `reports-${size}-${variant}-${subject}`
      await keepPicture(page, name)
      lap('pic')
      expect.soft(await overflow(page), name).toBe(0)
      expect.soft(await findBarriers(page), name).toEqual([])
      lap('axe')
      expect.soft(await page.locator('main').innerText(), name).not.toMatch(/NaN|undefined|Infinity/)
      lap('text')
    }
    console.log('LAP', size, variant, T)
  })
})
