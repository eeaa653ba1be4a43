import type { Media } from '@parley/protocol/media'
import { useState } from 'preact/hooks'
import { useChat } from './chat-context.ts'
import { Icon } from './icon.tsx'
import { Picture } from './picture.tsx'
import { isPicture, roomFor } from './picture-room.ts'
import { m } from '../messages/keys.ts'

/** One attachment of a message: a picture in the room that is reserved for it, or a card of the file. */
export function Attachment({ media, onOpen }: { media: Media; onOpen(media: Media): void }) {
  const { session, t } = useChat()
  const [renewed, setRenewed] = useState(false)
  if (!isPicture(media)) return <FileCard media={media} />

  /** The link may have run out (spec 2.3: one hour). One new link is asked for. */
  const renew = () => {
    if (renewed) return
    setRenewed(true)
    void session.refreshLinks([media.id])
  }
  return (
    <button
      type="button"
      class="picture"
      style={roomFor(media)}
      aria-label={t(m.openPicture, { name: media.name })}
      onClick={() => onOpen(media)}
    >
      <Picture
        key={media.url}
        src={media.url}
        alt=""
        fallback={<span class="picture-name">{media.name}</span>}
        onFail={renew}
      />
    </button>
  )
}

export function FileCard({ media }: { media: Media }) {
  const { times } = useChat()
  return (
    <a class="file-card" href={media.url} download={media.name} target="_blank" rel="noopener noreferrer">
      <span class="file-sign">
        <Icon name="file" />
      </span>
      <span class="file-about">
        <bdi class="file-name">{media.name}</bdi>
        <span class="file-size">
          {extensionOf(media.name)} {times.size(media.size)}
        </span>
      </span>
      <Icon name="download" />
    </a>
  )
}

const extensionOf = (name: string) => /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? ''
