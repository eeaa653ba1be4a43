import type { Upload, UploadState } from '@parley/client/sending/upload'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { Icon, IconButton } from '../../chat/icon.tsx'
import { isPicture } from '../../chat/picture-room.ts'
import type { ChatContext } from '../../chat/chat-context.ts'
import { waitsForConnection } from '../../chat/waiting-upload.ts'
import { paintBlob } from './painted.tsx'
import { m } from './messages/keys.ts'
import { useToolsMessages, type T } from './tools-messages.ts'

/** A file on its way into the message: what it is, how far it is, and how to take it out again. */
export function UploadChip({ upload, onRemove }: { upload: Upload; onRemove(): void }) {
  const context = useChat()
  const t = useToolsMessages()
  const state = useStore(upload.state)
  if (!t) return null
  const { name, type } = upload.file
  const failure = state.name === 'failed' && !waitsForConnection(state) ? state : null
  const problem = failure ? problemOf(upload, failure, context, t) : ''

  /** Painted, because an <img> of a blob would need the page's permission (img-src). */
  const paint = (canvas: HTMLCanvasElement | null) => {
    if (!canvas || canvas.dataset.painted) return
    canvas.dataset.painted = 'yes'
    paintBlob(upload.file, canvas).catch(() => canvas.remove())
  }
  return (
    <li class={`upload ${problem ? 'failed' : state.name === 'done' ? 'done' : ''}`}>
      <span class="file-sign">
        <Icon name={problem ? 'failed' : 'file'} />
        {isPicture({ mime: type }) && <canvas ref={paint} />}
      </span>
      <span class="file-about">
        <bdi class="file-name">{name}</bdi>
        {problem ? (
          <span class="problem" role="alert">
            {problem}
          </span>
        ) : state.name === 'done' ? (
          <span class="file-size">{context.times.size(upload.file.size)}</span>
        ) : (
          <progress
            aria-label={t(m.uploading, { name })}
            value={state.name === 'uploading' ? state.progress : 0}
          />
        )}
      </span>
      {failure?.retryable && (
        <IconButton icon="retry" name={t(m.retryFile, { name })} onClick={() => upload.retry()} />
      )}
      <IconButton icon="close" name={t(m.remove, { name })} onClick={onRemove} />
    </li>
  )
}

function problemOf(
  { file: { name } }: Upload,
  { code }: Extract<UploadState, { name: 'failed' }>,
  { settings, times }: ChatContext,
  t: T,
): string {
  if (code === 'media_too_large') {
    return t(m.fileTooLarge, { name, size: times.size(settings.media.max_bytes) })
  }
  return t(code === 'media_type_not_allowed' ? m.fileRefused : m.fileFailed, { name })
}
