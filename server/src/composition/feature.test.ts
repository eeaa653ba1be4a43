import { agentCommands, widgetCommands } from '@parley/protocol/upstream'
import { expect, test } from 'vitest'
import { collect, type AgentHandlers, type WidgetHandlers } from './feature.ts'

const noop = () => ({})
const handlersOf = <H>(commands: Record<keyof H, unknown>): H =>
  Object.fromEntries(Object.keys(commands).map((name) => [name, noop])) as H
const widget = handlersOf<WidgetHandlers>(widgetCommands)
const agent = handlersOf<AgentHandlers>(agentCommands)

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
