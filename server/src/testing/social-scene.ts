import type { SocialProvider } from '@parley/protocol/customer'
import type { ConnectResult, LoginStarted } from '@parley/protocol/session'
import type { MemberLogin } from '@parley/protocol/social-login'
import pg from 'pg'
import type { Logger } from '../core/logger.ts'
import { startSocialServices, type SocialServices } from './social-services.ts'
import { handoverOf, newTestBrowser, type TestBrowser, type Visit } from './test-browser.ts'
import {
  baseUrl,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
  type TestVisitor,
} from './test-service.ts'

export const shopOrigin = 'https://shop.test'
export const allSocials = ['google', 'facebook', 'apple', 'github', 'x'] as const

export type SocialScene = Awaited<ReturnType<typeof openSocialScene>>

/** A shop that offers all five logins, fake services, and browsers to sign in with. */
export async function openSocialScene(options: { logger?: Logger } = {}) {
  const services: SocialServices = await startSocialServices(baseUrl)
  let ahead = 0
  const service: TestService = await startTestService({
    clock: () => Date.now() + ahead,
    env: services.environment,
    socialEndpoints: services.endpoints,
    ...options,
  })
  const database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()

  /** Changes the widget's member login. Throws if the request fails. */
  async function change(organization: TestOrganization, body: object): Promise<MemberLogin> {
    const path = `/v1/organizations/${organization.id}/providers/${organization.providerId}/member-login`
    const answer = await service.call('PATCH', path, { cookie: organization.cookie, body })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }

  /** An organization whose widget offers all five logins on its shop's page. */
  async function foundShop(name: string): Promise<TestOrganization> {
    const organization = await foundOrganization(service, name)
    await service.call('PATCH', `/v1/organizations/${organization.id}/providers/${organization.providerId}`, {
      cookie: organization.cookie,
      body: { allowed_origins: [shopOrigin] },
    })
    await change(organization, { logins: allSocials.map((social) => ({ social, enabled: true })) })
    return organization
  }

  const shop = await foundShop('Shop')

  const browser = (): TestBrowser => newTestBrowser({ [baseUrl]: service.address })

  /** The popup URL for this visitor. */
  async function begin(visitor: TestVisitor, social: SocialProvider): Promise<string> {
    const { url } = await visitor.socket.request<LoginStarted>('login.start', { social })
    return `${url}&page=${encodeURIComponent(`${shopOrigin}/cart`)}`
  }

  /** Completes the sign-in at the service and returns the popup's last page. */
  const through = async (visitor: TestVisitor, social: SocialProvider, by: TestBrowser): Promise<Visit> =>
    by.open(await begin(visitor, social))

  return {
    services,
    service,
    database,
    shop,
    foundShop,
    change,
    advance: (milliseconds: number) => (ahead += milliseconds),
    browser,
    visitor: (organization = shop, more: Parameters<typeof connectVisitor>[2] = {}): Promise<TestVisitor> =>
      connectVisitor(service, organization.providerId, more),

    begin,
    through,

    /** The whole sign-in, including login.redeem. */
    async signIn(social: SocialProvider, visitor: TestVisitor, by = browser()): Promise<ConnectResult> {
      const { message } = handoverOf(await through(visitor, social, by))
      return visitor.socket.request<ConnectResult>('login.redeem', { code: message['code'] })
    },

    /** Returns the callback URL without opening it. */
    async answerOf(visitor: TestVisitor, social: SocialProvider, by: TestBrowser): Promise<URL> {
      const { url } = await by.open(await begin(visitor, social), {
        until: (address) => address.pathname.endsWith('/callback'),
      })
      return new URL(url)
    },

    async customers(): Promise<Record<string, unknown>[]> {
      const { rows } = await database.query<Record<string, unknown>>(
        'select * from customer order by created_at',
      )
      return rows
    },

    async close(): Promise<void> {
      await database.end()
      await service.stop()
      await services.stop()
    },
  }
}
