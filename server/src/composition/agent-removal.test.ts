import { expect, test } from 'vitest'
import { createLocalBus } from '../core/bus/bus.ts'
import type { AgentIdentity } from '../core/permissions.ts'
import { createAgentRevocation } from '../features/agents/agent-revocation.ts'
import { agentCommands } from '../features/identity/agent-commands.ts'
import type { AgentSession } from '../realtime/contexts.ts'
import type { Presence } from '../realtime/presence/presence.ts'

test('[B3] closes the socket of an agent who is removed while it connects, and not one to another organization', async () => {
  const fail = (error: unknown) => {
    throw error
  }
  const bus = createLocalBus(fail)
  const sessions = new Set<AgentSession>()
  const revocation = createAgentRevocation({
    bus,
    agents: sessions,
    liveSessions: async () => new Set(),
    onError: fail,
  })
  const authorizing = Promise.withResolvers<AgentIdentity>()
  const commands = agentCommands({
    clock: () => 0,
    presence: { agents: { enter: () => () => {} } } as unknown as Presence,
    authorizeAgent: () => authorizing.promise,
  })
  const closed: string[] = []
  const connect = (organization: string) => {
    const session = {
      closed: false,
      context: {
        userId: 'user',
        sessionId: 'session',
        connection: { state: 'handshake', headers: {}, timeout: undefined, joining: null },
        leave: [],
      },
      close(reason: string) {
        this.closed = true
        closed.push(`${organization} ${reason}`)
      },
    }
    sessions.add(session as unknown as AgentSession)
    return commands['agent.connect'](session as unknown as AgentSession, { organization_id: organization })
  }
  const connecting = Promise.allSettled([connect('left'), connect('other')])
  bus.publish('agent.gone', { organization_id: 'left', user_id: 'user', session_id: null })
  authorizing.resolve({ organizationId: 'other', agentId: 'agent', role: 'agent' } as AgentIdentity)
  expect((await connecting).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(closed).toEqual(['left signed_out'])
  revocation.stop()
})
