import 'fake-indexeddb/auto'
import type { MessageSendParams, MessageSent } from '@parley/protocol/message'
import { expect, test } from 'vitest'
import type { Result } from '../connection/result.ts'
import { success, write } from '../testing/outbox-fixture.ts'
import { createTestPlatform, settle } from '../testing/test-platform.ts'
import { openOutboxStorage } from './outbox-storage.ts'
import { createOutbox } from './outbox.ts'

test('[S12] a message keeps its seen_seq across a reload until a retry replaces it', async () => {
  const platform = createTestPlatform()
  const storage = openOutboxStorage('organization agent')
  const sent: MessageSendParams[] = []
  const answers: Result<MessageSent>[] = [{ ok: false, code: 'stale_view' }]
  let ready = false
  const open = () =>
    createOutbox({
      platform,
      isReady: () => ready,
      isShown: () => true,
      send: async (params) => {
        sent.push(params)
        return answers.shift() ?? success(sent.length)
      },
    })

  const first = open()
  await first.attach(storage)
  first.add({ content: 'hello', seen_seq: 7 }, 'customer')
  await settle()
  first.close()
  ready = true
  const second = open()
  await second.attach(storage)
  const [refused] = second.messages.get()
  expect(refused?.state).toEqual({ name: 'failed', code: 'stale_view' })
  second.retry(refused?.client_id ?? '', 9)
  await settle()
  expect(sent.map(({ seen_seq }) => seen_seq)).toEqual([7, 9])
  write(second, 'of a visitor')
  await settle()
  expect(sent.at(-1)).not.toHaveProperty('seen_seq')
})
