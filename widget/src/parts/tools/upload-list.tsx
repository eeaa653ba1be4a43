import { maxMediaPerMessage } from '@parley/client/connection/wire-values'
import type { Upload } from '@parley/client/sending/upload'
import type { Media } from '@parley/protocol/media'
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { m } from './messages/keys.ts'
import { useToolsMessages } from './tools-messages.ts'
import { UploadChip } from './upload-chip.tsx'

interface UploadListProps {
  files: readonly File[]
  onRemove(file: File): void
  /** The attachments once all files are uploaded, else null. */
  onMedia(media: readonly Media[] | null): void
}

/** The files of the message that is being written. They are uploaded at once; the message waits for them. */
export function UploadList({ files, onRemove, onMedia }: UploadListProps) {
  const { session } = useChat()
  const t = useToolsMessages()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { current: uploads } = useRef(new Map<File, Upload>())
  const ready = useStore(session.state).name === 'ready'
  const list = files.map((file) => {
    const upload = uploads.get(file) ?? session.upload(file)
    uploads.set(file, upload)
    return upload
  })

  useLayoutEffect(() => {
    const report = () => {
      const media = list.flatMap((upload) => {
        const state = upload.state.get()
        return state.name === 'done' ? [state.media] : []
      })
      onMedia(media.length === list.length ? media : null)
      redraw(undefined)
    }
    report()
    const stops = list.map((upload) => upload.state.subscribe(report))
    return () => {
      for (const stop of stops) stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the uploads follow from the files
  }, [files])
  useEffect(() => {
    if (!ready) return
    for (const upload of list) {
      const state = upload.state.get()
      if (state.name === 'failed' && state.retryable) upload.retry()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [ready, files])

  if (!t) return null
  return (
    <ul class="uploads">
      {list.map((upload) => (
        <UploadChip
          key={upload.id}
          upload={upload}
          ready={ready}
          t={t}
          onRemove={() => {
            upload.abort()
            onRemove(upload.file)
          }}
        />
      ))}
    </ul>
  )
}

export function TooManyFiles() {
  return useToolsMessages()?.(m.tooManyFiles, maxMediaPerMessage)
}
