import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('nothing is downloaded where data is saved', () => {
  const download = vi.fn<() => void>()
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  whenIdle(download)
  expect(download).not.toHaveBeenCalled()
})

test('a cancelled download does not start', () => {
  const download = vi.fn<() => void>()
  vi.stubGlobal('navigator', {})
  whenIdle(download)()
  vi.runAllTimers()
  expect(download).not.toHaveBeenCalled()
})

test('the download starts in an idle moment', () => {
  const download = vi.fn<() => void>()
  const idle: (() => void)[] = []
  vi.stubGlobal('navigator', { connection: { saveData: false } })
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  whenIdle(download)
  expect(download).not.toHaveBeenCalled()
  idle[0]?.()
  expect(download).toHaveBeenCalledOnce()
})

test('the download starts after a delay where browsers do not tell idle moments', () => {
  const download = vi.fn<() => void>()
  vi.stubGlobal('navigator', {})
  whenIdle(download)
  expect(download).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(download).toHaveBeenCalledOnce()
})
