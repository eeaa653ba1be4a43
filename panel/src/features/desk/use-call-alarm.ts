import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { DeskOffer } from '@parley/protocol/call-view'
import { useMembership } from '../../context/membership.tsx'
import { useAlarmInTitle } from '../../ui/title.ts'
import { useWords } from '../../i18n/i18n.tsx'
import { calledName } from '../../people/customer-labels.ts'
import { showDesktop } from '../../alerts/alert-settings.ts'
import { startRinging } from './ring-sound.ts'

/** Everything that tells of a call beside what is drawn: sound, the tab's title, a notification of the system. */
export function useCallAlarm(offer: DeskOffer | null, silenced: boolean): void {
  const words = useWords()
  const name = offer === null ? '' : calledName(words.inbox.customers, offer.customer)
  const callId = offer?.call.id ?? null
  const notify = useNotify()
  useAlarmInTitle(offer === null ? null : words.desk.incoming.title(name))

  useEffect(() => {
    if (callId === null || silenced) return undefined
    return startRinging()
  }, [callId, silenced])

  const tell = useEffectEvent((id: string) => notify(id, name))
  useEffect(() => {
    if (callId === null) return undefined
    return tell(callId)
  }, [callId])
}

/** Of several windows each shows it under the same tag: it is one notification. */
function useNotify(): (callId: string, name: string) => () => void {
  const texts = useWords().desk.notify
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
