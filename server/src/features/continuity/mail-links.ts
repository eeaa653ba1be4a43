import { addressKey, type SignedLinks } from '../../core/signed-links.ts'
import type { Secrets } from '../../core/secrets.ts'

/** What the links of a mail lead to; `subscribe` is on the page of `unsubscribe`. */
export type MailPage = 'confirm' | 'unsubscribe' | 'subscribe' | 'conversation'

/** Unsubscribe links are valid long, because people keep mails; the others as long as they are useful. */
const lifetimeSeconds: Record<MailPage, number> = {
  confirm: 7 * 86_400,
  unsubscribe: 365 * 86_400,
  subscribe: 86_400,
  conversation: 14 * 86_400,
}

export type MailLinks = ReturnType<typeof createMailLinks>

/** Signed links of continuity mails. The key of the address is in the path: a link ends with the address. */
export function createMailLinks(deps: { baseUrl: string; links: SignedLinks; secrets: Secrets }) {
  const key = deps.secrets.key('continuity addresses')
  return {
    keyOf: (email: string): string => addressKey(key, email),
    pathOf: (customerId: string, keyOfAddress: string, page: MailPage): string =>
      `/v1/public/mail/${customerId}/${keyOfAddress}/${page}`,
    link(customerId: string, keyOfAddress: string, page: MailPage, now: number): string {
      const expires = Math.floor(now / 1000) + lifetimeSeconds[page]
      return deps.baseUrl + deps.links.sign(this.pathOf(customerId, keyOfAddress, page), expires)
    },
  }
}
