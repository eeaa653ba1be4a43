import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

const never = new AbortController().signal
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('requests wait for what others hold, in their order', async () => {
  const budget = createByteBudget({ total: 10, perOwner: 10 })
  const first = await budget.reserve('a', 8, never)
  const order: string[] = []
  const large = budget.reserve('b', 9, never).then((give) => (order.push('large'), give))
  const small = budget.reserve('c', 1, never).then((give) => (order.push('small'), give))
  await settled()
  expect(order).toEqual([])
  first?.()
  await large
  await small
  expect(order).toEqual(['large', 'small'])
})

test('an owner at its limit lets others pass', async () => {
  const budget = createByteBudget({ total: 10, perOwner: 4 })
  const held = await budget.reserve('a', 4, never)
  let isGranted = false
  const again = budget.reserve('a', 1, never).then(() => (isGranted = true))
  await budget.reserve('b', 4, never)
  await settled()
  expect(isGranted).toBe(false)
  held?.()
  await again
})

test('more than an owner may hold counts as all of it', async () => {
  const budget = createByteBudget({ total: 10, perOwner: 4 })
  expect(await budget.reserve('a', 100, never)).not.toBeNull()
})

test('a request that is given up holds nothing, and nobody waits for it', async () => {
  const budget = createByteBudget({ total: 4, perOwner: 4 })
  const held = await budget.reserve('a', 3, never)
  const given = new AbortController()
  const large = budget.reserve('b', 4, given.signal)
  const small = budget.reserve('c', 1, never)
  given.abort()
  expect(await large).toBeNull()
  expect(await small).not.toBeNull()
  held?.()
  expect(await budget.reserve('d', 3, never)).not.toBeNull()
  expect(await budget.reserve('e', 1, given.signal)).toBeNull()
})
