import type { ServerResponse } from 'node:http'

/** What the person at a service decides: at once, or by a click on its page. */
export type Consent = 'allow' | 'deny' | 'ask'

/** A service's consent page as a browser test meets it: `#allow` and `#deny`, which lead on by GET. */
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

/** null: the page was shown, and nobody has decided. */
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
