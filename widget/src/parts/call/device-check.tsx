import { useState } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { CameraButton } from './call-icon.tsx'
import type { T } from './call-messages.ts'
import type { ChatCalls } from './chat-calls.ts'
import { DeviceSettings } from './device-settings.tsx'
import { StreamVideo } from './stream-video.tsx'
import { topicOf, useCallHelp } from './call-problems.ts'
import { m } from './messages/keys.ts'

/** Before the call: devices, whether they work, and recording consent. */
export function DeviceCheck({ own: { calls }, t }: { own: ChatCalls; t: T }) {
  const { session } = useChat()
  const offering = useStore(session.entered)?.calls
  const { localVideo, problem } = useStore(calls.media.view)
  const topic = topicOf(problem)
  const help = useCallHelp(!!topic)
  const [consent, setConsent] = useState<'granted' | 'declined' | null>(null)
  const asks = offering?.recording === 'ask'

  return (
    <form
      class="call-check"
      onSubmit={(event) => {
        event.preventDefault()
        calls.start(consent)
      }}
    >
      {localVideo && <StreamVideo stream={localVideo} name={t(m.you)} class="call-own" />}
      <DeviceSettings media={calls.media} t={t} />
      <p class="call-notice" role="status">
        {help && topic && <help.HelpText topic={topic} />}
      </p>
      {offering?.recording === 'notify' && (
        <p class="status">
          <i class="dot call-on" />
          {t(m.recorded)}
        </p>
      )}
      {asks && (
        <fieldset class="call-consent">
          <legend>{t(m.mayRecord)}</legend>
          {(['granted', 'declined'] as const).map((answer) => (
            <label key={answer}>
              <input
                type="radio"
                name="consent"
                required
                checked={consent === answer}
                onChange={() => setConsent(answer)}
              />
              {t(answer === 'granted' ? m.mayYes : m.mayNo)}
            </label>
          ))}
        </fieldset>
      )}
      <div class="call-row">
        {offering?.mode === 'video' && <CameraButton media={calls.media} t={t} />}
        <button type="submit" class="call-action send" disabled={asks && !consent}>
          {t(m.callNow)}
        </button>
      </div>
    </form>
  )
}
