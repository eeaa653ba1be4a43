import type { Readable } from 'node:stream'
import { AppError } from '../../core/app-error.ts'
import { headBytes, readType, type TypeReader } from './media-type.ts'
import { pictureSize } from './image-dimensions.ts'

export type UploadedContent = { mime: string; width: number | null; height: number | null }

/**
 * Reads an upload once, from the wire to the storage: counts, looks at the first bytes, passes on. What is held at
 * any moment is the head, for the type, and one chunk; a slow storage slows the sender.
 * @param write keeps what it is given, or nothing of it when that throws
 * @throws AppError media_size_mismatch, as soon as there is a byte too many; media_type_not_allowed; invalid_request when the sender leaves
 */
export async function receiveUpload(upload: {
  body: Readable
  size: number
  write: (source: AsyncIterable<Buffer>) => Promise<void>
}): Promise<UploadedContent> {
  const chunks = countedChunks(upload.body, upload.size)
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
    const size = pictureSize(mime, head)
    return { mime, width: size?.width ?? null, height: size?.height ?? null }
  } finally {
    // Lets go of the body, so that its rest can be read by somebody else.
    await chunks.return(undefined)
  }
}

async function* countedChunks(body: Readable, size: number): AsyncGenerator<Buffer> {
  let received = 0
  try {
    // Destroying the request would cut the connection before the sender has read why.
    const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      received += chunk.length
      if (received > size) throw new AppError('media_size_mismatch')
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid_request', { detail: 'The upload broke off.', cause })
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

/** The verdict falls before the storage sees the end, so that it keeps nothing that is refused. */
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
