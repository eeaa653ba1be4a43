import { ActionIcon, Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import type { Media } from '@parley/protocol/media'
import { useWords } from '../../../i18n/i18n.tsx'
import classes from './picture-viewer.module.css'

interface PictureViewerProps {
  pictures: readonly Media[]
  /** The id of the one that is looked at; null: closed. */
  viewed: string | null
  onView: (id: string | null) => void
}

/** A message's pictures in full; arrow keys go from one to the next. */
export function PictureViewer({ pictures, viewed, onView }: PictureViewerProps) {
  const words = useWords().inbox.conversation.viewer
  const index = pictures.findIndex(({ id }) => id === viewed)
  const picture = pictures[index]
  const go = (step: number) => {
    const next = pictures[(index + step + pictures.length) % pictures.length]
    if (next !== undefined) onView(next.id)
  }
  const many = pictures.length > 1

  return (
    <Modal
      opened={picture !== undefined}
      onClose={() => onView(null)}
      fullScreen
      transitionProps={{ transition: 'fade', duration: 120 }}
      title={
        picture && (
          <span className={classes.title}>
            <bdi>{picture.name}</bdi>
            {many && <span className={classes.position}>{words.position(index + 1, pictures.length)}</span>}
          </span>
        )
      }
      closeButtonProps={{ 'aria-label': words.close }}
      classNames={{ content: classes.content, header: classes.header, body: classes.body }}
      onKeyDown={(event) => {
        if (!many || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return
        const forwards = (event.key === 'ArrowRight') === (document.documentElement.dir !== 'rtl')
        go(forwards ? 1 : -1)
      }}
    >
      {picture && (
        <>
          <img className={classes.picture} src={picture.url} alt={picture.name} />
          <div className={classes.tools}>
            {many && (
              <ActionIcon variant="default" size="xl" aria-label={words.previous} onClick={() => go(-1)}>
                <IconChevronLeft size={22} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
              </ActionIcon>
            )}
            <ActionIcon
              variant="default"
              size="xl"
              component="a"
              href={picture.url}
              download={picture.name}
              aria-label={words.download}
            >
              <IconDownload size={20} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
            {many && (
              <ActionIcon variant="default" size="xl" aria-label={words.next} onClick={() => go(1)}>
                <IconChevronRight size={22} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
              </ActionIcon>
            )}
          </div>
        </>
      )}
    </Modal>
  )
}
