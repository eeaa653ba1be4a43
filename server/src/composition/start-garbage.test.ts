import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Infrastructure } from './infrastructure.ts'
import { createLifecycle } from './lifecycle.ts'
import { collectStartGarbage } from './start-garbage.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function service() {
  const lifecycle = createLifecycle({ worker: true })
  const sockets: Infrastructure['sockets'] = { widgets: new Set(), agents: new Set() }
  const collect = vi.fn<() => void>()
  collectStartGarbage({ lifecycle, sockets }, collect)
  return { lifecycle, sockets, collect }
}

test('garbage of the start is collected once', async () => {
  const { lifecycle, collect } = service()
  vi.runAllTimers()
  expect(collect).not.toHaveBeenCalled()
  await lifecycle.start()
  vi.runAllTimers()
  expect(collect).toHaveBeenCalledOnce()
})

test('nobody who is connected waits for the collection', async () => {
  const { lifecycle, sockets, collect } = service()
  await lifecycle.start()
  sockets.agents.add({} as never)
  vi.runAllTimers()
  expect(collect).not.toHaveBeenCalled()
})

test('a service that stops collects nothing', async () => {
  const { lifecycle, collect } = service()
  await lifecycle.start()
  await lifecycle.stop()
  vi.runAllTimers()
  expect(collect).not.toHaveBeenCalled()
})
