import { expect, test } from 'vitest'
import type { WidgetSession } from '../../realtime/contexts.ts'
import { createWidgetRevocation } from './widget-revocation.ts'

/** Frames and close codes of the sockets of this many members, whose key is retired. */
async function sentTo(members: number): Promise<string[]> {
  const sent: string[] = []
  const widgets = Array.from({ length: members }, () => {
    const principal = { provider_id: 'p', organization_id: 'o', member: { signed_with: 'retired' } }
    return {
      context: { origin: null, connection: { state: 'connected', principal, follower: null } },
      notify: (method: string, { within }: { within: number }) => void sent.push(`${method} ${within}`),
      close: (reason: string) => void sent.push(reason),
    } as unknown as WidgetSession
  })
  const revocation = createWidgetRevocation({
    bus: { subscribe: () => () => {}, onGap: () => () => {} } as never,
    clock: () => 0,
    widgets: new Set(widgets),
    findProvider: async () => ({ allowed_origins: [] }) as never,
    signingKeys: async () => [{ name: 'current' }],
    liveSessions: async () => new Set(),
    originAllowed: () => true,
    onError(error) {
      throw error
    },
  })
  await revocation.sweep()
  await revocation.stop()
  return sent
}

test('[M11] members whose key is retired reconnect within more time the more there are', async () => {
  expect(await sentTo(1)).toEqual(['draining 1000', 'session_expired'])
  const sent = await sentTo(6_000)
  expect(sent).toHaveLength(12_000)
  expect([...new Set(sent)]).toEqual(['draining 3000', 'session_expired'])
})
