import { expect, test, vi } from 'vitest'
import type { WidgetSession } from '../../realtime/contexts.ts'
import { createWidgetRevocation } from './widget-revocation.ts'

const connected = (providerId: string) => {
  const principal = { provider_id: providerId, organization_id: 'o', member: { signed_with: 'retired' } }
  const close = vi.fn<WidgetSession['close']>()
  const context = { origin: null, connection: { state: 'connected', principal, follower: null } }
  return { close, session: { context, notify() {}, close } as unknown as WidgetSession }
}

test('closes the sockets of one widget when the look-up of another fails, and repeats that', async () => {
  const [broken, sound] = [connected('broken'), connected('sound')]
  const onError = vi.fn<(error: unknown) => void>()
  let isBroken = true
  const revocation = createWidgetRevocation({
    bus: { subscribe: () => () => {}, onGap: () => () => {} } as never,
    clock: () => 0,
    widgets: new Set([broken.session, sound.session]),
    async findProvider(providerId) {
      if (isBroken && providerId === 'broken') throw new Error('no answer')
      return { allowed_origins: [] } as never
    },
    signingKeys: async () => [{ name: 'current' }],
    liveSessions: async () => new Set(),
    originAllowed: () => true,
    onError,
  })
  await revocation.sweep()
  expect(sound.close).toHaveBeenCalledWith('session_expired')
  expect(broken.close).not.toHaveBeenCalled()
  expect(onError).toHaveBeenCalledOnce()

  isBroken = false
  await revocation.sweep()
  expect(broken.close).toHaveBeenCalledWith('session_expired')
  await revocation.stop()
})
