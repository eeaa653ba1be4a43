import type { Conversation } from '@parley/protocol/conversation'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLocalBus, type Bus } from '../../core/bus/bus.ts'
import { compactHint, type LogHint, type StoredEntry } from '../../core/event-log.ts'
import { createInboxFeed, type InboxFeed } from './inbox-feed.ts'

const organization = 'an organization'

describe('the inbox feed', () => {
  let bus: Bus
  let feed: InboxFeed
  const rounds: { customers: string[]; conversations: string[] }[] = []
  const errors: unknown[] = []
  let isUnavailable = false

  beforeEach(() => {
    vi.useFakeTimers()
    rounds.length = 0
    errors.length = 0
    isUnavailable = false
    const surprise = (error: unknown) => {
      throw error
    }
    bus = createLocalBus(surprise)
    feed = createInboxFeed({
      bus,
      presence: { onChange: () => () => {} },
      async load(_organizationId, customers, conversations) {
        if (isUnavailable) throw new Error('unavailable')
        rounds.push({ customers, conversations })
        return customers.map((id) => ({ id }) as Conversation)
      },
      onError: (error) => errors.push(error),
    })
  })
  afterEach(async () => {
    expect(errors).toEqual([])
    feed.close()
    await bus.close()
    vi.useRealTimers()
  })

  const hintOf = (customerId: string, conversationId: string | null) =>
    ({
      organization_id: organization,
      customer_id: customerId,
      entries: [{ conversation_id: conversationId } as StoredEntry],
    }) as LogHint
  const grows = (...names: Parameters<typeof hintOf>) => bus.publish('log', hintOf(...names))

  test('reads nothing while nobody follows it', async () => {
    grows('a customer', 'a conversation')
    await vi.advanceTimersByTimeAsync(1000)
    expect(rounds).toEqual([])
  })

  test('includes a closed conversation, also when the next one started at the same moment', async () => {
    feed.follow(organization, () => {})
    grows('a customer', 'the closed one')
    grows('a customer', 'the next one')
    grows('a customer', null)
    await vi.advanceTimersByTimeAsync(100)
    expect(rounds).toEqual([{ customers: ['a customer'], conversations: ['the closed one', 'the next one'] }])
  })

  test('includes a closed conversation when another process sent the hint without its entries', async () => {
    feed.follow(organization, () => {})
    bus.publish('log', compactHint(hintOf('a customer', 'the closed one')))
    await vi.advanceTimersByTimeAsync(100)
    expect(rounds).toEqual([{ customers: ['a customer'], conversations: ['the closed one'] }])
  })

  test('reads rows again that could not be read', async () => {
    feed.follow(organization, () => {})
    isUnavailable = true
    grows('a customer', 'a conversation')
    await vi.advanceTimersByTimeAsync(100)
    expect(errors.splice(0)).toHaveLength(1)
    isUnavailable = false
    await vi.advanceTimersByTimeAsync(100)
    expect(rounds).toEqual([{ customers: ['a customer'], conversations: ['a conversation'] }])
  })

  test('sends many changes in rounds of 25, longest waiting first', async () => {
    const frames: Buffer[] = []
    feed.follow(organization, (frame) => frames.push(frame))
    const customers = Array.from({ length: 60 }, (_, index) => `customer ${index}`)
    for (const customer of customers) grows(customer, null)
    await vi.advanceTimersByTimeAsync(100)
    grows('customer 0', null)
    await vi.advanceTimersByTimeAsync(1000)
    expect(rounds.map((round) => round.customers)).toEqual([
      customers.slice(0, 25),
      customers.slice(25, 50),
      [...customers.slice(50), 'customer 0'],
    ])
    expect(frames).toHaveLength(3)
  })
})
