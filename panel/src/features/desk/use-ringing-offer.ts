import { useEffect, useState } from 'react'
import type { DeskOffer } from '@parley/protocol/call-view'
import { useAgentSession, useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'

/** Grace period after an offer's expiry for the service's message to arrive (ms). */
const offerGraceMs = 2_000

/** The current offer. It expires by time if the service cannot be heard, for example while disconnected. */
export function useRingingOffer(): DeskOffer | null {
  const session = useAgentSession()
  const calls = useAgentCalls()
  const offer = useStore(calls.desk)?.offer ?? null
  const { name } = useStore(calls.state)
  const [ended, setEnded] = useState<DeskOffer | null>(null)
  useEffect(() => {
    if (offer === null) return undefined
    const left = Date.parse(offer.expires_at) - session.serverNow()
    const timer = setTimeout(() => setEnded(offer), Math.max(0, left) + offerGraceMs)
    return () => clearTimeout(timer)
  }, [offer, session])
  const answering = name === 'accepting' || name === 'connecting' || name === 'active'
  return answering || offer === ended ? null : offer
}
