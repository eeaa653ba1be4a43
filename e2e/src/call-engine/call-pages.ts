import type { AgentCalls } from '@parley/client/calls/agent-calls-api'
import type { CallSession, CustomerCallSession } from '@parley/client/calls/call-signaling'
import type { CustomerCalls } from '@parley/client/calls/customer-calls'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { Profile } from '../harness/browser.ts'
import { signIn, type Organization, type Person } from '../harness/people.ts'
import { repository, type Service } from '../harness/service.ts'
import { watchConnections } from '../harness/tone.ts'

declare global {
  interface Window {
    calls: CustomerCalls & AgentCalls
    session: CallSession & Pick<CustomerCallSession, 'entered'>
  }
}

/** Pages with only the call engine, at the origins of widget and panel. */
export interface CallPages {
  customer: (profile: Profile, service: Pick<Service, 'url'>, providerId: string) => Promise<Page>
  agent: (
    profile: Profile,
    service: Pick<Service, 'url'>,
    organization: Organization,
    person?: Person,
  ) => Promise<Page>
}

export function useCallPages(): CallPages {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-call-engine-'))
    const config = path.join(import.meta.dirname, 'vite.config.ts')
    const vite = path.join(repository, 'node_modules/vite/bin/vite.js')
    const words = ['build', '--config', config, '--outDir', folder, '--logLevel', 'error']
    await promisify(execFile)(process.execPath, [vite, ...words], { cwd: repository })
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** A page of this origin that is served by the test. */
  async function open(profile: Profile, name: 'customer' | 'agent', origin: string, options: object) {
    await watchConnections(profile.context)
    // A page that is served by the test has no address space, so it may not access loopback without permission.
    await profile.context.grantPermissions(['local-network-access', 'microphone', 'camera'], { origin })
    await profile.context.route(`${origin}/engine/**`, async (route) => {
      const file = new URL(route.request().url()).pathname.split('/').pop() ?? ''
      const isScript = file.endsWith('.js')
      await route.fulfill({
        contentType: isScript ? 'text/javascript' : 'text/html',
        body: isScript
          ? await readFile(path.join(folder, file))
          : `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/engine/${name}.js"></script>`,
      })
    })
    const query = new URLSearchParams(Object.entries(options)).toString()
    return profile.open(`${origin}/engine/${name}?${query}`)
  }

  const socketOf = (service: Pick<Service, 'url'>, where: string) =>
    `${service.url.replace(/^http/, 'ws')}/v1/${where}`

  return {
    customer: (profile, service, provider) =>
      open(profile, 'customer', 'http://localhost:4455', {
        provider,
        socket: socketOf(service, 'public/socket'),
      }),
    async agent(profile, service, organization, person = organization.owner) {
      await signIn(profile, service, person)
      return open(profile, 'agent', service.url, {
        organization: organization.id,
        agent: person.agentId,
        socket: socketOf(service, 'socket'),
      })
    },
  }
}

/** Waits until a page's call engine is in this state. */
export async function untilCall(page: Page, ...names: string[]): Promise<void> {
  await page.waitForFunction((wanted) => wanted.includes(window.calls.state.get().name), names)
}

/** Starts a call and waits until it is active. */
export async function talk(customer: Page, agent: Page): Promise<void> {
  await ring(customer, agent)
  await agent.evaluate(() => window.calls.accept())
  await Promise.all([untilCall(customer, 'active'), untilCall(agent, 'active')])
}

/** Starts a call and waits until it rings at the agent. */
export async function ring(
  customer: Page,
  agent: Page,
  consent: 'granted' | 'declined' | null = null,
): Promise<void> {
  await agent.waitForFunction(() => window.calls.desk.get()?.state === 'idle')
  // The widget shows its call button once the service has sent the call settings.
  await customer.waitForFunction(
    () => window.calls.media !== undefined && window.session.entered.get() !== null,
  )
  await customer.evaluate(() => window.calls.prepare())
  await untilCall(customer, 'ready')
  await customer.evaluate((answer) => window.calls.start(answer), consent)
  await agent.waitForFunction(() => window.calls.desk.get()?.offer)
}
