import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { DeskOffer } from '@parley/protocol/call-view'
import { showDesktop } from '../../alerts/alert-settings.ts'
import { useIsAlertingTab } from '../../alerts/alerting-tab.tsx'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import { useAlarmInTitle } from '../../ui/title.ts'
import { startRinging } from './ring-sound.ts'

/** Announces a call: ringtone, tab title and desktop notification. */
export function useCallAlarm(offer: Pick<DeskOffer, 'call' | 'customer'> | null, isMuted: boolean): void {
  const t = useTexts()
  const name = offer === null ? '' : displayName(t.inbox.customers, offer.customer)
  const callId = offer?.call.id ?? null
  const isAlertingTab = useIsAlertingTab()
  const notify = useNotify()
  useAlarmInTitle(offer === null ? null : t.desk.incoming.title(name))

  useEffect(() => {
    if (callId === null || isMuted) return undefined
    return startRinging()
  }, [callId, isMuted])

  const showNotification = useEffectEvent((id: string) => notify(id, name))
  useEffect(() => {
    if (callId === null || !isAlertingTab) return undefined
    return showNotification(callId)
  }, [callId, isAlertingTab])
}

/** Without Web Locks all windows show it: the same tag makes it one notification. */
function useNotify(): (callId: string, name: string) => () => void {
  const texts = useTexts().desk.notify
  const navigate = useNavigate()
  const { organization } = useMembership()
  return (callId, name) => {
    const note = showDesktop(texts.call(name), {
      body: texts.body,
      tag: `call-${callId}`,
      icon: '/panel/favicon.svg',
      requireInteraction: true,
    })
    note?.addEventListener('click', () => {
      window.focus()
      note.close()
      void navigate({ to: '/o/$organizationId/calls', params: { organizationId: organization.id } })
    })
    return () => note?.close()
  }
}
