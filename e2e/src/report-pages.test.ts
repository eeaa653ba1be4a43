import { isListable, reportKinds, reportMetrics, type ReportMetric } from '@parley/protocol/report-metrics'
import type { Report, ReportFigures } from '@parley/protocol/reports'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { signIn } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
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

/** Opens pages of one signed-in browser. */
async function reportsOf(size: ReportSize, options: BrowserContextOptions): Promise<() => Promise<Page>> {
  const organization = sceneOf(size)
  const profile = await browser.profile({ reducedMotion: 'reduce', ...options })
  await signIn(profile, service, organization.owner)
  return () => profile.open(organization.panel('/reports/live'))
}

const openReports = async (size: ReportSize): Promise<Page> => (await reportsOf(size, {}))()

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
      main.querySelector('dl, h2') !== null &&
      main.querySelector('[aria-busy="true"]') === null &&
      charts.every((chart) => chart.querySelector('.recharts-surface') !== null)
    )
  })
}

/** Heights of what scrolls the report: the page, or a frame within it. */
const scrolled = () => {
  let frame: Element | null = document.querySelector('h1')
  while (frame !== null && !/auto|scroll/.test(getComputedStyle(frame).overflowY)) frame = frame.parentElement
  const { scrollHeight, clientHeight } = frame ?? document.documentElement
  return { clientHeight, hidden: scrollHeight - clientHeight }
}

/** As tall a window as the page is long: axe looks at all of it, and so does the picture. */
async function unroll(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  let current = height
  const resize = async (next: number) => {
    const { clientHeight } = await page.evaluate(scrolled)
    await page.setViewportSize({ width, height: next })
    // The panel follows the size of the window a little later.
    const expected = clientHeight + next - current
    await expect.poll(async () => (await page.evaluate(scrolled)).clientHeight).toBe(expected)
    current = next
  }
  await resize(least)
  for (;;) {
    const { hidden } = await page.evaluate(scrolled)
    if (hidden <= 0) return
    await resize(current + hidden)
  }
}

/** How far the page, or a frame around the report, scrolls sideways, in pixels. Tables scroll in themselves. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    let most = 0
    let frame = document.querySelector('h1')?.parentElement ?? null
    for (; frame !== null; frame = frame.parentElement) {
      most = Math.max(most, frame.scrollWidth - frame.clientWidth)
    }
    return most
  })

describe.each(reportSizes)('reports of an organization that is %s', (size) => {
  it.each(Object.keys(variants))('are accessible and fit the screen: %s', async (variant) => {
    const open = await reportsOf(size, variants[variant] ?? {})
    const inspect = async (some: readonly string[]) => {
      const page = await open()
      for (const subject of some) {
        await goTo(page, subject)
        await unroll(page)
        const name = `reports-${size}-${variant}-${subject}`
        await saveScreenshot(page, name)
        expect.soft(await overflow(page), name).toBe(0)
        expect.soft(await findBarriers(page), name).toEqual([])
        expect.soft(await page.locator('main').innerText(), name).not.toMatch(/NaN|undefined|Infinity/)
      }
    }
    // Two pages at once, because each of them is drawn by one thread.
    const half = subjects.length / 2
    await Promise.all([inspect(subjects.slice(0, half)), inspect(subjects.slice(half))])
  })
})

it.each([
  { size: 'small', pages: 0 },
  { size: 'full', pages: 2 },
] as const)('AI agents are mentioned once one has replied: $size', async ({ size, pages }) => {
  const page = await openReports(size)
  const mentioning: string[] = []
  for (const subject of ['conversations', 'response']) {
    await goTo(page, subject)
    if (/\bAI\b/.test(await page.locator('main').innerText())) mentioning.push(subject)
  }
  expect(mentioning).toHaveLength(pages)
})

/** How many figures lead to a list; those of one metric lead to the same. */
const leading = (figures: ReportFigures): number =>
  Object.entries(figures).filter(([metric, { count }]) => count > 0 && isMetric(metric) && isListable(metric))
    .length

const isMetric = (name: string): name is ReportMetric => Object.hasOwn(reportMetrics, name)

const sumOf = (parts: readonly { figures: ReportFigures }[]): number =>
  parts.reduce((sum, { figures }) => sum + leading(figures), 0)

/** Presses Tab through a table: its links by address, and those that stay behind the sticky headings. */
async function tabThrough(page: Page, table: string): Promise<{ reached: Set<string>; covered: string[] }> {
  const group = page.getByRole('group', { name: table })
  await group.focus()
  const reached = new Set<string>()
  const covered: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const link = await group.evaluate((element) => {
      const focused = document.activeElement
      if (focused === null || !element.contains(focused)) return null
      const { x, y, width, height } = focused.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      return { address: focused.getAttribute('href'), isOnTop: focused.contains(top) }
    })
    if (link === null) return { reached, covered }
    if (link.address === null) continue
    reached.add(link.address)
    if (!link.isOnTop) covered.push(link.address)
  }
}

describe('with the keyboard alone', () => {
  it.each([
    {
      kind: 'conversations',
      charts: 'bars',
      table: 'Over time',
      points: ({ series }: Report) => sumOf(series),
    },
    { kind: 'response', charts: 'lines', table: 'Over time', points: ({ series }: Report) => sumOf(series) },
    {
      kind: 'satisfaction',
      charts: 'stacks',
      table: 'Over time',
      points: ({ series }: Report) => sumOf(series),
    },
    { kind: 'agents', charts: 'a table', table: 'By agent', points: ({ groups }: Report) => sumOf(groups) },
    {
      kind: 'heat_map',
      charts: 'a heat map',
      table: 'Conversations by weekday and hour',
      points: ({ cells }: Report) => cells.filter(({ figures }) => (figures.started?.count ?? 0) > 0).length,
    },
  ])('every figure of $charts is reached, seen and opened: $kind', async ({ kind, table, points }) => {
    const page = await openReports('full')
    const answer = page.waitForResponse((response) => response.url().includes(`/reports/${kind}?`))
    await goTo(page, kind)
    const report: Report = await (await answer).json()

    const { reached, covered } = await tabThrough(page, table)
    expect(reached.size).toBe(points(report))
    expect(covered).toEqual([])

    // A figure in the middle opens what is behind it, and has the focus again afterwards.
    const link = page
      .getByRole('group', { name: table })
      .getByRole('link')
      .nth(Math.floor(reached.size / 2))
    await link.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog')
    await sheet.getByText(/^[\d,]+ results?$/).waitFor()
    await saveScreenshot(page, `reports-keyboard-${kind}`)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})
