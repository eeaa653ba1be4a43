import { beforeEach, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../testing/test-platform.ts'
import { createTypingNotifier, createTypingTracker } from './typing.ts'

let platform: TestPlatform

beforeEach(() => {
  platform = createTestPlatform()
})

describe('own typing', () => {
  test('[R3] is sent at most every 3 s, and ends after 5 s without a key', async () => {
    const sent: boolean[] = []
    const notifier = createTypingNotifier(platform, (active) => sent.push(active))
    for (let key = 0; key < 40; key++) {
      notifier.typing(true)
      await platform.advance(100)
    }
    expect(sent).toEqual([true, true])
    await platform.advance(4_899)
    expect(sent).toEqual([true, true])
    await platform.advance(1)
    expect(sent).toEqual([true, true, false])
  })

  test('ends at once when the composer is empty or sent, and only once', () => {
    const sent: boolean[] = []
    const notifier = createTypingNotifier(platform, (active) => sent.push(active))
    notifier.typing(false)
    notifier.typing(true)
    notifier.typing(false)
    notifier.typing(false)
    notifier.close()
    expect(sent).toEqual([true, false])
    expect(platform.timers()).toBe(0)
  })
})

describe('the typing of others', () => {
  const ada = { id: 'a-1', name: 'Ada', avatar_url: null }
  const bob = { id: 'b-1', name: 'Bob', avatar_url: null }

  test('[R3] ends after 6 s without an update', async () => {
    const watch = createTypingTracker(platform)
    watch.receive({ customer_id: 'c', agent: ada, active: true })
    await platform.advance(5_000)
    watch.receive({ customer_id: 'c', agent: ada, active: true })
    await platform.advance(5_999)
    expect(watch.typers.get()).toEqual([{ agent: ada }])
    await platform.advance(1)
    expect(watch.typers.get()).toEqual([])
  })

  test('is tracked per person, and ends with their message or a stop', () => {
    const watch = createTypingTracker(platform)
    watch.receive({ customer_id: 'c', agent: ada, active: true })
    watch.receive({ customer_id: 'c', agent: bob, active: true })
    watch.receive({ customer_id: 'c', agent: null, active: true })
    expect(watch.typers.get()).toEqual([{ agent: ada }, { agent: bob }, { agent: null }])
    watch.stopped(ada.id)
    watch.receive({ customer_id: 'c', agent: null, active: false })
    expect(watch.typers.get()).toEqual([{ agent: bob }])
    watch.clear()
    expect(watch.typers.get()).toEqual([])
    expect(platform.timers()).toBe(0)
  })
})
