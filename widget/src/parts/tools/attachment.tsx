import type { Media } from '@parley/protocol/media'
import { useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { Icon } from '../../chat/icon.tsx'
import { RemoteImage } from '../../chat/remote-image.tsx'
import { isImage, displaySize } from './image-size.ts'
import { formatFileSize } from './file-size.ts'
import { iconPaths } from './icon-paths.ts'
import { m } from './messages/keys.ts'
import { useToolsMessages } from './tools-messages.ts'

/** An attachment: an image with reserved size, or a file card. */
export function Attachment({ media, onOpen }: { media: Media; onOpen(media: Media): void }) {
  const { session, parts } = useChat()
  const t = useToolsMessages()
  const [renewed, setRenewed] = useState(false)
  if (!isImage(media)) return <FileCard media={media} />

  /** Requests one new link, because links expire after one hour (spec 2.3). After a failure again when the connection is back. */
  const renew = async () => {
    if (renewed) return
    const { ok } = await session.refreshLinks([media.id])
    if (ok) setRenewed(true)
    else parts.failed.add(() => void renew())
  }
  return (
    <button
      type="button"
      class="attached-image"
      style={displaySize(media)}
      aria-label={t?.(m.openImage, { name: media.name })}
      onClick={() => onOpen(media)}
    >
      <RemoteImage
        key={media.url}
        src={media.url}
        alt=""
        fallback={<span class="attached-image-name">{media.name}</span>}
        onFail={() => void renew()}
      />
    </button>
  )
}

export function FileCard({ media }: { media: Media }) {
  const { language } = useChat()
  return (
    <a class="file-card" href={media.url} download={media.name} target="_blank" rel="noopener noreferrer">
      <span class="file-sign">
        <Icon path={iconPaths.file} />
      </span>
      <span class="stack">
        <bdi class="ellipsis">{media.name}</bdi>
        <span class="caption">
          {extensionOf(media.name)} {formatFileSize(media.size, language)}
        </span>
      </span>
      <Icon path={iconPaths.download} />
    </a>
  )
}

const extensionOf = (name: string) => /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? ''
