import type { ServerResponse } from 'node:http'

/** The user's decision on a service's consent page; `ask` shows the page. */
export type Consent = 'allow' | 'deny' | 'ask'

/** A consent page for browser tests, with the links `#allow` and `#deny`. */
export function showConsent(response: ServerResponse, service: string, at: URL): void {
  const link = (decision: string) => {
    const url = new URL(at)
    url.searchParams.set('decision', decision)
    return `<a id="${decision}" href="${url.href.replaceAll('&', '&amp;')}">${decision}</a>`
  }
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(
    `<!doctype html><link rel="icon" href="data:,"><title>${service}</title><h1>${service}</h1>${link('allow')} ${link('deny')}`,
  )
}

/** Returns null after showing the page, until the user decides. */
export function decisionOf(
  consent: Consent,
  response: ServerResponse,
  service: string,
  at: URL,
): 'allow' | 'deny' | null {
  const decided = at.searchParams.get('decision')
  if (decided === 'allow' || decided === 'deny') return decided
  if (consent !== 'ask') return consent
  showConsent(response, service, at)
  return null
}
