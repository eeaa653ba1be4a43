import { listen, stopAll } from '@parley/client/browser/listen'
import { useEffect, useState } from 'preact/hooks'
import { useChat, useStore } from './chat-context.ts'
import { m } from '../messages/keys.ts'

/** A lost connection is told only when it stays away this long (ms): most are back before anybody notices. */
const patience = 1_500

/** One line over the messages about what does not work at the moment, the most important one first. */
export function Notice() {
  const { session, t } = useChat()
  const online = useOnline()
  const lost = useLost()
  const team = useStore(session.team)
  const identity = useStore(session.keyStorage)
  const refused = useStore(session.state).name === 'refused'

  const key =
    (refused && m.unavailable) ||
    (!online && m.offline) ||
    (lost && m.reconnecting) ||
    (team && !team.online && m.leaveMessage) ||
    (identity === 'memory' && m.unstored)

  return (
    <div class="notices" role="status">
      {key && (
        <p class={key === m.leaveMessage ? 'notice quiet' : 'notice'}>
          {t(key)}
          {refused && (
            <button type="button" class="link" onClick={() => session.retryNow()}>
              {t(m.tryAgain)}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const look = () => setOnline(navigator.onLine)
    return stopAll(listen(window, 'online', look), listen(window, m.offline, look))
  }, [])
  return online
}

function useLost(): boolean {
  const { session } = useChat()
  const ready = useStore(session.state).name === 'ready'
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (ready) return setLost(false)
    const timer = setTimeout(() => setLost(true), patience)
    return () => clearTimeout(timer)
  }, [ready])
  return lost && !ready
}
