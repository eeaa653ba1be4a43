import type { ErrorCode } from '@parley/protocol/error'
import type { Media, MediaTicket, MediaTicketParams } from '@parley/protocol/media'
import type { Result, FailureCode } from '../connection/result.ts'
import { createStore, type Store } from '../state/store.ts'

/** `network`: the transfer failed. `aborted`: by `abort()`. */
export type UploadFailure = FailureCode | 'network' | 'aborted'

export type UploadState =
  | { name: 'queued' }
  /** From 0 to 1. */
  | { name: 'uploading'; progress: number }
  | { name: 'done'; media: Media }
  | { name: 'failed'; code: UploadFailure; retryable: boolean }

export interface Upload {
  /** For keyed lists. */
  id: string
  file: File
  state: Store<UploadState>
  /** Has no effect once the upload is done. */
  abort: () => void
  /** Restarts a failed upload. */
  retry: () => void
}

export interface UploaderOptions {
  requestTicket: (params: MediaTicketParams) => Promise<Result<MediaTicket>>
  /** Base of relative upload URLs. */
  origin: string
  maxBytes?: number
}

/** Further files wait, so that the first ones are complete sooner. */
const maxParallel = 2
/** A transfer without progress for this long has failed, also if only the response is missing. */
const stallTimeoutMs = 60_000

/** Errors about the file itself, which a retry cannot resolve. */
const final = new Set<UploadFailure>([
  'media_too_large',
  'media_type_not_allowed',
  'invalid_request',
  'customer_blocked',
  'not_found',
  'forbidden',
])

export type CreateUploader = typeof createUploader

/** Lists may contain uploads of several sessions. */
let count = 0

/** Uploads files: requests a ticket over the socket, then sends the bytes by PUT (protocol/src/media.ts). */
export function createUploader(options: UploaderOptions): (file: File, customerId: string | null) => Upload {
  const queue: (() => Promise<void>)[] = []
  let running = 0

  async function work() {
    if (running >= maxParallel) return
    running++
    for (let next = queue.shift(); next; next = queue.shift()) await next()
    running--
  }

  return (file, customerId) => {
    const state = createStore<UploadState>({ name: 'queued' })
    /** Identity of the current attempt; results of earlier ones are ignored. */
    let attempt: object | null = null
    let stop = () => {}

    function fail(code: UploadFailure) {
      attempt = null
      state.set({ name: 'failed', code, retryable: !final.has(code) })
    }

    function start() {
      const own = (attempt = {})
      if (options.maxBytes !== undefined && file.size > options.maxBytes) return fail('media_too_large')
      if (file.size === 0) return fail('invalid_request')
      state.set({ name: 'queued' })
      queue.push(() => run(own))
      void work()
    }

    async function run(own: object, mayRepeat = true): Promise<void> {
      if (attempt !== own) return
      state.set({ name: 'uploading', progress: 0 })
      const ticket = await options.requestTicket({
        name: file.name.slice(-255) || 'file',
        size: file.size,
        ...(customerId !== null && { customer_id: customerId }),
      })
      if (attempt !== own) return
      if (!ticket.ok) return fail(ticket.code)
      const outcome = await put(ticket.value, own).catch((): UploadFailure => 'network')
      if (attempt !== own) return
      // Without a connection, the second attempt gets no ticket.
      if (outcome === 'network' && mayRepeat) return run(own, false)
      if (typeof outcome === 'string') return fail(outcome)
      attempt = null
      state.set({ name: 'done', media: outcome })
    }

    function put(ticket: MediaTicket, own: object): Promise<Media | UploadFailure> {
      return new Promise((resolve) => {
        const request = new XMLHttpRequest()
        const startedAt = performance.now()
        stop = () => request.abort()
        request.timeout = stallTimeoutMs
        request.upload.addEventListener('progress', ({ loaded }) => {
          // The browser counts from the start. A proxy may have taken all bytes at once, and pass them on at the service's lowest rate, 16 KiB/s.
          const passingOnMs = loaded < file.size ? 0 : loaded / 16
          request.timeout = performance.now() - startedAt + stallTimeoutMs + passingOnMs
          if (attempt === own) state.set({ name: 'uploading', progress: loaded / file.size })
        })
        request.addEventListener('loadend', () => resolve(outcomeOf(request)))
        request.open('PUT', new URL(ticket.upload_url, options.origin).href)
        request.setRequestHeader('Parley-Upload', ticket.ticket)
        // The service detects the type from the bytes; without this header the browser would send one.
        request.setRequestHeader('Content-Type', 'application/octet-stream')
        request.send(file)
      })
    }

    start()
    return {
      id: `upload-${++count}`,
      file,
      state,
      abort() {
        if (!attempt) return
        fail('aborted')
        stop()
      },
      retry() {
        if (state.get().name === 'failed') start()
      },
    }
  }
}

function outcomeOf(request: XMLHttpRequest): Media | UploadFailure {
  const answer = parse(request.responseText)
  if (request.status >= 200 && request.status < 300 && answer?.id) return answer
  return answer?.code ?? 'network'
}

/** The Media or the problem; undefined for other responses, for example of a proxy. */
function parse(text: string): (Media & { code?: ErrorCode }) | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
