import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { DeskOffer } from '@parley/protocol/call-view'
import { useMembership } from '../../context/membership.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { liveCallIn } from './live-call.ts'

/**
 * Returns a callback for accepted offers. Opens the caller's conversation, if there is an open one, once the service
 * has assigned the call to this window.
 */
export function useOpenCaller(): (offer: DeskOffer) => void {
  const navigate = useNavigate()
  const { organization } = useMembership()
  const state = useStore(useAgentCalls().state)
  const accepted = useRef<DeskOffer | null>(null)
  const live = state.name === 'accepting' ? null : liveCallIn(state)

  const open = useEffectEvent((callId: string) => {
    const offer = accepted.current
    accepted.current = null
    if (offer?.call.id !== callId || offer.conversation_id === null) return
    void navigate({
      to: '/o/$organizationId/inbox/$view/$conversationId',
      params: { organizationId: organization.id, view: 'open', conversationId: offer.conversation_id },
    })
  })
  useEffect(() => {
    if (live !== null) open(live)
  }, [live])

  return useCallback((offer) => {
    accepted.current = offer
  }, [])
}
