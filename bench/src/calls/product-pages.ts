import type { AgentCalls } from '@parley/client/calls/agent-calls'
import type { CustomerLine } from '@parley/client/calls/call-signaling'
import type { CustomerCalls } from '@parley/client/calls/customer-calls'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import type { ProductServer } from '../chat/product.ts'
import { newWindow, thinkingTime, untilBothHear, type Browsers } from './browsers.ts'
import type { PlaceCall } from './place-call.ts'
import type { TeamMember } from './team.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

interface Engine {
  calls: CustomerCalls & AgentCalls
  session: CustomerLine
  /** When the agent's page received the offer. */
  rangAt: number | null
}

/**
 * The call engines of widget and panel without UI, in separate pages: from `start` and `accept`, which the buttons call, to
 * the offer in the agent's desk, which makes the panel ring.
 */
export async function openProductPages(
  browsers: Browsers,
  server: ProductServer,
  { agentId, cookie }: TeamMember,
): Promise<{ place: PlaceCall; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-engine-'))
  await buildEngine(folder)
  const shop = 'http://localhost:4456'
  const socket = `${server.base.replace('http', 'ws')}/v1`

  const agentWindow = await newWindow(browsers.agents, server.base)
  await agentWindow.addCookies(
    cookie.split('; ').map((one) => {
      const [name = '', value = ''] = one.split(/=(.*)/s)
      return { name, value, url: server.base }
    }),
  )
  const agent = await openEngine(agentWindow, folder, `${server.base}/engine/agent`, {
    organization: server.organizationId,
    agent: agentId,
    socket: `${socket}/socket`,
  })
  await agent.evaluate(() => {
    const engine = window as unknown as Engine
    engine.rangAt = null
    engine.calls.desk.subscribe(() => {
      if (engine.calls.desk.get()?.offer) engine.rangAt ??= window.heard.now()
    })
  })
  const untilIdle = () =>
    agent.waitForFunction(() => (window as unknown as Engine).calls.desk.get()?.state === 'idle')
  await untilIdle()

  return {
    async place() {
      const context = await newWindow(browsers.customers, shop)
      const page = await openEngine(context, folder, `${shop}/engine/customer`, {
        provider: server.providerId,
        socket: `${socket}/public/socket`,
      })
      await page.evaluate(() => {
        window.heard.listen()
        ;(window as unknown as Engine).calls.prepare()
      })
      // The button appears once the service has sent the call settings.
      await page.waitForFunction(() => {
        const { calls, session } = window as unknown as Engine
        return calls.state.get().name === 'ready' && session.entered.get() !== null
      })
      await agent.evaluate(() => {
        ;(window as unknown as Engine).rangAt = null
        window.heard.listen()
      })
      const rings = await page.evaluate(() => {
        const at = window.heard.now()
        ;(window as unknown as Engine).calls.start(null)
        return at
      })
      const rang = await agent.waitForFunction(() => (window as unknown as Engine).rangAt, undefined, {
        polling: 20,
      })
      const ring = ((await rang.jsonValue()) ?? Number.NaN) - rings
      await setTimeout(thinkingTime)
      const clicked = await agent.evaluate(() => {
        const at = window.heard.now()
        ;(window as unknown as Engine).calls.accept()
        return at
      })
      const sound = await untilBothHear(page, agent, clicked)
      await agent.waitForFunction(() => (window as unknown as Engine).calls.state.get().name === 'active')
      await agent.evaluate(() => (window as unknown as Engine).calls.hangUp())
      await agent.waitForFunction(() => (window as unknown as Engine).calls.state.get().name === 'over')
      await agent.evaluate(() => (window as unknown as Engine).calls.dismiss())
      await untilIdle()
      await context.close()
      return { ring, sound }
    },
    async close() {
      await agentWindow.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The pages of the call engine's tests. */
async function buildEngine(folder: string): Promise<void> {
  const vite = path.join(repository, 'node_modules/vite/bin/vite.js')
  const config = path.join(repository, 'e2e/src/call-engine/vite.config.ts')
  const words = ['build', '--config', config, '--outDir', folder, '--logLevel', 'error']
  await promisify(execFile)(process.execPath, [vite, ...words], { cwd: repository })
}

/** A page of this origin that is served by this benchmark. */
async function openEngine(
  context: BrowserContext,
  folder: string,
  address: string,
  options: Record<string, string>,
): Promise<Page> {
  const name = address.split('/').at(-1)
  const html = `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/engine/${name}.js"></script>`
  await context.route(`${new URL(address).origin}/engine/**`, async (route) => {
    const file = new URL(route.request().url()).pathname.split('/').pop() ?? ''
    await (file.endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: await readFile(path.join(folder, file)) })
      : route.fulfill({ contentType: 'text/html', body: html }))
  })
  const page = await context.newPage()
  await page.goto(`${address}?${new URLSearchParams(options).toString()}`)
  await page.waitForFunction(() => (window as unknown as Partial<Engine>).calls?.media !== undefined)
  return page
}
