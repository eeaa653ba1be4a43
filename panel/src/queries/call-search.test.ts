import { expect, test } from 'vitest'
import { isFiltered, readCallSearch } from './call-search.ts'

const id = '01936b2e-0000-7000-8000-00000000000a'

test('unknown and invalid filters are dropped', () => {
  const search = readCallSearch({ status: 'pending', agent_id: '42', customer_id: { id }, q: 'x' })
  expect(search).toEqual({ status: undefined, agent_id: undefined, customer_id: undefined })
  expect(isFiltered(search)).toBe(false)
})

test('status and ids are normalized', () => {
  const search = readCallSearch({ status: 'missed', agent_id: ` ${id.toUpperCase()} ` })
  expect(search).toMatchObject({ status: 'missed', agent_id: id })
  expect(isFiltered(search)).toBe(true)
})
