import type { MediaTicket, MediaTicketParams } from '@parley/protocol/media'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Result } from '../connection/result.ts'
import { FakeXhr } from '../testing/fake-xhr.ts'
import { settle } from '../testing/test-platform.ts'
import { createUploader, type Upload } from './upload.ts'

const media = { id: 'm-1', name: 'a.png', mime: 'image/png', size: 5, width: 1, height: 1, url: '/x' }
let requests: FakeXhr[]
let asked: MediaTicketParams[]
let tickets: Result<MediaTicket>[]

beforeEach(() => {
  requests = []
  asked = []
  tickets = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeXhr {
      constructor() {
        super()
        requests.push(this)
      }
    },
  )
})

const ticket: Result<MediaTicket> = {
  ok: true,
  value: { media_id: 'm-1', upload_url: '/v1/public/media/m-1', ticket: 'secret', expires_in: 60 },
}

function uploader(maxBytes?: number) {
  return createUploader({
    origin: 'https://support.example',
    ...(maxBytes !== undefined && { maxBytes }),
    requestTicket(params) {
      asked.push(params)
      return Promise.resolve(tickets.shift() ?? ticket)
    },
  })
}

const file = (name = 'a.png', content = 'bytes') => new File([content], name)
const code = (upload: Upload) => {
  const state = upload.state.get()
  return state.name === 'failed' ? [state.code, state.retryable] : state.name
}

test.each([
  ['larger than the settings allow', file('a.png', 'too many bytes'), 'media_too_large'],
  ['empty', file('a.png', ''), 'invalid_request'],
])('a file that is %s fails without asking the server', async (_, bad, expected) => {
  const upload = uploader(5)(bad, null)
  await settle()
  expect(code(upload)).toEqual([expected, false])
  expect(asked).toEqual([])
})

test('a file is uploaded by PUT with its ticket, reports progress, and becomes media', async () => {
  const upload = uploader()(file(), 'customer-1')
  await settle()
  expect(asked).toEqual([{ name: 'a.png', size: 5, customer_id: 'customer-1' }])
  const [request] = requests
  expect(request).toMatchObject({ method: 'PUT', url: 'https://support.example/v1/public/media/m-1' })
  expect(request?.headers['Parley-Upload']).toBe('secret')
  expect(request?.body).toBe(upload.file)
  request?.progress(2, 5)
  expect(upload.state.get()).toEqual({ name: 'uploading', progress: 0.4 })
  request?.answer(201, media)
  await settle()
  expect(upload.state.get()).toEqual({ name: 'done', media })
})

test('the widget sends no customer id, and a long name is cut at its start, to keep the extension', async () => {
  uploader()(file(`${'x'.repeat(300)}.png`), null)
  await settle()
  expect(asked[0]?.name).toHaveLength(255)
  expect(asked[0]?.name.endsWith('.png')).toBe(true)
  expect(asked[0]).not.toHaveProperty('customer_id')
})

test.each([
  [{ ok: false, code: 'media_too_large' }, ['media_too_large', false]],
  [{ ok: false, code: 'customer_blocked' }, ['customer_blocked', false]],
  [{ ok: false, code: 'disconnected' }, ['disconnected', true]],
  [{ ok: false, code: 'rate_limited', retryAfter: 1 }, ['rate_limited', true]],
] as const)('no ticket (%o): no bytes', async (answer, expected) => {
  tickets = [answer]
  const upload = uploader()(file(), null)
  await settle()
  expect(code(upload)).toEqual(expected)
  expect(requests).toEqual([])
})

