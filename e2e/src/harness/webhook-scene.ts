import type { Webhook, WebhookEvent } from '@parley/protocol/webhook'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { beforeEach, inject } from 'vitest'
import { useBrowser } from './browser.ts'
import { visitorLine } from './line.ts'
import { foundOrganization, signIn, type Organization, type Person } from './people.ts'
import { useWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/** A separate organization per test, with a server that receives its webhooks. */
export interface WebhookScene {
  organization: Organization
  receiver: WebhookReceiver
  /** The panel at this path. `expected`: allowed console errors. */
  panelOf(person: Person, path: string, options?: PanelOptions): Promise<Page>
  asOwner(path: string, options?: PanelOptions): Promise<Page>
  /** For `customer.created` by default. */
  makeWebhook(path: string, events?: WebhookEvent[]): Promise<Webhook>
  secretOf(webhook: Webhook): Promise<string>
  /** A new visitor sends a message: conversation.started and customer.created. */
  somebodyWrites(): Promise<void>
}

export interface PanelOptions extends BrowserContextOptions {
  expected?: RegExp[]
}

export function useWebhookScene(): WebhookScene {
  const service = inject('service')
  const browser = useBrowser()
  const receiver = useWebhookReceiver()
  let organization: Organization

  beforeEach(async () => {
    // oxlint-disable-next-line react/immutability -- a hook of Vitest, none of React
    organization = await foundOrganization(service, 'Kiln')
  })

  async function panelOf(person: Person, path: string, options: PanelOptions = {}): Promise<Page> {
    const { expected = [], ...context } = options
    const profile = await browser.profile({ reducedMotion: 'reduce', ...context })
    profile.expectErrors(...expected)
    await signIn(profile, service, person)
    return profile.open(organization.panel(path))
  }

  return {
    get organization() {
      return organization
    },
    receiver,
    panelOf,
    asOwner: (path, options) => panelOf(organization.owner, path, options),
    makeWebhook: (path, events = ['customer.created']) =>
      organization.call(organization.owner, 'POST', '/webhooks', { url: receiver.url(path), events }),
    secretOf: async ({ id }) =>
      (await organization.call(organization.owner, 'GET', `/webhooks/${id}/secret`)).secret,
    async somebodyWrites() {
      const visitor = await visitorLine(service, organization.provider.id)
      await visitor.say('Does it pour?')
      await visitor.close()
    },
  }
}

/** One per delivery of the list, newest first. */
export const deliveryRows = (page: Page): Locator =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })

/** State and time of the next attempt. */
export const stateOf = (row: Locator): Locator => row.getByRole('cell').first()

export const deliverySheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Delivery' })

export const settingsSubject = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name })
