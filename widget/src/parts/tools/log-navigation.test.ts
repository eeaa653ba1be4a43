import type { WidgetSession } from '@parley/client/session/widget-session'
import { expect, test, vi } from 'vitest'
import { goToMessage } from './log-navigation.ts'

test('a search for a quoted message ends when older messages cannot be loaded', async () => {
  const loadOlder = vi.fn<() => Promise<void>>().mockResolvedValue()
  const session = { timeline: { get: () => ({ items: [], more: true, older: 'failed' }) }, loadOlder }
  await goToMessage(session as never as WidgetSession, {} as HTMLElement, 'm1')
  expect(loadOlder).toHaveBeenCalledOnce()
})
