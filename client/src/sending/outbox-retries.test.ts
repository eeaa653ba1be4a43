import type { MessageSendParams, MessageSent } from '@parley/protocol/message'
import { expect, test } from 'vitest'
import type { Result } from '../connection/result.ts'
import { createOutbox } from './outbox.ts'
import { success } from '../testing/outbox-fixture.ts'
import { createTestPlatform, settle } from '../testing/test-platform.ts'

test('[S8] a retry after reply_target_unknown is sent under the same id without the quoted message', async () => {
  const sent: MessageSendParams[] = []
  const answers: Result<MessageSent>[] = [{ ok: false, code: 'reply_target_unknown' }]
  const outbox = createOutbox({
    platform: createTestPlatform(),
    isReady: () => true,
    isShown: () => true,
    send(params) {
      sent.push(params)
      return Promise.resolve(answers.shift() ?? success(1))
    },
  })
  outbox.add({ client_id: 'client-1', content: 'hello', reply_to_id: 'cleared' }, null)
  await settle()
  expect(outbox.messages.get()[0]?.state.name).toBe('failed')
  outbox.retry('client-1')
  await settle()
  expect(sent).toEqual([
    { client_id: 'client-1', content: 'hello', reply_to_id: 'cleared' },
    { client_id: 'client-1', content: 'hello' },
  ])
  expect(outbox.messages.get()[0]?.state.name).toBe('sent')
})
