import { useEffect, useState } from 'react'
import type { DeskOffer } from '@parley/protocol/call-view'
import { useAgentSession, useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'

/** How much longer than its time an offer may stand while the service's word about its end is on its way, in milliseconds. */
const offerGraceMs = 2_000

/** What rings at this agent. Without the service's word, say while the connection is lost, it ends with its time. */
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
