import type { Upload, UploadState } from '@parley/client/sending/upload'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { Icon, IconButton } from '../../chat/icon.tsx'
import { formatFileSize } from './file-size.ts'
import { iconPaths } from './icon-paths.ts'
import { isImage } from './image-size.ts'
import type { ChatContext } from '../../chat/chat-context.ts'
import { paintBlob } from './canvas-image.tsx'
import { m } from './messages/keys.ts'
import type { T } from './tools-messages.ts'

/** At least twice the size of the chip's square, also for the shorter side of most photos. */
const previewSidePx = 128

interface UploadChipProps {
  upload: Upload
  /** Whether the chat is connected. Otherwise failed transfers wait for it. */
  ready: boolean
  t: T
  onRemove(): void
}

/** A file of the unsent message: preview, progress, remove. */
export function UploadChip({ upload, ready, t, onRemove }: UploadChipProps) {
  const context = useChat()
  const state = useStore(upload.state)
  const { name, type } = upload.file
  const failure = state.name === 'failed' && (ready || !state.retryable) ? state : null
  const problem = failure ? problemOf(upload, failure, context, t) : ''

  /** Drawn on a canvas, because the page's content security policy may block an <img> of a blob. */
  const paint = (canvas: HTMLCanvasElement | null) => {
    if (!canvas || canvas.dataset.drawn) return
    canvas.dataset.drawn = 'yes'
    paintBlob(upload.file, canvas, previewSidePx).catch(() => canvas.remove())
  }
  return (
    <li class={`upload ${problem ? 'failed' : state.name === 'done' ? 'done' : ''}`}>
      <span class="file-sign">
        {problem ? <Icon name="failed" /> : <Icon path={iconPaths.file} />}
        {isImage({ mime: type }) && <canvas ref={paint} />}
      </span>
      <span class="stack">
        <bdi class="ellipsis">{name}</bdi>
        {problem ? (
          <span class="problem" role="alert">
            {problem}
          </span>
        ) : state.name === 'done' ? (
          <span class="caption">{formatFileSize(upload.file.size, context.language)}</span>
        ) : (
          <progress
            aria-label={t(m.uploading, { name })}
            value={state.name === 'uploading' ? state.progress : 0}
          />
        )}
      </span>
      {failure?.retryable && (
        <IconButton name={t(m.retryFile, { name })} onClick={() => upload.retry()}>
          <Icon path={iconPaths.retry} />
        </IconButton>
      )}
      <IconButton icon="close" name={t(m.remove, { name })} onClick={onRemove} />
    </li>
  )
}

function problemOf(
  { file: { name } }: Upload,
  { code }: Extract<UploadState, { name: 'failed' }>,
  { settings, language }: ChatContext,
  t: T,
): string {
  if (code === 'media_too_large') {
    return t(m.fileTooLarge, { name, size: formatFileSize(settings.media.max_bytes, language) })
  }
  return t(code === 'media_type_not_allowed' ? m.fileRefused : m.fileFailed, { name })
}
