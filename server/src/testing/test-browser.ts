/** A minimal browser with cookies, redirects and self-submitting forms. */
export interface TestBrowser {
  /** Cookies by origin, `name` to `value`. */
  cookies: Map<string, Map<string, string>>
  /** All opened URLs, in order. */
  visited: string[]
  /** Follows redirects and self-submitting forms to the last page. */
  open(url: string, options?: { until?: (url: URL) => boolean }): Promise<Visit>
}

export interface Visit {
  url: string
  status: number
  headers: Headers
  html: string
}

/** @param hosts maps a public origin to its listening address: `https://parley.test` -> `http://127.0.0.1:1234` */
export function newTestBrowser(hosts: Record<string, string>): TestBrowser {
  const cookies = new Map<string, Map<string, string>>()
  const visited: string[] = []

  async function visit(url: URL, form: URLSearchParams | null, from: URL | null): Promise<Response> {
    visited.push(url.href)
    const jar = cookies.get(url.origin) ?? new Map<string, string>()
    cookies.set(url.origin, jar)
    // SameSite=Lax: cookies are not sent with a cross-origin POST.
    const isForeignPost = form !== null && from !== null && from.origin !== url.origin
    const sent = isForeignPost ? '' : [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const real = hosts[url.origin] ?? url.origin
    const response = await fetch(real + url.pathname + url.search, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        accept: 'text/html,*/*',
        'accept-language': 'de-AT,de;q=0.9',
        ...(sent !== '' && { cookie: sent }),
      },
      ...(form && { body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }

  return {
    cookies,
    visited,
    async open(address, { until } = {}) {
      let url = new URL(address)
      let form: URLSearchParams | null = null
      let from: URL | null = null
      for (let step = 0; step < 20; step += 1) {
        if (until?.(url)) return { url: url.href, status: 0, headers: new Headers(), html: '' }
        const response = await visit(url, form, from)
        const location = response.headers.get('location')
        const html = await response.text()
        const submitted = location === null ? selfSubmitted(html) : null
        if (location === null && !submitted)
          return { url: url.href, status: response.status, headers: response.headers, html }
        from = url
        form = submitted?.fields ?? null
        url = new URL(location ?? submitted?.action ?? '', url)
        if (until && form && until(new URL(`${url.href}?${form.toString()}`)))
          return { url: `${url.href}?${form.toString()}`, status: 0, headers: new Headers(), html: '' }
      }
      throw new Error(`Too many steps: ${visited.join(' ')}`)
    },
  }
}

function selfSubmitted(html: string): { action: string; fields: URLSearchParams } | null {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]
  if (action === undefined) return null
  const fields = new URLSearchParams()
  for (const [, name = '', value = ''] of html.matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
  ))
    fields.set(name, unescape(value))
  return { action: unescape(action), fields }
}

const unescape = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Returns the data that the popup's last page passes to its script. */
export function handoverOf(visit: Visit): {
  message: Record<string, unknown>
  origin: string | null
  back: string | null
  ask: boolean
} {
  const json = /<script type="application\/json" id="handover">(.*?)<\/script>/s.exec(visit.html)?.[1]
  if (json === undefined)
    throw new Error(`Not a popup page: ${visit.status} ${visit.url} ${visit.html.slice(0, 200)}`)
  return JSON.parse(json)
}
