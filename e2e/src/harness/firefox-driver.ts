#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer, type RawData } from 'ws'

/**
 * Playwright starts this as Firefox: it runs $PARLEY_FIREFOX with the same arguments and proxies Playwright's connection. It answers
 * the one command that Playwright sends for every profile and that a stock Firefox (153) does not support.
 */

const unknown = 'emulation.setMediaFeaturesOverride'

const firefox = spawn(process.env['PARLEY_FIREFOX'] ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
firefox.once('exit', (code) => process.exit(code ?? 1))
createInterface(firefox.stderr).on('line', (line) => {
  const address = /^WebDriver BiDi listening on (ws:\/\/.*)$/.exec(line)?.[1]
  if (address === undefined) console.error(line)
  else void listen(address)
})

async function listen(address: string): Promise<void> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (near, { url = '' }) => pass(near, new WebSocket(`${address}${url}`)))
  await once(server, 'listening')
  // Playwright reads this line.
  console.error(`WebDriver BiDi listening on ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

function pass(near: WebSocket, far: WebSocket): void {
  const asked = new Set<number>()
  const waiting: string[] = []

  near.on('message', (data) => {
    const text = textOf(data)
    if (text.includes(unknown)) asked.add(JSON.parse(text).id)
    if (far.readyState === WebSocket.OPEN) far.send(text)
    else waiting.push(text)
  })
  far.on('open', () => {
    for (const text of waiting.splice(0)) far.send(text)
  })
  far.on('message', (data) => {
    const text = textOf(data)
    near.send(asked.size === 0 ? text : answered(text))
  })
  near.on('close', () => far.close())
  far.on('close', () => near.close())

  function answered(text: string): string {
    const { id, error }: { id?: number; error?: string } = JSON.parse(text)
    if (id === undefined || !asked.delete(id) || error !== 'unknown command') return text
    return JSON.stringify({ type: 'success', id, result: {} })
  }
}

const textOf = (data: RawData) =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString()
