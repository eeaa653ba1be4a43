import { expect, test } from 'vitest'
import { createTestPlatform, settle } from '../testing/test-platform.ts'
import type { ConnectionKey } from './connection-key.ts'
import { createCustomLogin } from './custom-login.ts'
import { createMemoryLoginStorage } from './saved-login.ts'

test('a sign-in by the page while a token is being requested is not taken for the one that this request answers', async () => {
  let answer = (_token: null) => {}
  const provider = {
    get: () => new Promise<null>((resolve) => (answer = resolve)),
    scheduleRenewal() {},
    forget() {},
    close() {},
  }
  const login = createCustomLogin(
    {
      hasGetToken: () => true,
      user: () => undefined,
      isIdle: () => false,
      open: async () => provider,
      onRefusal() {},
    },
    {
      platform: createTestPlatform(),
      providerId: 'p',
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the provider above reads nothing of it
      key: Promise.resolve({ jkt: 'jkt', stored: false } as ConnectionKey),
      savedLogin: createMemoryLoginStorage(),
    },
  )
  for (const signsIn of [true, false]) {
    const fetched = login.fetch(Promise.resolve(0))
    await settle()
    if (signsIn) login.allow(true)
    answer(null)
    expect(await fetched).toBe(null)
    login.accept(null)
    expect(login.mayAsk()).toBe(signsIn)
  }
})
