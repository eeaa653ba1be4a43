import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findMedia } from './media-store.ts'
import { openUpload, setUpMedia, type MediaSetup } from '../../testing/media-setup.ts'

let setup: MediaSetup
beforeAll(async () => {
  setup = await setUpMedia()
})
afterAll(() => setup.close())

it('an interrupted upload leaves neither row nor file, and can be retried', async () => {
  const ticket = setup.ticket('a.bin', 500_000)
  const upload = openUpload(ticket, { 'content-length': '500000' })
  upload.on('error', () => {})
  upload.write(Buffer.alloc(300_000))
  await expect.poll(() => setup.files()).toHaveLength(1)
  upload.destroy()
  await expect.poll(() => setup.files()).toEqual([])
  expect(await findMedia(setup.db, ticket.media_id)).toBeUndefined()

  const again = await setup.put(ticket.upload_url, ticket.ticket, Buffer.alloc(500_000))
  expect(again.status).toBe(201)
  expect(await setup.files()).toHaveLength(1)
})

describe('an upload is aborted', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('when it stalls, and leaves nothing', async () => {
    const before = await setup.files()
    const upload = openUpload(setup.ticket('a.bin', 500_000), { 'content-length': '500000' })
    const failed = once(upload, 'error')
    upload.write(Buffer.alloc(300_000))
    await expect.poll(() => setup.files()).toHaveLength(before.length + 1)
    vi.advanceTimersByTime(60_000)
    await failed
    await expect.poll(() => setup.files()).toEqual(before)
  })

  it('when it is too slow: 1 MiB may take 64 s', async () => {
    const before = await setup.files()
    const upload = openUpload(setup.ticket('a.bin', 500_000), { 'content-length': '500000' })
    const failed = once(upload, 'error')
    upload.write(Buffer.alloc(300_000))
    await expect.poll(() => setup.files()).toHaveLength(before.length + 1)
    const file = (await setup.files()).find((name) => !before.includes(name)) ?? ''
    for (let sent = 300_000; sent < 300_004; sent += 1) {
      vi.advanceTimersByTime(30_000)
      upload.write(Buffer.alloc(1))
      if (sent < 300_002) await expect.poll(() => setup.sizeOf(file)).toBe(sent + 1)
    }
    await failed
    await expect.poll(() => setup.files()).toEqual(before)
  })
})
