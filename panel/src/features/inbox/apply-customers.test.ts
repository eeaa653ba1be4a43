import { QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import { expect, test } from 'vitest'
import { customerListQuery } from '../../queries/customer-queries.ts'
import { applyCustomers } from './apply-customers.ts'

const customer = (id: string, online: boolean) => ({ id, online, is_blocked: false })
const row = (id: string, online: boolean) => ({ customer: customer(id, online) }) as Conversation

test('a list of customers shows presence and block state of changed conversations', () => {
  const queryClient = new QueryClient()
  const queryKey: QueryKey = customerListQuery('organization', '').queryKey
  const page = (...data: unknown[]) => ({ data, pager: { next: null } })
  const pages = {
    pages: [page(customer('ada', false)), page(customer('bob', true), customer('eve', true))],
    pageParams: [undefined, 'next'],
  }
  queryClient.setQueryData(queryKey, pages)
  applyCustomers(queryClient, 'organization', [row('bob', false), row('mallory', true)])
  expect(queryClient.getQueryData(queryKey)).toEqual({
    ...pages,
    pages: [page(customer('ada', false)), page(customer('bob', false), customer('eve', true))],
  })
})

test('a list without changed customers stays the same object', () => {
  const queryClient = new QueryClient()
  const queryKey: QueryKey = customerListQuery('organization', '').queryKey
  const pages = { pages: [{ data: [customer('ada', true)], pager: { next: null } }], pageParams: [undefined] }
  queryClient.setQueryData(queryKey, pages)
  applyCustomers(queryClient, 'organization', [row('ada', true)])
  expect(queryClient.getQueryData(queryKey)).toBe(pages)
})
