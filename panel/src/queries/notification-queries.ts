import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  Notification,
  NotificationKind,
  NotificationSettingInput,
  NotificationSettings,
  NotificationsRead,
  UnreadNotifications,
} from '@parley/protocol/notification'
import type { PageOf } from '@parley/protocol/pager'
import { api, organizationPath } from '../api/api.ts'
import { organizationKey } from './organization-queries.ts'
import { repeatFailed, repeatFailedReload } from './repeat-failed.ts'

const path = (organizationId: string, rest = '') => organizationPath(organizationId, `/notifications${rest}`)
const notificationsKey = (organizationId: string) =>
  [...organizationKey(organizationId), 'notifications'] as const

const kinds: Record<NotificationKind, true> = {
  mention: true,
  assigned: true,
  missed_call: true,
  snooze_over: true,
  low_rating: true,
  sla_warning: true,
  sla_breach: true,
}

/**
 * Whether this version of the panel has the kind: after an upgrade, open tabs receive notifications of new ones. They are listed, because
 * they are counted.
 */
export const isKnownKind = ({ kind }: { kind: string }): boolean => Object.hasOwn(kinds, kind)

const withKnownKinds = (settings: NotificationSettings): NotificationSettings => ({
  data: settings.data.filter(isKnownKind),
})

/** Newest first. */
export const notificationsQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey(organizationId), 'list'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<PageOf<Notification>>(path(organizationId), { query: { max: 30, cursor: pageParam }, signal }),
    getNextPageParam: (page) => page.pager.next ?? undefined,
    refetchOnMount: 'always',
    ...repeatFailedReload,
  })

/** Changes arrive over the socket. */
export const unreadNotificationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...notificationsKey(organizationId), 'unread'],
    queryFn: ({ signal }) => api.get<UnreadNotifications>(path(organizationId, '/unread'), { signal }),
    ...repeatFailed,
  })

export const notificationSettingsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...notificationsKey(organizationId), 'settings'],
    queryFn: ({ signal }) =>
      api.get<NotificationSettings>(path(organizationId, '/settings'), { signal }).then(withKnownKinds),
  })

export const markNotificationsRead = (organizationId: string, which: NotificationsRead) =>
  api.post<UnreadNotifications>(path(organizationId, '/read'), which)

export const saveNotificationSetting = (organizationId: string, setting: NotificationSettingInput) =>
  api.patch<NotificationSettings>(path(organizationId, '/settings'), setting).then(withKnownKinds)
