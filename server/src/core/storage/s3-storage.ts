import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { S3Config } from '../../config.ts'
import { StartError } from '../start-error.ts'
import { isDayFolder, type FileStorage, type OutageOptions } from './file-storage.ts'
import { isRefused, unusable } from './s3-refusal.ts'

/** Of 1,000 entries. A bucket with more objects of other programs counts as one with files. */
const maxFolderPages = 100

/** Includes the wait for a free connection of a limited pool (ms). */
const connectionTimeout = 5_000
/** Without a byte, or until the head of a response (ms). */
const silenceMs = 30_000
/** Of an upload (ms): above the 60 s after which the service aborts an upload whose sender pauses (core/slow-body.ts). */
const uploadSilenceMs = 90_000

/** Opens an S3-compatible store. Objects appear only when complete, so an aborted upload leaves nothing. */
export async function openS3Storage(config: S3Config, outage?: OutageOptions): Promise<FileStorage> {
  const options: S3ClientConfig = {
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.keyId, secretAccessKey: config.secret },
    // Amazon requires the bucket in the host name; other stores rarely support it.
    forcePathStyle: !new URL(config.endpoint).hostname.endsWith('.amazonaws.com'),
    // The default adds a checksum trailer, which many other stores refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The client logs to the console by default; errors are thrown anyway.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  }
  const client = new S3Client({
    ...options,
    requestHandler: { connectionTimeout, socketTimeout: silenceMs },
  })
  const uploads = new S3Client({
    ...options,
    requestHandler: { connectionTimeout, socketTimeout: uploadSilenceMs },
  })
  // A download holds its connection until its reader has finished. With a limit, slow readers would block other downloads, and on
  // a shared client all operations.
  const unlimited = { maxSockets: Infinity }
  const reads = new S3Client({
    ...options,
    requestHandler: {
      connectionTimeout,
      requestTimeout: silenceMs,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
      httpAgent: unlimited,
      httpsAgent: unlimited,
    },
  })
  const Bucket = config.bucket
  const abortSignal = outage && AbortSignal.timeout(outage.timeoutMs)
  const head = client.send(new HeadBucketCommand({ Bucket }), abortSignal && { abortSignal })
  await head.catch((error: unknown) => {
    const cause: unknown = abortSignal?.aborted ? abortSignal.reason : error
    const message = unusable(config, cause)
    if (outage && !isRefused(cause)) return outage.onUnavailable(new Error(message, { cause }))
    close()
    throw new StartError(message, { cause })
  })

  function close(): void {
    client.destroy()
    uploads.destroy()
    reads.destroy()
  }

  async function hasDayFolder(Prefix: string): Promise<boolean> {
    let ContinuationToken: string | undefined
    for (let page = 1; page <= maxFolderPages; page += 1) {
      const found = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix, Delimiter: '/', ContinuationToken }),
      )
      const folders = (found.CommonPrefixes ?? []).map((each) => each.Prefix?.slice(0, -1) ?? '')
      if (folders.some(isDayFolder)) return true
      ContinuationToken = found.NextContinuationToken
      if (ContinuationToken === undefined) return false
    }
    return true
  }

  return {
    volumes: [],
    async write(key, source, size) {
      const body = Readable.from(source)
      // Without the abort, an error of the source would leave the connection to the store open.
      const stop = new AbortController()
      body.on('error', () => stop.abort())
      try {
        const command = new PutObjectCommand({ Bucket, Key: key, Body: body, ContentLength: size })
        await uploads.send(command, { abortSignal: stop.signal })
      } catch (error) {
        throw body.errored ?? error
      } finally {
        body.destroy()
      }
    },
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      try {
        const { Body } = await reads.send(new GetObjectCommand({ Bucket, Key: key, Range }))
        if (!(Body instanceof IncomingMessage)) throw new TypeError('The S3 client gave no stream.')
        failWhenSilent(Body)
        return Body
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
    },
    async *list(folder) {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: `${folder}/`, ContinuationToken }),
        )
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
    async put(key, content) {
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: content }))
    },
    async isEmpty() {
      // Other programs may have objects in the same bucket. Folders of days begin with the century.
      for (const Prefix of ['20', 'recordings/20']) if (await hasDayFolder(Prefix)) return false
      return true
    },
    close,
  }
}

/** Not a timeout of the connection: a reader may pause as long as it likes, as with a paused video. */
function failWhenSilent(body: IncomingMessage): void {
  const { socket } = body
  let lastBytesRead = socket.bytesRead
  const timer = setInterval(() => {
    const isWaiting = body.readableLength === 0 && !body.complete
    if (isWaiting && socket.bytesRead === lastBytesRead)
      body.destroy(Object.assign(new Error('The S3 store stopped sending.'), { code: 'ETIMEDOUT' }))
    lastBytesRead = socket.bytesRead
  }, silenceMs)
  timer.unref()
  body.once('close', () => clearInterval(timer))
}
