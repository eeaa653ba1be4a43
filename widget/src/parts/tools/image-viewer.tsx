import type { Media } from '@parley/protocol/media'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon, IconButton } from '../../chat/icon.tsx'
import { FileCard } from './attachment.tsx'
import { RemoteImage } from '../../chat/remote-image.tsx'
import { iconPaths } from './icon-paths.ts'
import { m } from './messages/keys.ts'
import { useToolsMessages } from './tools-messages.ts'

/** Full-page image viewer. A modal <dialog>: the browser traps and restores the focus. */
export function ImageViewer({ media, onClose }: { media: Media; onClose(): void }) {
  const t = useToolsMessages()
  const dialog = useRef<HTMLDialogElement>(null)
  const ready = t !== null
  useLayoutEffect(() => dialog.current?.showModal(), [ready])
  if (!t) return null

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the browser's Escape does the same
    <dialog
      ref={dialog}
      class="viewer"
      aria-label={media.name}
      onClose={onClose}
      onClick={(event) => {
        // A click outside of the image hits the dialog itself, which fills the page.
        if (event.target === event.currentTarget) dialog.current?.close()
      }}
    >
      <div class="viewer-tools">
        <bdi>{media.name}</bdi>
        <a
          class="icon-button"
          href={media.url}
          download={media.name}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t(m.download, { name: media.name })}
        >
          <Icon path={iconPaths.download} />
        </a>
        <IconButton icon="close" name={t(m.close)} onClick={() => dialog.current?.close()} />
      </div>
      <RemoteImage
        key={media.url}
        src={media.url}
        alt={media.name}
        full
        fallback={<FileCard media={media} />}
      />
    </dialog>
  )
}
