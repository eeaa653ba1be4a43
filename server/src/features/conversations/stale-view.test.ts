import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { ada, startMessagePaths, type MessagePaths } from '../../testing/message-paths.ts'
import type { Messages } from './messages.ts'
import type { Sender } from './sender.ts'

let paths: MessagePaths
beforeAll(async () => {
  paths = await startMessagePaths()
})
afterAll(() => paths.close())

const bob = { id: newId(), name: 'Bob', avatar_url: null }
const pathNames = ['byBatch', 'inTransactions'] as const

const customer = () => paths.customerIn({ conversation: 'answered', waiting: false, mayWrite: true })

const agentTo = (customerId: string, agent: typeof bob): Sender => ({
  type: 'agent',
  organizationId: paths.organizationId,
  customerId,
  owner: null,
  agent,
})

/** Returns `sent`, `repeat` or the code of the refusal. */
async function outcomeOf(messages: Messages, sender: Sender, seen?: number, clientId: string = newId()) {
  const input = { client_id: clientId, content: 'An answer', ...(seen !== undefined && { seen_seq: seen }) }
  return messages.send(sender, input).then(
    ({ duplicate }) => (duplicate ? 'repeat' : 'sent'),
    (error: { code?: string }) => error.code,
  )
}

describe.each(pathNames)('[S12] %s', (path) => {
  test('a message is refused after a colleague’s newer one and changes nothing', async () => {
    const id = await customer()
    expect(await outcomeOf(paths[path], agentTo(id, ada), 0)).toBe('sent')
    const before = await paths.stored(id)
    expect(await outcomeOf(paths[path], agentTo(id, bob), 0)).toBe('stale_view')
    expect(await paths.stored(id)).toEqual(before)
    expect(await outcomeOf(paths[path], agentTo(id, bob), 1)).toBe('sent')
  })

  test('a message is sent without a seen position, and after one’s own and other senders’ messages', async () => {
    const id = await customer()
    await outcomeOf(paths[path], agentTo(id, ada))
    expect(await outcomeOf(paths[path], agentTo(id, bob))).toBe('sent')
    paths.placed.length = 0
    for (const type of ['customer', 'ai_agent', 'system'] as const)
      expect(await outcomeOf(paths[path], paths.senderTo(id, type), 0)).toBe('sent')
    expect(await outcomeOf(paths[path], agentTo(id, bob), 1)).toBe('sent')
    // Also while others write, the fast path is kept.
    if (path === 'byBatch') expect(paths.placed).not.toContain(null)
  })

  test('a repeat of an accepted message is not refused', async () => {
    const id = await customer()
    const clientId = newId()
    expect(await outcomeOf(paths[path], agentTo(id, bob), 0, clientId)).toBe('sent')
    await outcomeOf(paths[path], agentTo(id, ada))
    expect(await outcomeOf(paths[path], agentTo(id, bob), 0, clientId)).toBe('repeat')
  })
})

test.each(pathNames.flatMap((one) => pathNames.map((other) => [one, other] as const)))(
  '[S12] of two answers at the same moment one is refused: %s and %s',
  async (one, other) => {
    for (let round = 0; round < 15; round += 1) {
      const id = await customer()
      const outcomes = await Promise.all([
        outcomeOf(paths[one], agentTo(id, ada), 0),
        outcomeOf(paths[other], agentTo(id, bob), 0),
      ])
      expect(new Set(outcomes)).toEqual(new Set(['sent', 'stale_view']))
    }
  },
)
