import { useEffect, useState } from 'react'
import type { DeskOffer, DeskTransfer } from '@parley/protocol/call-view'
import { useAgentSession, useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { ringingTransfer } from './use-transfer.ts'

/** Grace period after the end of a ring for the service's message to arrive (ms). */
const ringGraceMs = 2_000

/** The current offer. */
export function useRingingOffer(): DeskOffer | null {
  const calls = useAgentCalls()
  const offer = useUnexpired(useStore(calls.desk)?.offer ?? null)
  const { name } = useStore(calls.state)
  const answering = name === 'accepting' || name === 'connecting' || name === 'active'
  return answering ? null : offer
}

/** A colleague's call that rings here. */
export const useRingingTransfer = (): DeskTransfer | null =>
  useUnexpired(ringingTransfer(useStore(useAgentCalls().desk)))

/** null once the ring has ended by time: the service may not be heard, for example while disconnected. */
function useUnexpired<Ring extends { expires_at: string }>(ring: Ring | null): Ring | null {
  const session = useAgentSession()
  const [ended, setEnded] = useState<Ring | null>(null)
  useEffect(() => {
    if (ring === null) return undefined
    const left = Date.parse(ring.expires_at) - session.serverNow()
    const timer = setTimeout(() => setEnded(ring), Math.max(0, left) + ringGraceMs)
    return () => clearTimeout(timer)
  }, [ring, session])
  return ring === ended ? null : ring
}
