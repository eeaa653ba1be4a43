import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { beforeEach, inject } from 'vitest'
import { untilCall, useCallPages } from '../call-engine/call-pages.ts'
import { useBrowser, type Profile } from './browser.ts'
import { foundOrganization, signIn, type Address, type Organization, type Person } from './people.ts'
import { microphoneOf } from './microphone.ts'
import { watchConnections } from './tone.ts'
import { workElsewhere } from './work-elsewhere.ts'

/** Agents use the real panel, customers a page with only the call client. Each browser's microphone plays its own tone. */
export interface CallScene {
  organization: Organization
  /** Opens a panel with microphone permission at this path. */
  panelOf(person: Person, path?: string, options?: PanelOptions): Promise<OwnPanel>
  asOwner(path?: string, options?: PanelOptions): Promise<OwnPanel>
  /** Opens a page of a new customer that can call. */
  customer(): Promise<Customer>
}

export interface PanelOptions extends BrowserContextOptions {
  /** Console messages that do not fail the test. */
  expected?: RegExp[]
  microphone?: 'granted' | 'denied'
  /** The panel is in the background with notification permission. `window.told` has the notifications shown. */
  elsewhere?: boolean
}

export interface Customer {
  page: Page
  /** Starts a call. Resolves before it is answered. */
  call(options?: { camera?: boolean; consent?: 'granted' | 'declined' }): Promise<void>
  until(...names: string[]): Promise<void>
  hangUp(): Promise<void>
}

/** Locators of the panel's call controls. */
export interface CallPanel {
  page: Page
  profile: Profile
  /** The incoming call. */
  incoming: Locator
  accept: Locator
  decline: Locator
  /** The call bar. */
  bar: Locator
  hangUp: Locator
  /** The agent's avatar, whose name contains the state. */
  face: Locator
  history: Locator
  /** The sheet with a call's details. */
  sheet: Locator
  untilState(state: string): Promise<void>
}

export interface OwnPanel extends CallPanel {
  /** Grants the permission in the browser's settings. */
  allowMicrophone(): Promise<void>
  /** Blocks all traffic between panel and server. */
  cutOff(): void
}

export const customerTone = 1000
export const agentTone = 600
const devices = ['microphone', 'camera']

export function useCallScene(service: () => Address = () => inject('service')): CallScene {
  const customers = useBrowser(() => microphoneOf(customerTone))
  const agents = useBrowser(() => microphoneOf(agentTone))
  const pages = useCallPages()
  let organization: Organization

  beforeEach(async () => {
    // oxlint-disable-next-line react/immutability -- a hook of Vitest, none of React
    organization = await foundOrganization(service(), 'Bell')
  })

  async function panelOf(person: Person, path = '/calls', options: PanelOptions = {}): Promise<OwnPanel> {
    const { expected = [], microphone = 'granted', elsewhere = false, ...context } = options
    const profile = await agents.profile({ reducedMotion: 'reduce', ...context })
    profile.expectErrors(...expected)
    await watchConnections(profile.context)
    if (elsewhere) await profile.context.addInitScript(workElsewhere)
    const { url: origin } = service()
    let cut = false
    await profile.context.routeWebSocket(/\/v1\/socket$/, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((frame) => {
        if (!cut) server.send(frame)
      })
      server.onMessage((frame) => {
        if (!cut) socket.send(frame)
      })
    })
    // Permissions that are not listed are denied.
    await profile.context.grantPermissions(microphone === 'granted' ? devices : ['geolocation'], { origin })
    await signIn(profile, service(), person)
    return {
      ...panelOn(await profile.open(organization.panel(path)), profile),
      cutOff: () => void (cut = true),
      allowMicrophone: () => profile.context.grantPermissions(devices, { origin }),
    }
  }

  return {
    get organization() {
      return organization
    },
    panelOf,
    asOwner: (path, options) => panelOf(organization.owner, path, options),
    async customer() {
      const page = await pages.customer(await customers.profile(), service(), organization.provider.id)
      await page.waitForFunction(() => window.session?.state.get().name === 'ready')
      return {
        page,
        async call({ camera = false, consent } = {}) {
          await page.evaluate(() => window.calls.prepare())
          await untilCall(page, 'ready')
          if (camera) {
            await page.evaluate(() => window.calls.media.setCamera(true))
            await page.waitForFunction(() => window.calls.media.view.get().localVideo)
          }
          await page.evaluate((answer) => window.calls.start(answer), consent ?? null)
          await untilCall(page, 'waiting', 'ringing', 'connecting', 'active')
        },
        until: (...names) => untilCall(page, ...names),
        hangUp: () => page.evaluate(() => window.calls.hangUp()),
      }
    },
  }
}

/** Opens another window of a panel, or the panel in another profile. */
export function panelOn(page: Page, profile: Profile): CallPanel {
  const incoming = page.getByRole('region', { name: 'Incoming call' })
  const bar = page.getByRole('region', { name: 'Call', exact: true })
  const face = page.getByRole('button', { name: /: account menu/ })
  return {
    page,
    profile,
    incoming,
    accept: incoming.getByRole('button', { name: 'Accept' }),
    decline: incoming.getByRole('button', { name: 'Decline' }),
    bar,
    hangUp: bar.getByRole('button', { name: 'Hang up' }),
    face,
    history: page
      .getByRole('table', { name: 'Calls, newest first' })
      .getByRole('row')
      .filter({ has: page.getByRole('link') }),
    sheet: page.getByRole('dialog', { name: 'Call', exact: true }),
    untilState: (state) => page.getByRole('button', { name: `calls: ${state}` }).waitFor(),
  }
}
