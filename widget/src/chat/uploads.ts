import type { Upload } from '@parley/client/sending/upload'
import { maxMediaPerMessage } from '@parley/client/connection/wire-values'
import type { Media } from '@parley/protocol/media'
import { useEffect, useReducer, useState } from 'preact/hooks'
import { useChat, useStore } from './chat-context.ts'
import { waitsForConnection } from './waiting-upload.ts'

export interface Uploads {
  list: readonly Upload[]
  /** More than a message can carry were given. */
  tooMany: boolean
  add(files: Iterable<File>): void
  remove(upload: Upload): void
  /** Everything was sent. */
  clear(): void
  /** The attachments when all are there, else null. */
  ready(): readonly Media[] | null
}

/** The files of the message that is being written. They go up at once; the message waits for them. */
export function useUploads(): Uploads {
  const { session, parts } = useChat()
  const [list, setList] = useState<readonly Upload[]>([])
  const [tooMany, setTooMany] = useState(false)
  const who = useStore(session.identity)
  const [, redraw] = useReducer((count: number) => count + 1, 0)

  // A file goes up as whoever chose it.
  useEffect(() => setList([]), [who])
  useEffect(() => {
    const stops = list.map((upload) => upload.state.subscribe(() => redraw(undefined)))
    return () => {
      for (const stop of stops) stop()
    }
  }, [list])
  useEffect(() => {
    const goOn = () => {
      if (session.state.get().name !== 'ready') return
      // What shows them; without a network it could not come either.
      if (list[0]) parts.fetchTools()
      for (const upload of list) if (waitsForConnection(upload.state.get())) upload.retry()
    }
    goOn()
    return session.state.subscribe(goOn)
  }, [session, list, parts])

  return {
    list,
    tooMany,
    add(files) {
      const fitting = [...files].slice(0, maxMediaPerMessage - list.length)
      setTooMany(fitting.length < [...files].length)
      setList([...list, ...fitting.map((file) => session.upload(file))])
    },
    remove(upload) {
      upload.abort()
      setTooMany(false)
      setList(list.filter((other) => other !== upload))
    },
    clear() {
      setTooMany(false)
      setList([])
    },
    ready() {
      const media = list.flatMap((upload) => {
        const state = upload.state.get()
        return state.name === 'done' ? [state.media] : []
      })
      return media.length === list.length ? media : null
    },
  }
}
