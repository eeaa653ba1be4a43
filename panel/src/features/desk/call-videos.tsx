import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import classes from './call-videos.module.css'

/** The videos of a call below the call bar, collapsible; larger while the customer shares a screen. */
export function CallVideos() {
  const texts = useTexts().desk.call
  const { remoteVideo, remoteSending, sending, ...view } = useStore(useAgentCalls().media.view)
  const [folded, setFolded] = useState(false)
  // On the shared screen its own video would repeat itself.
  const localVideo = sending.screen === true ? null : view.localVideo
  if (remoteVideo === null && localVideo === null) return null
  const isScreen = remoteVideo !== null && remoteSending.screen === true
  const label = folded ? texts.showVideo : texts.hideVideo
  return (
    <div className={classes.anchor}>
      <div className={classes.pictures} data-folded={folded || undefined} data-screen={isScreen || undefined}>
        {folded ? null : (
          <>
            {remoteVideo === null ? null : (
              <VideoView
                className={classes.theirs}
                stream={remoteVideo}
                label={texts.theirVideo}
                controls={isScreen}
              />
            )}
            {localVideo === null ? null : (
              <VideoView
                className={remoteVideo === null ? classes.alone : classes.own}
                stream={localVideo}
                label={texts.ownVideo}
              />
            )}
          </>
        )}
        <Tooltip label={label}>
          <ActionIcon
            className={classes.fold}
            variant="default"
            size="md"
            aria-label={label}
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          >
            {folded ? (
              <IconChevronDown size={18} stroke={1.75} aria-hidden />
            ) : (
              <IconChevronUp size={18} stroke={1.75} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}

function VideoView(props: {
  className: string | undefined
  stream: MediaStream
  label: string
  /** The browser's own: full screen. */
  controls?: boolean
}) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = props.stream
  }, [props.stream])
  // Audio is played by the call engine.
  return (
    <video
      ref={video}
      className={props.className}
      aria-label={props.label}
      controls={props.controls}
      muted
      autoPlay
      playsInline
    />
  )
}
