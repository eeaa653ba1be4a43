import type { MsgCallback, NatsConnection, Subscription } from '@nats-io/transport-node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNatsShards } from './nats-shards.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Shards over a connection that confirms everything. */
function scene() {
  const frames: string[] = []
  const callbacks = new Map<string, MsgCallback<never>>()
  const connection = {
    subscribe(subject: string, { callback }: { callback: MsgCallback<never> }) {
      callbacks.set(subject, callback)
      return { unsubscribe: () => void callbacks.delete(subject) } as Partial<Subscription>
    },
  } as unknown as NatsConnection
  const { shards, connected, disconnected } = createNatsShards({
    subject: 'bus',
    onFrame: (text) => void frames.push(text),
    flush: async () => {},
  })
  connected(connection)
  return {
    shards,
    frames,
    subjects: () => [...callbacks.keys()],
    receive: (text: string) => void callbacks.get('bus.7')?.(null, { string: () => text } as never),
    reconnect() {
      disconnected()
      connected(connection)
    },
    refuse: () => void callbacks.get('bus.7')?.(new Error('Permissions violation'), {} as never),
    settle: () => vi.advanceTimersByTimeAsync(2_000),
  }
}

test('short forms count until the other servers of a cluster forward to a confirmed shard, also after a reconnect', async () => {
  const { shards, reconnect } = scene()
  shards.open(7)
  for (let connections = 1; connections <= 2; connections++) {
    await vi.advanceTimersByTimeAsync(1_999)
    expect(shards.isOpen(7)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(shards.isOpen(7)).toBe(true)
    reconnect()
  }
})

test('what was on its way to a closed shard still arrives, and short forms are no longer ignored', async () => {
  const { shards, frames, subjects, receive, settle } = scene()
  shards.open(7)
  await settle()
  expect(shards.isOpen(7)).toBe(true)
  shards.close(7)
  expect(shards.isOpen(7)).toBe(false)
  receive('complete')
  expect(frames).toEqual(['complete'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(subjects()).toEqual([])
})

test('a shard that is opened again soon stays open', async () => {
  const { shards, subjects, settle } = scene()
  shards.open(7)
  await settle()
  shards.close(7)
  shards.open(7)
  expect(shards.isOpen(7)).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shards.isOpen(7)).toBe(true)
  expect(subjects()).toEqual(['bus.7'])
})

test('a shard that the server refuses is not open, although it was confirmed', async () => {
  const { shards, refuse, settle } = scene()
  shards.open(7)
  refuse()
  await settle()
  expect(shards.isOpen(7)).toBe(false)
})
