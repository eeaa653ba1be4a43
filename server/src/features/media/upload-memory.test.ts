import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setUpMedia, type MediaSetup } from '../../testing/media-setup.ts'

const mebibyte = 1024 * 1024
const size = 200 * mebibyte

/** A slow storage that records how many bytes were received but not yet stored. */
const watch = { socket: null as Socket | null, kept: 0, furthestAhead: 0, chunks: 0 }

let setup: MediaSetup
beforeAll(async () => {
  setup = await setUpMedia({
    maxBytes: size,
    wrap: (storage) => ({
      ...storage,
      async write(_key, source) {
        for await (const chunk of source) {
          watch.kept += chunk.length
          watch.chunks += 1
          const ahead = (watch.socket?.bytesRead ?? 0) - watch.kept
          watch.furthestAhead = Math.max(watch.furthestAhead, ahead)
          await setImmediate()
        }
      },
    }),
  })
  setup.http.server.on('connection', (socket: Socket) => {
    watch.socket = socket
  })
})
afterAll(() => setup.close())

it(
  'an upload of 200 MiB into a slow storage is not buffered: the sender waits',
  { timeout: 60_000 },
  async () => {
    const ticket = setup.ticket('film.bin', size)
    const upload = httpRequest(ticket.upload_url, {
      method: 'PUT',
      headers: { 'Parley-Upload': ticket.ticket, 'content-length': String(size) },
      agent: false,
    })
    const answered = once(upload, 'response')
    const block = Buffer.alloc(mebibyte)
    for (let sent = 0; sent < size; sent += mebibyte) if (!upload.write(block)) await once(upload, 'drain')
    upload.end()
    const [response]: IncomingMessage[] = await answered
    expect(response?.statusCode).toBe(201)
    response?.resume()
    expect(watch.kept).toBe(size)
    expect(watch.chunks).toBeGreaterThan(1000)
    expect(watch.furthestAhead).toBeLessThan(mebibyte)
  },
)
