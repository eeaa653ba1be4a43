import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { DeskOffer } from '@parley/protocol/call-view'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import { callQuery } from '../../queries/call-queries.ts'
import { useStore } from '../../session/agent-session.tsx'
import { ToastAction } from '../../ui/toast-action.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { offerEnd, type OfferEnd } from './offer-end.ts'

/** Calls declined in this window: no notification needed. */
export const declined = new Set<string>()

/** Explains why an offer ended, unless it ended in this window. Renders nothing. */
export function OfferOutcomes(): null {
  const texts = useTexts().desk.toasts
  const calls = useAgentCalls()
  const offer = useStore(calls.desk)?.offer ?? null
  const state = useStore(calls.state)
  const before = useRef<DeskOffer | null>(null)
  const tell = useNotifyOutcome()

  const changed = useEffectEvent((next: DeskOffer | null) => {
    const last = before.current
    before.current = next
    if (last !== null && last.call.id !== next?.call.id) tell(last)
  })
  useEffect(() => changed(offer), [offer])

  useEffect(() => {
    if (state.name !== 'gone') return
    const message =
      state.code === 'offer_gone' ? texts.gone : state.code === 'call_over' ? texts.over : texts.failed
    notifications.show({ message })
    calls.dismiss()
  }, [state, calls, texts])
  return null
}

function useNotifyOutcome(): (offer: DeskOffer) => void {
  const t = useTexts()
  const texts = t.desk.toasts
  const calls = useAgentCalls()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { organization, agent_id: me } = useMembership()

  return (offer) => {
    const { id } = offer.call
    const state = calls.state.get()
    if (declined.delete(id) || (state.name !== 'idle' && state.name !== 'gone' && runsHere(state, id))) return
    if (calls.desk.get()?.call?.view.id === id) {
      notifications.show({ message: texts.answeredElsewhere })
      return
    }
    const name = displayName(t.inbox.customers, offer.customer)
    void notifyEnd(id, name)
  }

  async function notifyEnd(id: string, name: string): Promise<void> {
    const query = { ...callQuery(organization.id, id), staleTime: 0 }
    const call = await queryClient.fetchQuery(query).catch(() => null)
    const end: OfferEnd = call === null ? 'gone' : offerEnd(call, me)
    if (end === 'declined') return
    if (end === 'gone') return void notifications.show({ message: texts.gone })
    const toast = `offer-${id}`
    const open = () => {
      notifications.hide(toast)
      void navigate({
        to: '/o/$organizationId/calls/$callId',
        params: { organizationId: organization.id, callId: id },
      })
    }
    notifications.show({
      id: toast,
      autoClose: 10_000,
      message: <ToastAction text={texts[end](name)} action={t.calls.openCall} onAction={open} />,
    })
  }
}

const runsHere = (state: { name: string; call?: { id: string } }, id: string) =>
  state.name !== 'elsewhere' && state.call?.id === id
