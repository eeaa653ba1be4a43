import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll } from 'vitest'

/** A page of a shop that embeds the widget. */
export interface HostPage {
  /** The document, from `<!doctype html>` on. */
  html: string
  headers?: Record<string, string>
}

export interface HostSite {
  /** `http://localhost:<port>` */
  readonly origin: string
  /** The same site under a host name that is not a secure context. */
  readonly insecureOrigin: string
  /** Adds or replaces a page. Returns its URL. */
  put(path: string, page: HostPage): string
}

/** Web server of the sites that embed the widget, on its own port. */
export function useHostSite(): HostSite {
  const pages = new Map<string, HostPage>()
  let port = 0
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (!page) return response.writeHead(404).end()
    return response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        ...page.headers,
      })
      .end(page.html)
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address === 'object' && address !== null) ({ port } = address)
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return {
    get origin() {
      return `http://localhost:${port}`
    },
    get insecureOrigin() {
      return `http://shop.test:${port}`
    },
    put(path, page) {
      pages.set(path, page)
      return `http://localhost:${port}${path}`
    },
  }
}

export interface ShopOptions {
  /** Address of the service. */
  base: string
  /** undefined: no `parleyConfig`, the page calls `init`. */
  providerId: string | undefined
  lang?: string
  dir?: 'ltr' | 'rtl'
  /** Additional head content: styles, scripts. */
  head?: string
  /** Additional body content. */
  body?: string
  /** How often the script is included. */
  times?: number
}

/** An ordinary shop page that embeds the widget as the panel's snippet says. */
export function shopPage({
  base,
  providerId,
  lang = 'en',
  dir = 'ltr',
  head = '',
  body = '',
  times = 1,
}: ShopOptions): HostPage {
  const config =
    providerId === undefined ? '' : `<script>window.parleyConfig = ${JSON.stringify({ providerId })}</script>`
  const script = `<script async src="${base}/sdk.js"></script>`
  return {
    html: `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Teapots</title>
<link rel="icon" href="data:,">
<style>body { font-family: serif; margin: 2rem; min-height: 150vh }</style>
${head}
${config}
${script.repeat(times)}
</head>
<body>
<main><h1>Teapots</h1><p>For two, four and six cups.</p><button type="button">Add to basket</button></main>
${body}
</body>
</html>`,
  }
}
