import type { Readable } from 'node:stream'
import { AppError } from '../../core/app-error.ts'
import { headBytes, readType, type TypeReader } from './media-type.ts'
import { imageDimensions } from './image-dimensions.ts'

export type UploadedContent = { mime: string; width: number | null; height: number | null }

/**
 * Streams an upload to the storage and detects its type. Holds the head and one chunk in memory; a slow storage slows the
 * sender down.
 * @param upload.onReceived is called with the bytes of every chunk, also of one that is refused
 * @param upload.write stores everything it reads, or nothing when the source throws
 * @throws AppError media_size_mismatch, at the first byte too many; media_type_not_allowed; invalid_request when the sender disconnects
 */
export async function receiveUpload(upload: {
  body: Readable
  size: number
  onReceived?: (bytes: number) => void
  write: (source: AsyncIterable<Buffer>) => Promise<void>
}): Promise<UploadedContent> {
  const chunks = countedChunks(upload)
  try {
    const first = await takeHead(chunks)
    const head = Buffer.concat(first)
    const reader = await readType(head)
    if (!reader) throw new AppError('media_type_not_allowed')
    let mime = ''
    await upload.write(
      watched(first, chunks, reader, (verdict) => {
        mime = verdict
      }),
    )
    const size = imageDimensions(mime, head)
    return { mime, width: size?.width ?? null, height: size?.height ?? null }
  } finally {
    // Releases the body: the route reads and discards its rest.
    await chunks.return(undefined)
  }
}

async function* countedChunks({
  body,
  size,
  onReceived,
}: Pick<Parameters<typeof receiveUpload>[0], 'body' | 'size' | 'onReceived'>): AsyncGenerator<Buffer> {
  let received = 0
  try {
    // Destroying the request would close the connection before the sender has read the response.
    const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      received += chunk.length
      onReceived?.(chunk.length)
      if (received > size) throw new AppError('media_size_mismatch')
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid_request', { detail: 'The upload was interrupted.', cause })
  }
  if (received < size) throw new AppError('media_size_mismatch')
}

async function takeHead(chunks: AsyncGenerator<Buffer>): Promise<Buffer[]> {
  const head: Buffer[] = []
  for (let length = 0; length < headBytes;) {
    const next = await chunks.next()
    if (next.done) break
    head.push(next.value)
    length += next.value.length
  }
  return head
}

/** Decides on the type before the storage sees the end, so that a refused file is not stored. */
async function* watched(
  first: Buffer[],
  rest: AsyncGenerator<Buffer>,
  reader: TypeReader,
  decide: (mime: string) => void,
): AsyncGenerator<Buffer> {
  for (const chunk of first.splice(0)) {
    reader.push(chunk)
    yield chunk
  }
  for await (const chunk of rest) {
    reader.push(chunk)
    yield chunk
  }
  const mime = reader.verdict()
  if (mime === undefined) throw new AppError('media_type_not_allowed')
  decide(mime)
}
