import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Notification, UnreadNotifications } from '@parley/protocol/notification'
import { alertSettings, showDesktop } from '../../alerts/alert-settings.ts'
import { useIsAlertingTab } from '../../alerts/alerting-tab.tsx'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import {
  isKnownKind,
  markNotificationsRead,
  notificationsQuery,
  unreadNotificationsQuery,
} from '../../queries/notification-queries.ts'
import { useAgentSession } from '../../session/agent-session.tsx'
import { notificationLink } from './notification-link.ts'
import classes from './notifications-live.module.css'

/** Larger sets, such as after a bulk assignment, are only counted. */
const maxDesktop = 3

/** Keeps notifications current on every page, announces new ones, and marks those of the open conversation as read. */
export function NotificationsLive() {
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const { organization } = useMembership()
  const organizationId = organization.id
  const textOf = useNotificationText()
  const showOnDesktop = useDesktop()
  const [announced, setAnnounced] = useState({ count: 0, text: '' })
  const readNew = useReadOfOpened(organizationId)

  const arrive = useEffectEvent((added: readonly Notification[]) => {
    const listed = added.filter(({ transports }) => transports.includes('in_app'))
    if (listed.length > 0)
      setAnnounced(({ count }) => ({ count: count + 1, text: listed.map(textOf).join('. ') }))
    for (const notification of added.slice(0, maxDesktop)) showOnDesktop(notification)
    // Whatever these are about: the service sends only the newest.
    readNew()
  })

  useEffect(() => {
    const { queryKey } = unreadNotificationsQuery(organizationId)
    const count = async (unread: number) => {
      // A count that is still loading is outdated.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<UnreadNotifications>(queryKey, { unread })
    }
    session.on('notifications.changed', ({ added, unread }) => {
      void count(unread)
      void queryClient.invalidateQueries({ queryKey: notificationsQuery(organizationId).queryKey })
      if (added.length > 0) arrive(added)
    })
  }, [session, queryClient, organizationId])

  return (
    <output className={classes.spoken}>
      {/* A new element: screen readers do not announce a text that stays the same. */}
      <span key={announced.count}>{announced.text}</span>
    </output>
  )
}

/** Text of a notification. */
export function useNotificationText(): (notification: Notification) => string {
  const { notifications, inbox } = useTexts()
  return ({ kind, customer, actor }) => {
    const name = displayName(inbox.customers, customer)
    return isKnownKind({ kind })
      ? notifications.kinds[kind].says(name, actor?.name ?? null)
      : notifications.otherKind(name)
  }
}

/** Without Web Locks all windows show it: the same tag makes it one notification. */
function useDesktop(): (notification: Notification) => void {
  const textOf = useNotificationText()
  const navigate = useNavigate()
  const { organization } = useMembership()
  const isAlertingTab = useIsAlertingTab()

  return (notification) => {
    if (!isAlertingTab || !alertSettings.get().desktop || !notification.transports.includes('desktop')) return
    const note = showDesktop(textOf(notification), {
      body: notification.preview ?? '',
      tag: notification.id,
      icon: '/panel/favicon.svg',
    })
    note?.addEventListener('click', () => {
      window.focus()
      note.close()
      // The log moves the focus to the entry unless a field has it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      // Without a conversation, opening the customer does not mark it. If the request fails it stays unread in the list.
      void markNotificationsRead(organization.id, { ids: [notification.id] }).catch(() => {})
      void navigate(notificationLink(organization.id, notification))
    })
  }
}

/**
 * Opening a conversation in a visible window marks its notifications as read, also those that are not listed. Returns a function that
 * does so for new ones.
 */
function useReadOfOpened(organizationId: string): () => void {
  const session = useAgentSession()
  const { conversationId } = useParams({ strict: false })
  const readNew = useRef(() => {})
  useEffect(() => {
    if (conversationId === undefined) return undefined
    let isRead = false
    const read = () => {
      if (isRead || document.visibilityState !== 'visible') return
      isRead = true
      // The socket brings the new count. If the request fails they stay unread until the window becomes visible again.
      markNotificationsRead(organizationId, { conversation_id: conversationId }).catch(() => (isRead = false))
    }
    // Those that arrive in a window without the focus stay unread, so that they are e-mailed.
    readNew.current = () => {
      isRead = false
      if (document.hasFocus()) read()
    }
    read()
    document.addEventListener('visibilitychange', read)
    window.addEventListener('focus', read)
    // Some may have arrived during a disconnect.
    const stop = session.onLive(readNew.current)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', read)
      window.removeEventListener('focus', read)
      readNew.current = () => {}
    }
  }, [session, organizationId, conversationId])
  return () => readNew.current()
}
