import type { MessageSendParams, MessageSent } from '@parley/protocol/message'
import { expect, test } from 'vitest'
import type { Result } from '../connection/result.ts'
import { createOutbox } from './outbox.ts'
import { success } from '../testing/outbox-fixture.ts'
import { createTestPlatform, settle } from '../testing/test-platform.ts'

const deletedUpload = {
  id: 'm-1',
  name: 'a.png',
  mime: 'image/png',
  size: 5,
  width: 1,
  height: 1,
  url: '/x',
}

test('[S9] a retry after media_unknown is sent under the same id as text without the attachments', async () => {
  const sent: MessageSendParams[] = []
  const outbox = createOutbox({
    platform: createTestPlatform(),
    isReady: () => true,
    isShown: () => true,
    send(params) {
      sent.push(params)
      return Promise.resolve(params.media_ids ? { ok: false, code: 'media_unknown' } : success(1))
    },
  })
  outbox.add({ client_id: 'client-1', content: 'hello', media: [deletedUpload] }, null)
  outbox.add({ client_id: 'client-2', content: '', media: [deletedUpload] }, null)
  await settle()
  outbox.retry('client-1')
  outbox.retry('client-2')
  await settle()
  const media_ids = [deletedUpload.id]
  expect(sent).toEqual([
    { client_id: 'client-1', content: 'hello', media_ids },
    { client_id: 'client-2', content: '', media_ids },
    { client_id: 'client-1', content: 'hello' },
    { client_id: 'client-2', content: '', media_ids },
  ])
  expect(outbox.messages.get().map(({ state, media }) => [state.name, media.length])).toEqual([
    ['sent', 0],
    ['failed', 1],
  ])
})

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
