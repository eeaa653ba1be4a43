import { expect, test } from 'vitest'
import { AppError } from '../../core/app-error.ts'
import { createSecrets } from '../../core/secrets.ts'
import { createSignedLinks } from '../../core/signed-links.ts'
import { testRateLimits } from '../../testing/test-rate-limits.ts'
import { createTranscripts, type TranscriptDeps } from './transcripts.ts'

/** Counts as `createAttempts` within one window. */
function countAttempts(): TranscriptDeps['attempts'] {
  const counts = new Map<string, number>()
  return {
    async takeAll(limits) {
      const entries = Object.entries(limits)
      if (entries.some(([key, { max }]) => (counts.get(key) ?? 0) >= max))
        throw new AppError('rate_limited', { retryAfter: 1 })
      for (const [key] of entries) counts.set(key, (counts.get(key) ?? 0) + 1)
    },
  }
}

/** Every conversation has a customer of the same id, with an address of their own. */
function transcripts() {
  const secrets = createSecrets('the secret of this installation')
  const clock = () => Date.parse('2026-01-31T10:00:00Z')
  return createTranscripts({
    baseUrl: 'https://chat.example',
    clock,
    links: createSignedLinks(secrets),
    secrets,
    rateLimits: testRateLimits(clock),
    db: {} as TranscriptDeps['db'],
    mails: {
      isOn: true,
      enqueue: async () => 'id',
      wake() {},
      withdraw: async () => [],
      states: async () => new Map(),
    },
    attempts: countAttempts(),
    findConversation: async (_, id) => ({ customer_id: id }),
    findCustomer: async (_, id) => ({
      email: `${id}@mail.example`,
      language: 'en',
      provider_id: 'widget',
      is_blocked: false,
      deactivated_at: null,
    }),
    messagesFor: async () => undefined,
    titleOf: async () => 'Shop',
  })
}

test('visitors send 400 mails a day at most, which leaves the agents theirs', async () => {
  const { send, sendByAgent } = transcripts()
  const ask = (index: number, organizationId = 'shop') =>
    send(
      { organizationId, customerId: `c${index}`, network: `network ${Math.floor(index / 10)}` },
      `c${index}`,
    )
  for (let index = 0; index < 400; index += 1) await ask(index)
  await expect(ask(400)).rejects.toMatchObject({ code: 'rate_limited' })
  await ask(401, 'elsewhere')
  for (let index = 0; index < 500; index += 1)
    await sendByAgent({ organizationId: 'shop', agentId: `agent ${Math.floor(index / 100)}` }, `a${index}`)
  await expect(sendByAgent({ organizationId: 'shop', agentId: 'agent 5' }, 'a500')).rejects.toMatchObject({
    code: 'rate_limited',
  })
})

test('agents cannot use up what visitors send', async () => {
  const { send, sendByAgent } = transcripts()
  for (let index = 0; index < 500; index += 1)
    await sendByAgent({ organizationId: 'shop', agentId: `agent ${Math.floor(index / 100)}` }, `a${index}`)
  await send({ organizationId: 'shop', customerId: 'c1', network: 'network' }, 'c1')
})
