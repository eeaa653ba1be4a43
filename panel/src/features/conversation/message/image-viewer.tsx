import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { Media } from '@parley/protocol/media'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Modal } from '../../../ui/modal.tsx'
import classes from './image-viewer.module.css'

interface ImageViewerProps {
  images: readonly Media[]
  /** Id of the open image; null: closed. */
  viewed: string | null
  onView: (id: string | null) => void
  onDownload: (event: MouseEvent, image: Media) => void
}

/** A message's images in full; arrow keys go from one to the next. */
export function ImageViewer({ images, viewed, onView, onDownload }: ImageViewerProps) {
  const texts = useTexts().inbox.conversation.viewer
  const index = images.findIndex(({ id }) => id === viewed)
  const image = images[index]
  const go = (step: number) => {
    const next = images[(index + step + images.length) % images.length]
    if (next !== undefined) onView(next.id)
  }
  const many = images.length > 1

  return (
    <Modal
      opened={image !== undefined}
      onClose={() => onView(null)}
      fullScreen
      transitionProps={{ transition: 'fade', duration: 120 }}
      title={
        image && (
          <span className={classes.title}>
            <bdi>{image.name}</bdi>
            {many && <span className={classes.position}>{texts.position(index + 1, images.length)}</span>}
          </span>
        )
      }
      closeButtonProps={{ 'aria-label': texts.close }}
      classNames={{ content: classes.content, header: classes.header, body: classes.body }}
      onKeyDown={(event) => {
        if (!many || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return
        const forwards = (event.key === 'ArrowRight') === (document.documentElement.dir !== 'rtl')
        go(forwards ? 1 : -1)
      }}
    >
      {image && (
        <>
          <img className={classes.picture} src={image.url} alt={image.name} />
          <div className={classes.tools}>
            {many && (
              <ActionIcon variant="default" size="xl" aria-label={texts.previous} onClick={() => go(-1)}>
                <IconChevronLeft size={22} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
              </ActionIcon>
            )}
            <ActionIcon
              variant="default"
              size="xl"
              component="a"
              href={image.url}
              download={image.name}
              onClick={(event: MouseEvent) => onDownload(event, image)}
              aria-label={texts.download}
            >
              <IconDownload size={20} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
            {many && (
              <ActionIcon variant="default" size="xl" aria-label={texts.next} onClick={() => go(1)}>
                <IconChevronRight size={22} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
              </ActionIcon>
            )}
          </div>
        </>
      )}
    </Modal>
  )
}
