import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import {
  notificationSettingsQuery,
  notificationsQuery,
  saveNotificationSetting,
} from './notification-queries.ts'

test('kinds that this version of the panel does not have are listed, and left out of the settings', async () => {
  const kinds = [{ kind: 'added_later' }, { kind: 'mention' }]
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: kinds, pager: { next: null } })))
  const client = new QueryClient()
  const known = [{ kind: 'mention' }]
  expect(await client.fetchInfiniteQuery(notificationsQuery('o'))).toMatchObject({ pages: [{ data: kinds }] })
  expect(await client.fetchQuery(notificationSettingsQuery('o'))).toMatchObject({ data: known })
  expect(await saveNotificationSetting('o', { kind: 'mention', transports: [] })).toMatchObject({
    data: known,
  })
})
