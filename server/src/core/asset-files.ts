import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ignoreMissing } from './data-dir.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** One built file in memory, with its compressed versions. */
export interface AssetFile {
  type: string
  /** Differs by encoding, as strong tags must (RFC 9110, 8.8.3.3). The same in every process: a hash of the content. */
  etag: (encoding: Encoding) => string
  /** Compressed on the first request for this encoding. */
  body: (encoding: Encoding) => Promise<Buffer>
  isCompressible: boolean
}

/**
 * Returns a function that opens the files of a build by their path in `directory`, for example `assets/main-abc.js`.
 * undefined: there is no such file, or it is not public (`.vite/...`, `..`). A build that replaces files is picked up
 * without a restart. docs/decisions/libraries.md says why this is not @fastify/static.
 */
export function openAssets(directory: string): (name: string) => Promise<AssetFile | undefined> {
  const cache = new Map<string, { version: string; file: AssetFile }>()
  return async (name) => {
    if (!publicName.test(name)) return undefined
    const location = path.join(directory, name)
    const stats = await stat(location).catch(ignoreMissing)
    if (!stats?.isFile()) return undefined
    const version = `${stats.mtimeMs} ${stats.size}`
    const cached = cache.get(name)
    if (cached?.version === version) return cached.file
    const file = createAsset(await readFile(location), path.extname(name))
    cache.set(name, { version, file })
    return file
  }
}

const publicName = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** Smaller files fit into one packet anyway. */
const minCompressibleBytes = 500

/** @param extension of its name, with the dot */
export function createAsset(content: Buffer, extension: string): AssetFile {
  const type = types[extension] ?? 'application/octet-stream'
  const digest = hash('sha256', content, 'base64url').slice(0, 22)
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(content)]])
  return {
    type,
    isCompressible:
      content.length > minCompressibleBytes && /^(text|application\/(json|manifest)|image\/svg)/.test(type),
    etag: (encoding) => `"${digest}${encoding === 'identity' ? '' : `-${encoding}`}"`,
    body(encoding) {
      const body = bodies.get(encoding) ?? compress(content, encoding)
      bodies.set(encoding, body)
      return body
    },
  }
}

/** Runs in the thread pool. For a script of 355 KB, quality 11 takes 0.9 s (97 KB), quality 9 takes 0.16 s (104 KB). */
const compress = (content: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'gzip'
    ? promisify(gzip)(content, { level: 9 })
    : promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: content.length > 200_000 ? 9 : 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      })

/** Returns the best encoding that the client accepts (RFC 9110, 12.5.3). */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepts = (name: string) =>
    (acceptEncoding ?? '').split(',').some((entry) => {
      const [encoding = '', quality] = entry.toLowerCase().split(/;\s*q=/)
      return encoding.trim() === name && (quality === undefined || Number(quality) > 0)
    })
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
}
