import type { DeliveryReason } from '@parley/protocol/message-delivery'
import { expect, it } from 'vitest'
import { report } from '../../../testing/mail-sources.ts'
import { readMail } from './mail-reader.ts'

it.for<[status: string, reason: DeliveryReason]>([
  ['5.1.1', 'contact_gone'],
  ['5.1.10', 'contact_gone'],
  ['5.2.1 (mailbox disabled)', 'contact_gone'],
  ['5.1.8', 'rejected'],
  ['5.1.0', 'rejected'],
  ['5.7.1', 'rejected'],
  ['5.2.2', 'rejected'],
  ['5.2.3', 'file_too_large'],
])('a bounce with status %s: %s', async ([status, reason]) => {
  const text = report('<1@shop.example>', 'ada@mail.example').replace('Status: 5.1.1', `Status: ${status}`)
  const source = Buffer.from(text)
  const raw = { uid: 1, size: source.length, receivedAt: 0, source, isWhole: true }
  const found = await readMail(raw, { address: 'support@shop.example', authenticationServer: null })
  expect(found?.payload.content).toMatchObject({ kind: 'report', report: { reason } })
})
