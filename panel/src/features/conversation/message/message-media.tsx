import { Button, VisuallyHidden } from '@mantine/core'
import { IconDownload, IconFile, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { Media } from '@parley/protocol/media'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { fileKind, fileSize, isImage, imageSize } from '../../../ui/file-labels.ts'
import { ImageViewer } from './image-viewer.tsx'
import classes from './message-media.module.css'
import { useLinkRenewal } from './use-link-renewal.ts'

interface MessageMediaProps {
  media: readonly Media[]
  /** Links expire after an hour: requests new ones and updates the timeline. */
  refreshLinks: CustomerFollow['refreshLinks']
}

/** A message's attachments: images to look at, everything else to download. */
export function MessageMedia({ media, refreshLinks }: MessageMediaProps) {
  const [viewed, setViewed] = useState<string | null>(null)
  const images = media.filter(isImage)
  const files = media.filter((each) => !isImage(each))
  const { renewIfExpired, downloadFresh } = useLinkRenewal(refreshLinks)
  const view = (id: string | null) => {
    setViewed(id)
    const image = images.find((each) => each.id === id)
    if (image !== undefined) renewIfExpired(image)
  }
  return (
    <div className={classes.media}>
      {images.length > 0 && (
        <div className={classes.images} data-many={images.length > 1 || undefined}>
          {images.map((image) => (
            <Thumbnail
              key={image.id}
              image={image}
              refreshLinks={refreshLinks}
              onOpen={() => view(image.id)}
            />
          ))}
        </div>
      )}
      {files.map((file) => (
        <FileCard key={file.id} file={file} refreshLinks={refreshLinks} />
      ))}
      <ImageViewer images={images} viewed={viewed} onView={view} onDownload={downloadFresh} />
    </div>
  )
}

interface ThumbnailProps {
  image: Media
  refreshLinks: CustomerFollow['refreshLinks']
  onOpen: () => void
}

/** Its space is reserved, so that the layout does not shift. */
function Thumbnail({ image, refreshLinks, onOpen }: ThumbnailProps) {
  const t = useTexts()
  const texts = t.inbox.conversation.message
  // An image that fails gets a new link once; the link that failed is remembered, so that a new one is tried.
  const [failed, setFailed] = useState<{ url: string; renewing: boolean } | null>(null)
  const box = imageSize(image)
  const broken = failed?.url === image.url

  const renew = async () => {
    const { id, url } = image
    setFailed({ url, renewing: true })
    await refreshLinks([id])
    setFailed({ url, renewing: false })
  }
  const onError = () => {
    if (failed === null) void renew()
    else setFailed({ url: image.url, renewing: false })
  }
  if (broken) {
    return (
      <span className={classes.broken} style={{ minInlineSize: box.width, minBlockSize: box.height }}>
        <IconPhotoOff size={24} stroke={1.5} aria-hidden="true" />
        {!failed.renewing && (
          <>
            {texts.imageFailed}
            <Button size="compact-xs" variant="default" onClick={() => void renew()}>
              {t.actions.retry}
            </Button>
          </>
        )}
      </span>
    )
  }
  return (
    <button type="button" className={classes.image} aria-label={texts.openImage(image.name)} onClick={onOpen}>
      <img
        src={image.url}
        alt=""
        width={box.width}
        height={box.height}
        loading="lazy"
        decoding="async"
        onError={onError}
      />
    </button>
  )
}

function FileCard({ file, refreshLinks }: { file: Media; refreshLinks: CustomerFollow['refreshLinks'] }) {
  const texts = useTexts().inbox.conversation.message
  const locale = useLocale()
  const { downloadFresh } = useLinkRenewal(refreshLinks)

  return (
    <a
      className={classes.file}
      href={file.url}
      download={file.name}
      onClick={(event) => downloadFresh(event, file)}
    >
      <IconFile size={24} stroke={1.5} aria-hidden="true" />
      <VisuallyHidden>{texts.download(file.name)}</VisuallyHidden>
      <span className={classes.fileWords}>
        <span className={classes.fileName} aria-hidden="true">
          <bdi>{file.name}</bdi>
        </span>
        <span className={classes.fileFacts}>
          <bdi>{fileKind(file)}</bdi> · <bdi>{fileSize(file.size, locale)}</bdi>
        </span>
      </span>
      <IconDownload size={18} stroke={1.75} aria-hidden="true" />
    </a>
  )
}
