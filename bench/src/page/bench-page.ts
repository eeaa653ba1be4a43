import { findChromium } from '@parley/e2e/find-chromium'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { startProduct } from '../chat/product.ts'
import { fixed, median, row } from '../figures.ts'
import { measureVisit, type Visit } from './visit.ts'

/** A shop page, with or without the widget. */
const page = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Teapots</title><link rel="icon" href="data:,">${script}<h1>Teapots</h1></html>`

/** What a launcher cannot do without: a script of another origin that fetches the settings and then adds a button in a shadow root. */
const floorScript = (
  settings: string,
) => `fetch("${settings}",{credentials:"omit"}).then(r=>r.json()).then(()=>{
  const element=document.createElement("floor-widget")
  element.attachShadow({mode:"open"}).innerHTML='<style>button{all:unset;position:fixed;right:20px;bottom:20px;width:56px;height:56px;border-radius:50%;background:#066}</style><button></button>'
  document.documentElement.append(element)
})`

/**
 * `npm run bench -- page` (B9): main-thread time at 4x CPU throttling of a page that embeds the widget, of the same page without
 * it, and of the page with the least that shows a launcher. Visits take turns, each in a new browser profile.
 */
export async function benchPage(options: BenchOptions): Promise<void> {
  const found = await findChromium()
  if (!found) throw new Error('There is no Chromium: `npm run e2e` installs one.')
  const database = await startDatabase()
  const product = await startProduct(database.url)
  const { base, providerId } = product
  const embed = `<script>window.parleyConfig={providerId:"${providerId}"}</script><script async src="${base}/sdk.js"></script>`
  const scripts = await listen('text/javascript', () =>
    floorScript(`${base}/v1/public/providers/${providerId}/widget`),
  )
  const heads: Record<string, string> = {
    '/floor': `<script async src="${scripts.origin}/floor.js"></script>`,
    '/widget': embed,
  }
  const site = await listen('text/html; charset=utf-8', (url) => page(heads[url] ?? ''))
  const { origin } = site
  const browser = await chromium.launch({ executablePath: found.path })
  try {
    const rounds = options.quick ? 2 : 10
    const [empty, floor, widget]: [Visit[], Visit[], Visit[]] = [[], [], []]
    for (let round = 0; round <= rounds; round++) {
      const visits = [
        await measureVisit(browser, `${origin}/empty`, false),
        await measureVisit(browser, `${origin}/floor`, false),
        await measureVisit(browser, `${origin}/widget`, true),
      ] as const
      // The first round warms up the service's caches.
      if (round === 0) continue
      empty.push(visits[0])
      floor.push(visits[1])
      widget.push(visits[2])
    }
    console.log(`\nB9 main-thread milliseconds at 4x throttle, medians of ${rounds} rounds (least to most)`)
    row('', 'empty page', 'floor', 'with widget', 'floor − empty', 'widget − empty')
    for (const phase of ['load', 'open'] as const) {
      const [without, least, whole] = [empty, floor, widget].map((visits) =>
        visits.map((visit) => visit[phase]),
      ) as [number[], number[], number[]]
      row(
        phase,
        ...[without, least, whole].map(spread),
        ...[least, whole].map((figures) => fixed(median(figures) - median(without))),
      )
    }
    row('click to open, ms', '', '', spread(widget.map(({ clickToOpen }) => clickToOpen)))
  } finally {
    await browser.close()
    for (const { close } of [site, scripts]) close()
    await product.stop()
    await database.stop()
  }
}

/** `content` by path. */
async function listen(type: string, content: (url: string) => string) {
  const server = createServer((request, response) =>
    response
      .writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
      .end(content(request.url ?? '')),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const spread = (values: number[]) =>
  `${fixed(median(values), 0)} (${fixed(Math.min(...values), 0)}-${fixed(Math.max(...values), 0)})`
