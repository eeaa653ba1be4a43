import { agentCommands, widgetCommands } from '@parley/protocol/upstream'
import { expect, test } from 'vitest'
import { collect, defineFeature, type AgentHandlers, type WidgetHandlers } from './feature.ts'

const noop = () => ({})
const handlersOf = <H>(commands: Record<keyof H, unknown>): H =>
  Object.fromEntries(Object.keys(commands).map((name) => [name, noop])) as H
const widget = handlersOf<WidgetHandlers>(widgetCommands)
const agent = handlersOf<AgentHandlers>(agentCommands)

test('a command that no feature handles does not compile', () => {
  const { ping: _ping, ...incomplete } = widget
  // @ts-expect-error the widget's ping has no handler
  collect([{ widget: incomplete }, { agent }])
  // @ts-expect-error agents have no handler at all
  collect([{ widget }])
  const { ping, ...rest } = widget
  const optional: Partial<Pick<WidgetHandlers, 'ping'>> = { ping }
  // @ts-expect-error a handler that may be missing does not count
  collect([{ widget: rest }, { widget: optional }, { agent }])
  // @ts-expect-error a handler for other parameters is refused
  defineFeature({ widget: { 'message.send': (_session: unknown, _params: { content: number }) => ({}) } })
})

test('handlers of all features are merged', () => {
  const { ping, ...rest } = widget
  const { widget: merged } = collect([{ widget: { ping } }, { widget: rest, agent }])
  expect(Object.keys(merged).sort()).toEqual(Object.keys(widgetCommands).sort())
})

test('a command or a job of two features is refused at start', () => {
  expect(() => collect([{ widget, agent }, { widget: { ping: noop } }])).toThrow(
    'Two features contribute ping',
  )
  const job = { cron: '0 * * * *', run: async () => {} }
  expect(() => collect([{ widget, agent, jobs: { sweep: job } }, { jobs: { sweep: job } }])).toThrow(
    'Two features contribute sweep',
  )
})
