import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('a store notifies only of changes', () => {
  const store = createStore(1)
  const seen: number[] = []
  store.subscribe(() => seen.push(store.get()))
  store.set(1)
  expect(seen).toEqual([])
  store.set(2)
  expect(seen).toEqual([2])
})

test('the same listener can subscribe twice, and unsubscribing ends only one subscription', () => {
  const store = createStore(1)
  let count = 0
  const listener = () => void count++
  const leave = store.subscribe(listener)
  store.subscribe(listener)
  store.set(2)
  expect(count).toBe(2)
  leave()
  store.set(3)
  expect(count).toBe(3)
})
