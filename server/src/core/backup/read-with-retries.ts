import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileStorage } from '../storage/file-storage.ts'

/** Delays before further requests for one file (ms). */
export const defaultRetryDelaysMs: readonly number[] = [1000, 3000, 10_000]

/**
 * Reads a file of `size` bytes. A download that breaks is continued by a new request for the rest, so that what the archive already has of
 * it stays valid: files never change. Returns undefined when there is no such file.
 * @throws the storage's error after the last retry, also while the content is read
 */
export async function readWithRetries(
  storage: Pick<FileStorage, 'read'>,
  { key, size }: { key: string; size: number },
  retryDelaysMs: readonly number[],
): Promise<AsyncIterable<Buffer> | undefined> {
  const delays = [...retryDelaysMs]

  async function waitAfter(error: unknown): Promise<void> {
    const delayMs = delays.shift()
    if (delayMs === undefined) throw error
    await sleep(delayMs)
  }

  async function request(start: number): Promise<Readable | undefined> {
    for (;;) {
      try {
        return await (start === 0 ? storage.read(key) : storage.read(key, { start, end: size - 1 }))
      } catch (error) {
        await waitAfter(error)
      }
    }
  }

  async function* contentOf(first: Readable): AsyncGenerator<Buffer> {
    let received = 0
    // Removed between two requests: the content ends early.
    for (let source: Readable | undefined = first; source !== undefined; source = await request(received)) {
      try {
        for await (const chunk of source as AsyncIterable<Buffer>) {
          received += chunk.length
          yield chunk
        }
        return
      } catch (error) {
        if (received >= size) throw error
        await waitAfter(error)
      }
    }
  }

  const first = await request(0)
  return first && contentOf(first)
}
