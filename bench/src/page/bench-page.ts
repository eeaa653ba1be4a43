import { findChromium } from '@parley/e2e/find-chromium'
import { startEmbeddedPostgres } from '@parley/server/core/embedded-postgres'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import type { BenchOptions } from '../arguments.ts'
import { startProduct } from '../chat/product.ts'
import { fixed, median, row } from '../figures.ts'
import { measureVisit, type Visit } from './visit.ts'

/** A shop page, with or without the widget. */
const page = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Teapots</title><link rel="icon" href="data:,">${script}<h1>Teapots</h1></html>`

/**
 * `npm run bench -- page` (B9): main-thread time at 4x CPU throttling of a page that embeds the widget and of the same
 * page without it. Visits alternate, each in a new browser profile.
 */
export async function benchPage(options: BenchOptions): Promise<void> {
  const found = await findChromium()
  if (!found) throw new Error('There is no Chromium: `npm run e2e` installs one.')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-database-'))
  const database = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: console.warn } })
  const product = await startProduct(database.url)
  const { base, providerId } = product
  const embed = `<script>window.parleyConfig={providerId:"${providerId}"}</script><script async src="${base}/sdk.js"></script>`
  const site = createServer((request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(page(request.url === '/widget' ? embed : '')),
  ).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`
  const browser = await chromium.launch({ executablePath: found.path })
  try {
    const rounds = options.quick ? 2 : 10
    const [empty, widget]: [Visit[], Visit[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const visits = [
        await measureVisit(browser, `${origin}/empty`, false),
        await measureVisit(browser, `${origin}/widget`, true),
      ] as const
      // The first round warms up the service's caches.
      if (round === 0) continue
      empty.push(visits[0])
      widget.push(visits[1])
    }
    console.log(`\nB9 main-thread milliseconds at 4x throttle, medians of ${rounds} rounds (least to most)`)
    row('', 'empty page', 'with widget', 'widget')
    for (const phase of ['load', 'open'] as const) {
      const [floor, whole] = [empty.map((visit) => visit[phase]), widget.map((visit) => visit[phase])]
      row(phase, spread(floor), spread(whole), fixed(median(whole) - median(floor)))
    }
    row('click to open, ms', '', spread(widget.map(({ clickToOpen }) => clickToOpen)))
  } finally {
    await browser.close()
    site.closeAllConnections()
    site.close()
    await product.stop()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const spread = (values: number[]) =>
  `${fixed(median(values))} (${fixed(Math.min(...values), 0)}-${fixed(Math.max(...values), 0)})`
