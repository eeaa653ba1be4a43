import { useEffect, useState } from 'react'
import { useSeconds } from '../time/use-seconds.ts'
import { useAgentSession } from './agent-session.tsx'

/** The service's time in milliseconds since 1970, updated every second: for comparison with its timestamps. */
export function useServerNow(): number {
  const session = useAgentSession()
  const now = useSeconds()
  const [ahead, setAhead] = useState(0)
  useEffect(() => {
    const compare = () => setAhead(session.serverNow() - Date.now())
    compare()
    return session.state.subscribe(compare)
  }, [session])
  return now + ahead
}
