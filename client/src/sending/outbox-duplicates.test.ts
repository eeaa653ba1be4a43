import type { MessageSendParams } from '@parley/protocol/message'
import { expect, test } from 'vitest'
import { createOutbox } from './outbox.ts'
import { success, write } from '../testing/outbox-fixture.ts'
import { createTestPlatform } from '../testing/test-platform.ts'

test('[S3] a message added twice under the same client_id is sent once and does not block the next', async () => {
  const sent: MessageSendParams[] = []
  let ready = false
  let checks = 0
  const outbox = createOutbox({
    platform: createTestPlatform(),
    // Limited, because an endless loop would block the test run.
    isReady: () => ready && ++checks < 100,
    isShown: () => true,
    send(params) {
      sent.push(params)
      return Promise.resolve(success(sent.length))
    },
  })
  const [id = ''] = write(outbox, 'hello')
  expect(outbox.add({ content: 'hello', client_id: id }, null)).toEqual({ ok: true, clientId: id })
  write(outbox, 'next')
  ready = true
  await outbox.flush()
  expect(sent.map(({ content }) => content)).toEqual(['hello', 'next'])
  expect(outbox.messages.get().map(({ state }) => state.name)).toEqual(['sent', 'sent'])
})
