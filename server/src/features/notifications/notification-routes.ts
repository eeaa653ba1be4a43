import {
  Notification,
  NotificationSettingInput,
  NotificationSettings,
  NotificationsRead,
  UnreadNotifications,
} from '@parley/protocol/notification'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { Notifications } from './notifications.ts'

const tags = ['Notifications']
const base = '/v1/organizations/:organization_id/notifications'
const params = Type.Object({ organization_id: Id }, closed)

/** Agents read and change only their own notifications: no route takes an agent's id. */
export function notificationRoutes(
  http: Http,
  deps: { notifications: Notifications; authorizeAgent: AuthorizeAgent },
): void {
  const { notifications, authorizeAgent } = deps

  http.get(
    base,
    {
      schema: {
        tags,
        summary: 'List your notifications, newest first',
        description: 'Kept for 90 days.',
        params,
        querystring: Type.Object({ ...PageQuery, unread: Type.Optional(Type.Literal('true')) }, closed),
        response: { 200: Page(Notification) },
      },
    },
    async (request) => {
      const agent = await authorizeAgent(request, request.params.organization_id)
      const { max = 50, cursor, unread } = request.query
      const query = { unreadOnly: unread === 'true', max: max + 1, after: decodeCursor(cursor) }
      const rows = await notifications.list(agent, query)
      return pageOf(rows, max, 'DESC', ({ created_at, id }) => encodeCursor(created_at, id))
    },
  )

  http.get(
    `${base}/unread`,
    {
      schema: {
        tags,
        summary: 'Count your unread notifications',
        params,
        response: { 200: UnreadNotifications },
      },
    },
    async (request) => {
      const agent = await authorizeAgent(request, request.params.organization_id)
      return { unread: await notifications.unread(agent) }
    },
  )

  http.post(
    `${base}/read`,
    {
      schema: {
        tags,
        summary: 'Mark your notifications as read',
        description:
          'Some by `ids`, those of a conversation, or all up to the one with id `up_to`. Other people’s ids have no effect. Returns what is still unread.',
        params,
        body: NotificationsRead,
        response: { 200: UnreadNotifications },
      },
    },
    async (request) => {
      const agent = await authorizeAgent(request, request.params.organization_id)
      return { unread: await notifications.read(agent, request.body) }
    },
  )

  http.get(
    `${base}/settings`,
    {
      schema: {
        tags,
        summary: 'Get your notification settings',
        params,
        response: { 200: NotificationSettings },
      },
    },
    async (request) => {
      const agent = await authorizeAgent(request, request.params.organization_id)
      return { data: await notifications.settings(agent) }
    },
  )

  http.patch(
    `${base}/settings`,
    {
      schema: {
        tags,
        summary: 'Change how you are notified of one kind',
        description:
          'Applies to later notifications. Without a transport you are not notified. `email`: unread ones, once you were away from the panel for 5 minutes, at most one e-mail in 15 minutes. Without `email`, unread ones that wait for an e-mail are not mailed either.',
        params,
        body: NotificationSettingInput,
        response: { 200: NotificationSettings },
      },
    },
    async (request) => {
      const agent = await authorizeAgent(request, request.params.organization_id)
      await notifications.changeSetting(agent, request.body)
      return { data: await notifications.settings(agent) }
    },
  )
}