test.each([
  [415, { code: 'media_type_not_allowed' }, ['media_type_not_allowed', false]],
  [413, { code: 'media_too_large' }, ['media_too_large', false]],
  [410, { code: 'link_expired' }, ['link_expired', true]],
  [502, '<html>Bad gateway</html>', ['network', true]],
  [200, 'OK', ['network', true]],
  [201, 'null', ['network', true]],
])('an answer %i %o fails the upload', async (status, body, expected) => {
  const upload = uploader()(file(), null)
  await settle()
  for (const request of requests) {
    request.answer(status, body)
    await settle()
  }
  expect(code(upload)).toEqual(expected)
  expect(requests).toHaveLength(expected[0] === 'network' ? 2 : 1)
})

test('an interrupted upload can be restarted with a new ticket', async () => {
  const upload = uploader()(file(), null)
  await settle()
  for (const request of requests) {
    request.breakOff()
    await settle()
  }
  expect(code(upload)).toEqual(['network', true])
  upload.retry()
  await settle()
  expect(asked).toHaveLength(3)
  requests[2]?.answer(201, media)
  await settle()
  expect(code(upload)).toBe('done')
})

test('an interrupted upload is repeated once by itself, with a new ticket', async () => {
  const upload = uploader()(file(), null)
  await settle()
  requests[0]?.progress(2, 5)
  requests[0]?.breakOff()
  await settle()
  expect(upload.state.get()).toEqual({ name: 'uploading', progress: 0 })
  expect(asked).toHaveLength(2)
  requests[1]?.answer(201, media)
  await settle()
  expect(code(upload)).toBe('done')
})

test('an interrupted upload that gets no ticket waits for the connection', async () => {
  tickets = [ticket, { ok: false, code: 'disconnected' }]
  const upload = uploader()(file(), null)
  await settle()
  requests[0]?.breakOff()
  await settle()
  expect(code(upload)).toEqual(['disconnected', true])
  expect(requests).toHaveLength(1)
})

test('an upload may take a minute from its last progress, or from its start', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5_000)
  uploader()(file(), null)
  await settle()
  expect(requests[0]?.timeout).toBe(60_000)
  now.mockReturnValue(55_000)
  requests[0]?.progress(2, 5)
  expect(requests[0]?.timeout).toBe(110_000)
  now.mockRestore()
})

test('an upload whose bytes a proxy has taken may take as long as they need at 16 KiB/s', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5_000)
  const photo = new File([new Uint8Array(1_600_000)], 'photo.jpg')
  uploader()(photo, null)
  await settle()
  requests[0]?.progress(photo.size, photo.size)
  expect(requests[0]?.timeout).toBe(160_000)
  now.mockRestore()
})

test('an aborted upload stops at once and ignores later network events', async () => {
  const upload = uploader()(file(), null)
  await settle()
  upload.abort()
  expect(requests[0]?.aborted).toBe(true)
  requests[0]?.answer(201, media)
  await settle()
  expect(code(upload)).toEqual(['aborted', true])
})

test('an upload that is aborted before its ticket arrives sends nothing', async () => {
  const upload = uploader()(file(), null)
  upload.abort()
  await settle()
  expect(requests).toEqual([])
  expect(code(upload)).toEqual(['aborted', true])
})

test('a finished upload cannot be aborted or restarted', async () => {
  const upload = uploader()(file(), null)
  await settle()
  requests[0]?.answer(201, media)
  await settle()
  upload.abort()
  upload.retry()
  expect(code(upload)).toBe('done')
})

test('two files are uploaded at a time, others are queued', async () => {
  const upload = uploader()
  const all = ['a', 'b', 'c', 'd'].map((name) => upload(file(name), null))
  await settle()
  expect(all.map(code)).toEqual(['uploading', 'uploading', 'queued', 'queued'])
  all[2]?.abort()
  requests[0]?.answer(201, media)
  await settle()
  expect(all.map(code)).toEqual(['done', 'uploading', ['aborted', true], 'uploading'])
  expect(asked.map(({ name }) => name)).toEqual(['a', 'b', 'd'])
})

test('uploads of two sessions have different ids, as the list of one draft may contain both', () => {
  expect(uploader()(file(), null).id).not.toBe(uploader()(file(), null).id)
})
