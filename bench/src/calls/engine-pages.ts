import type { AgentCalls } from '@parley/client/calls/agent-calls-api'
import type { CustomerCallSession } from '@parley/client/calls/call-signaling'
import type { CustomerCalls } from '@parley/client/calls/customer-calls'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import type { ProductServer } from '../chat/product.ts'
import { newWindow, type Browsers } from './browsers.ts'
import type { TeamMember } from './team.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

export interface Engine {
  calls: CustomerCalls & AgentCalls
  session: CustomerCallSession
  /** When the agent's page received the offer. */
  rangAt: number | null
}

/** The call engines of panel and widget in separate pages, without UI. */
export interface EnginePages {
  agent: Page
  openCustomer(): Promise<{ page: Page; context: BrowserContext }>
  close(): Promise<void>
}

export async function openEnginePages(
  browsers: Browsers,
  server: ProductServer,
  { agentId, cookie }: TeamMember,
): Promise<EnginePages> {
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

  return {
    agent,
    async openCustomer() {
      const context = await newWindow(browsers.customers, shop)
      const page = await openEngine(context, folder, `${shop}/engine/customer`, {
        provider: server.providerId,
        socket: `${socket}/public/socket`,
      })
      return { page, context }
    },
    async close() {
      await agentWindow.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Builds the test pages of the call engine into `folder`. */
async function buildEngine(folder: string): Promise<void> {
  const vite = path.join(repository, 'node_modules/vite/bin/vite.js')
  const config = path.join(repository, 'e2e/src/call-engine/vite.config.ts')
  const args = ['build', '--config', config, '--outDir', folder, '--logLevel', 'error']
  await promisify(execFile)(process.execPath, [vite, ...args], { cwd: repository })
}

/** Opens `address`, served from `folder`. Resolves once the call engine is loaded. */
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
