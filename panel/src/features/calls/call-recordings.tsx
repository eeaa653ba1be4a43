import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallDetail, CallRecordingFile } from '@parley/protocol/call'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import type { Messages } from '../../messages/en.ts'
import { clockDuration } from '../../time/clock-duration.ts'
import { fileSize } from '../../ui/file-labels.ts'
import classes from './call-details.module.css'
import { nextLink } from './played-link.ts'

/** Plays the recordings of a call, or explains why there are none. */
export function CallRecordings({ call, reload }: { call: CallDetail; reload: () => void }) {
  const texts = useTexts().calls.sheet
  if (call.recordings.length === 0) return <p className={classes.soft}>{noneText(texts, call)}</p>
  return (
    <>
      {call.consent === 'granted' ? <p className={classes.consent}>{texts.consentGranted}</p> : null}
      <ul className={classes.list}>
        {call.recordings.map((file) => (
          <li key={file.id}>
            <Recording file={file} reload={reload} />
          </li>
        ))}
      </ul>
    </>
  )
}

function noneText(texts: Messages['calls']['sheet'], call: CallDetail): string {
  if (call.recording_mode === 'off') return texts.recordingOff
  if (call.consent === 'declined') return texts.consentDeclined
  if (call.recording_pending) return texts.recordingPending
  return texts.noRecording
}

/** Links expire after 24 hours: when playback fails the call can be reloaded. */
function Recording({ file, reload }: { file: CallRecordingFile; reload: () => void }) {
  const texts = useTexts().calls.sheet
  const locale = useLocale()
  const [played, setPlayed] = useState({ url: file.url, failed: false })
  const next = nextLink(played, file.url)
  if (next !== played) setPlayed(next)
  const Player = file.mime.startsWith('video/') ? 'video' : 'audio'
  const facts = [
    ...(file.duration === null ? [] : [clockDuration(file.duration, locale)]),
    fileSize(file.size, locale),
  ]
  return (
    <div className={classes.recording}>
      <Player
        controls
        preload="metadata"
        src={played.url}
        aria-label={texts.play(file.name)}
        onError={() => setPlayed({ ...played, failed: true })}
      />
      {played.failed ? (
        <p role="alert" className={classes.soft}>
          {texts.playFailed}{' '}
          <Button size="compact-sm" variant="subtle" onClick={reload}>
            {texts.reload}
          </Button>
        </p>
      ) : null}
      <div className={classes.file}>
        <span>
          <bdi dir="ltr">{file.name}</bdi> · {facts.join(' · ')}
        </span>
        <Button
          component="a"
          href={file.url}
          download={file.name}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          aria-label={texts.downloadNamed(file.name)}
        >
          {texts.download}
        </Button>
      </div>
    </div>
  )
}
