import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { mailboxQuery } from './mailbox-queries.ts'

test('a dialog that is opened again is not filled with the settings of before', async () => {
  const folders = ['INBOX', 'Support']
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ folder: folders.shift() })))
  const client = new QueryClient()
  const query = mailboxQuery('o', 'c')
  const open = () => {
    const shown: unknown[] = []
    const observer = new QueryObserver(client, query)
    const close = observer.subscribe(({ data }) => data && shown.push(data))
    const { data } = observer.getCurrentResult()
    if (data !== undefined) shown.push(data)
    return { shown, close }
  }
  const first = open()
  await expect.poll(() => first.shown).toContainEqual({ folder: 'INBOX' })
  first.close()
  await expect.poll(() => client.getQueryCache().getAll()).toEqual([])
  const second = open()
  await expect.poll(() => second.shown).toContainEqual({ folder: 'Support' })
  expect(second.shown).not.toContainEqual({ folder: 'INBOX' })
  second.close()
})
