import { ActionIcon, Loader, Progress, Tooltip } from '@mantine/core'
import { IconFile, IconRefresh, IconX } from '@tabler/icons-react'
import { useCallback, type RefObject } from 'react'
import type { Upload, UploadState } from '@parley/client/sending/upload'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useStore } from '../../../session/agent-session.tsx'
import { fileSize, isImage } from '../../../ui/file-labels.ts'
import type { Uploads } from './use-uploads.ts'
import classes from './composer-uploads.module.css'

/**
 * Attachments of the draft, with upload progress, and downloads that will become attachments. `field` takes the focus of a
 * button that disappears.
 */
export function ComposerUploads({
  uploads,
  field,
}: {
  uploads: Uploads
  field: RefObject<HTMLTextAreaElement | null>
}) {
  const { list, downloading } = uploads
  const remove = (upload: Upload) => {
    uploads.remove(upload)
    field.current?.focus()
  }
  const cancelDownloads = () => {
    uploads.cancelDownloads()
    field.current?.focus()
  }
  const t = useTexts().inbox.conversation.uploads
  if (list.length === 0 && !downloading) return null
  return (
    <ul className={classes.list} aria-label={t.list}>
      {list.map((upload) => (
        <UploadItem
          key={upload.id}
          upload={upload}
          onRetry={() => uploads.retry(upload)}
          onRemove={() => remove(upload)}
        />
      ))}
      {downloading && (
        <li className={classes.item}>
          <Loader size={22} aria-hidden="true" />
          <span className={classes.body}>{t.downloading}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t.cancelDownload}
            onClick={cancelDownloads}
          >
            <IconX size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </li>
      )}
    </ul>
  )
}

function UploadItem(props: { upload: Upload; onRetry: () => void; onRemove: () => void }) {
  const { upload, onRetry, onRemove } = props
  const t = useTexts().inbox.conversation.uploads
  const locale = useLocale()
  const state = useStore(upload.state)
  const { name, size } = upload.file
  const percent = state.name === 'uploading' ? Math.round(state.progress * 100) : 0

  return (
    <li className={classes.item} data-failed={state.name === 'failed' || undefined}>
      {isImage({ mime: upload.file.type }) ? (
        <Preview file={upload.file} />
      ) : (
        <IconFile size={22} stroke={1.5} aria-hidden="true" />
      )}
      <span className={classes.body}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
        </span>
        <span className={classes.facts} role={state.name === 'failed' ? 'alert' : undefined}>
          {state.name === 'failed'
            ? problemOf(t.problems, state)
            : state.name === 'done'
              ? fileSize(size, locale)
              : `${percent} %`}
        </span>
        {(state.name === 'uploading' || state.name === 'queued') && (
          <Progress
            value={percent}
            size={3}
            className={classes.progress}
            aria-label={state.name === 'queued' ? t.waiting(name) : t.uploading(name, percent)}
          />
        )}
      </span>
      {state.name === 'failed' && state.retryable && (
        <Tooltip label={t.retry(name)}>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t.retry(name)} onClick={onRetry}>
            <IconRefresh size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      )}
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t.remove(name)} onClick={onRemove}>
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}

function problemOf(texts: Record<string, string>, state: UploadState & { name: 'failed' }) {
  const code = state.code === 'timeout' || state.code === 'disconnected' ? 'network' : state.code
  return texts[code] ?? texts['other']
}

/** Previews an image that is not uploaded yet. */
function Preview({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return <img ref={show} className={classes.preview} alt="" />
}
