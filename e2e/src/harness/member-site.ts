import type { ProviderSecret } from '@parley/protocol/provider'
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Profile } from './browser.ts'
import { shopPage, type HostSite, type ShopOptions } from './host-site.ts'
import type { Organization } from './people.ts'

/** A signed-in user of a site. */
export interface SiteMember {
  uid: string
  name?: string
  email?: string
  language?: string
  /** Seconds; an hour by default. */
  lifetime?: number
}

/** A site with custom login in one browser. */
export interface MemberSite {
  /** The signed-in user; null if nobody is. */
  member: SiteMember | null
  /** Arguments of all `getToken` calls. */
  asked: string[]
  /** Tokens that were issued. */
  given: string[]
  open(path?: string): Promise<Page>
  /** Another page in the same tab. */
  go(page: Page, path: string): Promise<void>
}

/** Source of the page's `getToken`; requests the site's server by default. */
const askServer = `async ({ jkt }) => window.chatToken(jkt)`

export async function memberSite(
  profile: Profile,
  site: HostSite,
  organization: Organization,
  options: Partial<ShopOptions> & { base: string; getToken?: string },
): Promise<MemberSite> {
  const { owner, provider } = organization
  const { getToken = askServer, base, head = '', ...more } = options
  const key: ProviderSecret = await organization.call(owner, 'GET', `/providers/${provider.id}/secret`)
  const address = (path: string) =>
    site.put(
      path,
      shopPage({
        base,
        providerId: undefined,
        head: `<script>window.parleyConfig = { providerId: '${provider.id}', getToken: ${getToken} }</script>${head}`,
        ...more,
      }),
    )
  const its: MemberSite = {
    member: null,
    asked: [],
    given: [],
    open: (path = '/members') => profile.open(address(path)),
    go: async (page, path) => void (await page.goto(address(path))),
  }
  await profile.context.exposeFunction('chatToken', (jkt: string) => {
    its.asked.push(jkt)
    if (!its.member) return null
    const token = signToken(key.secret_key, provider.id, jkt, its.member)
    its.given.push(token)
    return token
  })
  return its
}

/** Signed without the SDK, as docs/login.md describes. */
export function signToken(secretKey: string, pid: string, jkt: string, member: SiteMember): string {
  const { lifetime = 3600, ...claims } = member
  const iat = Math.floor(Date.now() / 1000)
  const payload = { pid, type: 'user', cnf: { jkt }, ...claims, iat, exp: iat + lifetime }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}`
  return `${signed}.${createHmac('sha256', secretKey).update(signed).digest('base64url')}`
}
