import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import { alertSettings, showDesktop } from '../../alerts/alert-settings.ts'
import { playAlert } from '../../alerts/alert-sound.ts'
import { useIsAlertingTab } from '../../alerts/alerting-tab.tsx'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import type { ConversationCache } from '../../queries/conversation-cache.ts'
import { customerListsKey } from '../../queries/customer-queries.ts'
import { reloadSoon } from '../../queries/invalidate-lists.ts'
import { inboxCountsQuery } from '../../queries/organization-queries.ts'
import { createPushedRows } from '../../queries/pushed-rows.ts'
import { viewCountsQuery } from '../../queries/view-queries.ts'
import { replayRecentChanges } from '../../queries/replay-recent-changes.ts'
import { useAgentSession } from '../../session/agent-session.tsx'
import { applyCustomers } from './apply-customers.ts'
import { newMessages, type SelectNew } from './new-messages.ts'

/** Debounce of reloading counts and customers (ms). */
const countsDebounceMs = 400
const viewCountsDebounceMs = 1_000
const customersDebounceMs = 5_000

/** Keeps rows and counts current on every page and alerts about new messages. Renders nothing. */
export function InboxLive(): null {
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const { agent_id: me, organization } = useMembership()
  const organizationId = organization.id
  const { conversationId = null } = useParams({ strict: false })
  const isAlertingTab = useIsAlertingTab()
  const notify = useNotify()

  const alertFor = useEffectEvent((rows: readonly Conversation[], selectNew: SelectNew) => {
    const looks = document.visibilityState === 'visible' && document.hasFocus()
    const viewed = looks ? conversationId : null
    const news = selectNew(rows, { me, viewed, connectedAt: session.connectedAt() })
    if (isAlertingTab) news.forEach(notify)
  })

  useEffect(() => {
    const cache: ConversationCache = { queryClient, organizationId, me }
    const pushed = createPushedRows(cache)
    const recent = replayRecentChanges(cache, pushed.apply)
    const counts = reloadSoon(queryClient, inboxCountsQuery(organizationId).queryKey, countsDebounceMs)
    const views = reloadSoon(queryClient, viewCountsQuery(organizationId).queryKey, viewCountsDebounceMs)
    const customers = reloadSoon(queryClient, customerListsKey(organizationId), customersDebounceMs)
    const selectNew = newMessages()
    const connected = () => alertFor([], selectNew)
    connected()
    const stops = [
      session.onLive(connected),
      session.onInboxChanged((rows) => {
        recent.add(rows)
        pushed.apply(rows)
        applyCustomers(queryClient, organizationId, rows)
        counts.soon()
        views.soon()
        customers.soon()
        alertFor(rows, selectNew)
      }),
      recent.stop,
      pushed.stop,
      counts.stop,
      views.stop,
      customers.stop,
    ]
    return () => stops.forEach((stop) => stop())
  }, [session, queryClient, organizationId, me])

  return null
}

/** Alerts about a new message according to the settings. */
function useNotify(): (row: Conversation) => void {
  const texts = useTexts().inbox
  const navigate = useNavigate()
  const { organization } = useMembership()

  return (row) => {
    const { sound, desktop } = alertSettings.get()
    if (sound) void playAlert()
    if (!desktop) return
    const preview = row.last_message?.preview ?? ''
    const note = showDesktop(texts.alerts.newMessage(displayName(texts.customers, row.customer)), {
      body: preview === '' ? texts.alerts.attachment : preview,
      tag: row.id,
      icon: '/panel/favicon.svg',
    })
    note?.addEventListener('click', () => {
      window.focus()
      note.close()
      void navigate({
        to: '/o/$organizationId/inbox/$view/$conversationId',
        params: {
          organizationId: organization.id,
          view: row.agent === null ? 'unassigned' : 'mine',
          conversationId: row.id,
        },
      })
    })
  }
}
