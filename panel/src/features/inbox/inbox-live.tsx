import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import { useAgentSession } from '../../session/agent-session.tsx'
import { useMembership } from '../../context/membership.tsx'
import { inboxCountsQuery, organizationKey } from '../../queries/organization-queries.ts'
import { useWords } from '../../i18n/i18n.tsx'
import { applyConversations, type ConversationCache } from '../../queries/conversation-cache.ts'
import { calledName } from '../../people/customer-labels.ts'
import { customerListsKey } from '../../queries/customer-queries.ts'
import { alertSettings, showDesktop } from '../../alerts/alert-settings.ts'
import { playAlert, takeAlertTurn, type AlertTurn } from '../../alerts/alert-sound.ts'
import { newMessages, type TakeNews } from './new-messages.ts'
import { rememberChanges } from '../../queries/recent-changes.ts'

/** How long counts and the list of customers wait for further changes, in milliseconds. */
const countsPause = 400
const customersPause = 5_000

/** Keeps all rows and counts current on every page, and tells of new messages. Draws nothing. */
export function InboxLive(): null {
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const { agent_id: me, organization } = useMembership()
  const organizationId = organization.id
  const { conversationId = null } = useParams({ strict: false })
  const tell = useTell()

  const alertFor = useEffectEvent((rows: readonly Conversation[], takeNews: TakeNews, turn: AlertTurn) => {
    const looks = document.visibilityState === 'visible' && document.hasFocus()
    const news = takeNews(rows, { me, viewed: looks ? conversationId : null })
    if (turn.ours()) news.forEach(tell)
  })

  useEffect(() => {
    const cache: ConversationCache = { queryClient, organizationId, me }
    const recent = rememberChanges(cache)
    const counts = reloadSoon(queryClient, inboxCountsQuery(organizationId).queryKey, countsPause)
    const customers = reloadSoon(queryClient, customerListsKey(organizationId), customersPause)
    const takeNews = newMessages()
    const turn = takeAlertTurn()
    const stops = [
      session.onInboxChanged((rows) => {
        recent.add(rows)
        applyConversations(cache, rows)
        counts.soon()
        customers.soon()
        alertFor(rows, takeNews, turn)
      }),
      session.onLive(() => {
        for (const part of reloaded) {
          void queryClient.invalidateQueries({ queryKey: [...organizationKey(organizationId), part] })
        }
      }),
      recent.stop,
      counts.stop,
      customers.stop,
      turn.giveBack,
    ]
    return () => stops.forEach((stop) => stop())
  }, [session, queryClient, organizationId, me])

  return null
}

/** What may have changed unheard while the socket was away. */
const reloaded = ['inbox', 'counts', 'conversation', 'customer', 'customers', 'customer-conversations']

/** Loads something anew a while after it was asked for, once for all who ask meanwhile. */
function reloadSoon(queryClient: QueryClient, queryKey: QueryKey, pause: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    soon: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queryClient.invalidateQueries({ queryKey })
      }, pause)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Tells of a new message the way this browser is set to. */
function useTell(): (row: Conversation) => void {
  const words = useWords().inbox
  const navigate = useNavigate()
  const { organization } = useMembership()

  return (row) => {
    const { sound, desktop } = alertSettings.get()
    if (sound) void playAlert()
    if (!desktop) return
    const preview = row.last_message?.preview ?? ''
    const note = showDesktop(words.alerts.newMessage(calledName(words.customers, row.customer)), {
      body: preview === '' ? words.alerts.attachment : preview,
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
