import { listen, stopAll } from '@parley/client/browser/listen'
import { useEffect, useState } from 'preact/hooks'
import { useChat, useStore } from './chat-context.ts'
import { m } from '../messages/keys.ts'

/** Short disconnects are not reported. */
const lostNoticeDelayMs = 1_500

/** A line above the messages with the most important current problem. */
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
          {(refused || lost) && (
            <button type="button" class="link" onClick={() => session.retryNow()}>
              {t(refused ? m.tryAgain : m.tryNow)}
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
    const update = () => setOnline(navigator.onLine)
    // It may have changed before this effect.
    update()
    return stopAll(listen(window, 'online', update), listen(window, 'offline', update))
  }, [])
  return online
}

function useLost(): boolean {
  const { session } = useChat()
  const ready = useStore(session.state).name === 'ready'
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (ready) return setLost(false)
    const timer = setTimeout(() => setLost(true), lostNoticeDelayMs)
    return () => clearTimeout(timer)
  }, [ready])
  return lost && !ready
}
