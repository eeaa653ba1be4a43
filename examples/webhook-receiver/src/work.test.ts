import type { WebhookEvent } from '@parley/node'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { work } from './work.ts'

afterEach(() => vi.useRealTimers())

const ready = (url: string) =>
  ({
    event_id: '0198f6a0-0000-7000-8000-000000000001',
    type: 'call.recording_ready',
    timestamp: '2026-03-01T10:00:00.000+00:00',
    data: { id: 'c1', recordings: [{ id: 'r1', name: 'call.webm', mime: 'audio/webm', size: 5000, url }] },
  }) as WebhookEvent

test('a recording that takes longer than the time limit is fetched as long as it keeps arriving', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let chunks = 0
  vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
    const pull = (body: ReadableStreamDefaultController) => {
      vi.advanceTimersByTime(900)
      signal.throwIfAborted()
      chunks += 1
      if (chunks > 5) body.close()
      else body.enqueue(Buffer.alloc(1000))
    }
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }))
  })
  const printed: string[] = []
  expect(await work(ready('https://parley.test/call.webm'), (line) => printed.push(line), 1000)).toBe('done')
  expect(printed).toEqual(['call c1: call.webm, 5000 bytes'])
})

test('a recording that stops arriving fails, so that it is retried later', async () => {
  const service = createServer((_incoming, response) => response.write('The first bytes')).listen(
    0,
    '127.0.0.1',
  )
  await once(service, 'listening')
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/call.webm`
  await expect(work(ready(url), () => {}, 100)).rejects.toThrow('nothing arrived for 100 ms')
  service.closeAllConnections()
  service.close()
})
