import { loadavg } from 'node:os'
import { errors, type Page } from 'playwright-core'
import type { BenchOptions } from '../arguments.ts'
import { startProduct } from '../chat/product.ts'
import { fixed, percentile, row } from '../figures.ts'
import { openBrowsers, untilBothHear } from './browsers.ts'
import { openEnginePages, type Engine, type EnginePages } from './engine-pages.ts'
import { behindProxy, inviteTeam, setCalls } from './team.ts'

/** Then a new call is placed, because calls have a maximum duration. */
const reloadsPerCall = 50
const aimMs = 5_000

/**
 * C3: reloads a customer's page during a call and measures the time until both sides hear each other again.
 * The agent runs in another Chromium process.
 */
export async function benchReloads(databaseUrl: string, { quick, reloads }: BenchOptions): Promise<void> {
  const total = reloads ?? (quick ? 10 : 500)
  console.log(
    `\nC3  ${total} reloads of the customer's page during a call; ms until both sides hear each other`,
  )
  const server = await startProduct(databaseUrl, behindProxy)
  const [member] = await inviteTeam(server, 1)
  if (!member) throw new Error('Nobody was invited')
  await setCalls(server, { nobody: 'wait', wrap_up_seconds: 0, max_minutes: 480 })
  const browsers = await openBrowsers()
  const pages = await openEnginePages(browsers, server, member)
  const loads: number[] = []
  const times: number[] = []
  try {
    for (let done = 0; done < total; done += reloadsPerCall) {
      const count = Math.min(reloadsPerCall, total - done)
      await reloadOneCall(pages, count, (time) => {
        times.push(time)
        loads.push(loadavg()[0] ?? 0)
        if (time > aimMs)
          console.log(`  reload ${times.length}: ${time === Infinity ? 'lost' : `${fixed(time)} ms`}`)
      })
      print(times, loads)
    }
  } finally {
    await pages.close()
    await browsers.close()
    await server.stop()
  }
  console.log(`  aim: all within ${aimMs} ms`)
}

async function reloadOneCall(
  { agent, openCustomer }: EnginePages,
  count: number,
  onTime: (milliseconds: number) => void,
): Promise<void> {
  const { page, context } = await openCustomer()
  await talk(page, agent)
  for (let reload = 0; reload < count; reload++) {
    const time = await timeReload(page, agent)
    onTime(time)
    if (time === Infinity) break
  }
  await agent.evaluate(() => (window as unknown as Engine).calls.hangUp())
  await untilState(agent, 'over')
  await agent.evaluate(() => (window as unknown as Engine).calls.dismiss())
  await context.close()
}

async function talk(customer: Page, agent: Page): Promise<void> {
  await customer.evaluate(() => {
    window.heard.listen()
    ;(window as unknown as Engine).calls.prepare()
  })
  await customer.waitForFunction(() => {
    const { calls, session } = window as unknown as Engine
    return calls.state.get().name === 'ready' && session.entered.get() !== null
  })
  await agent.waitForFunction(() => (window as unknown as Engine).calls.desk.get()?.state === 'idle')
  await agent.evaluate(() => window.heard.listen())
  await customer.evaluate(() => (window as unknown as Engine).calls.start(null))
  await agent.waitForFunction(() => (window as unknown as Engine).calls.desk.get()?.offer)
  await agent.evaluate(() => (window as unknown as Engine).calls.accept())
  await Promise.all([untilState(customer, 'active'), untilState(agent, 'active')])
  await untilBothHear(customer, agent, 0)
}

/** Milliseconds until both sides hear each other again; Infinity after 30 s, Playwright's default timeout. */
async function timeReload(customer: Page, agent: Page): Promise<number> {
  await agent.evaluate(() => window.heard.listen())
  const reloadedAt = await customer.evaluate(() => window.heard.now())
  await customer.reload()
  try {
    return await untilBothHear(customer, agent, reloadedAt)
  } catch (error) {
    if (error instanceof errors.TimeoutError) return Infinity
    throw error
  }
}

async function untilState(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => (window as unknown as Engine).calls.state.get().name === wanted,
    name,
  )
}

function print(times: number[], loads: number[]): void {
  const load = `${fixed(Math.min(...loads))} to ${fixed(Math.max(...loads))}`
  const inTime = times.filter((time) => time <= aimMs).length
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => fixed(percentile([...times], share), 0))
  row('', 'within 5 s', 'p50', 'p99', 'max', 'load')
  row(`${times.length} reloads`, String(inTime), p50 ?? '', p99 ?? '', max ?? '', load)
}
