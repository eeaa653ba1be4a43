import type { MediaRecord } from '@parley/protocol/media'
import type { Readable } from 'node:stream'

export type OpenFile = (media: MediaRecord) => Promise<Readable | undefined>

/** Opens the files of one request, and tells whether the storage failed to deliver one. */
export function watchFiles(openFile: OpenFile) {
  let hasFailed = false
  const fail = () => {
    hasFailed = true
  }
  return {
    async openFile(media: MediaRecord): Promise<Readable | undefined> {
      try {
        return (await openFile(media))?.once('error', fail)
      } catch (error) {
        fail()
        throw error
      }
    },
    hasFailed: () => hasFailed,
  }
}
