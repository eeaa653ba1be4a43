import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import type { AgentSession } from '../../realtime/contexts.ts'
import type { FanOut } from '../../realtime/fan-out.ts'
import { typingCommands } from '../../realtime/typing.ts'
import { forwardTyping } from './typing.ts'

function onError(error: unknown): never {
  throw error
}

it('shows a contact that an agent is typing once in four seconds, from the process of the agent', async () => {
  let now = 0
  const shown: string[] = []
  const bus = createLocalBus(onError)
  function startProcess(name: string) {
    const fanOut = { signal() {} } as Partial<FanOut> as FanOut
    const { agent, onAgentTyping } = typingCommands({ bus, fanOut, faceOf: async () => undefined })
    const showTypingOf = async () => async () => void shown.push(name)
    forwardTyping({ onAgentTyping, showTypingOf, clock: () => now, onError })
    return agent
  }
  const [first] = [startProcess('first'), startProcess('second')]
  const connection = {
    state: 'connected',
    identity: { organizationId: 'organization', agentId: 'agent', face: { id: 'agent', name: 'Ada' } },
    followers: new Map([['customer', {}]]),
  }
  const session = { context: { connection } } as unknown as AgentSession
  async function type(customerId: string, active: boolean) {
    await first.typing(session, { customer_id: customerId, active })
    await setImmediate()
    return shown.splice(0)
  }

  expect(await type('customer', true)).toEqual(['first'])
  expect(await type('customer', true)).toEqual([])
  now += 4000
  expect(await type('customer', false)).toEqual([])
  expect(await type('somebody else', true)).toEqual([])
  expect(await type('customer', true)).toEqual(['first'])
})
