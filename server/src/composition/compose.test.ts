import { agentCommands, widgetCommands } from '@parley/protocol/upstream'
import { expect, test } from 'vitest'
import { composition } from './compose.ts'
import { defineFeature, type AgentHandlers, type WidgetHandlers } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

const infra = {} as Infrastructure
const noop = () => ({})
const handlersOf = <H>(commands: Record<keyof H, unknown>): H =>
  Object.fromEntries(Object.keys(commands).map((name) => [name, noop])) as H
const widget = handlersOf<WidgetHandlers>(widgetCommands)
const agent = handlersOf<AgentHandlers>(agentCommands)

test('a command that no feature handles does not compile', () => {
  const { ping, ...rest } = widget
  const empty = composition(infra, {})
  // @ts-expect-error the widget's ping has no handler
  void empty.feature('chat', () => ({ widget: rest, agent })).build()
  // @ts-expect-error agents have no handler at all
  void empty.feature('chat', () => ({ widget })).build()
  const optional: Partial<Pick<WidgetHandlers, 'ping'>> = { ping }
  // @ts-expect-error a handler that may be missing does not count
  void empty.feature('chat', () => ({ widget: rest, agent })).feature('ping', () => ({ widget: optional })).build() // prettier-ignore
  // @ts-expect-error a handler for other parameters is refused
  defineFeature({ widget: { 'message.send': (_session: unknown, _params: { content: number }) => ({}) } })
})

test('a feature whose port names a later or missing part does not compile', () => {
  const empty = composition(infra, {})
  const compose = (_: Infrastructure, { clock }: { clock: { now: () => number } }) => ({ year: clock.now })
  // @ts-expect-error no part is called clock
  empty.port('calendar', compose)
  // @ts-expect-error the part has no such function
  empty.port('clock', () => ({ later: () => 1 })).port('calendar', compose)
  empty.port('clock', () => ({ now: () => 1 })).port('calendar', compose)
  // @ts-expect-error the name is taken
  empty.port('clock', () => 1).port('clock', () => 2)
})

test('parts are built one after the other and find earlier parts and options under their names', async () => {
  const parts = await composition(infra, { start: 1 })
    .port('next', async (_, { start }) => start + 1)
    .feature('chat', (_, { next }) => ({ widget, agent, next: next + 1 }))
    .port('sum', (_, { next, chat }) => next + chat.next)
    .build()
  expect(parts).toMatchObject({ start: 1, next: 2, chat: { next: 3 }, sum: 5 })
})

test('features contribute to the service and ports do not', async () => {
  const { contributions } = await composition(infra, {})
    .feature('chat', () => ({ widget, agent }))
    .port('other', () => ({ jobs: { sweep: { cron: '0 * * * *', run: async () => {} } } }))
    .build()
  expect(Object.keys(contributions.widget)).toEqual(Object.keys(widgetCommands))
  expect(contributions.jobs).toEqual({})
})

test('a part that cannot be built fails the whole', async () => {
  const failing = composition(infra, {})
    .port('broken', () => Promise.reject(new Error('no key')))
    .feature('chat', () => ({ widget, agent }))
  await expect(failing.build()).rejects.toThrow('no key')
})
