import { AppError } from '../core/app-error.ts'
import { newId } from '../core/ids.ts'
import type { AgentSession, WidgetSession } from '../realtime/contexts.ts'

/**
 * A connected session without a socket, for tests that call thousands of commands directly. Notifications are discarded.
 * A killed process is simulated by not calling `leave`.
 */
interface FakeSession<Session> {
  session: Session
  leave(): void
}

function createFakeSession(kindName: string, now: () => number, own: object): FakeSession<never> {
  const context = { leave: [] as (() => void)[], ...own }
  const session = {
    kind: { name: kindName, now },
    context,
    closed: false,
    notify() {},
    sendText() {},
    close() {},
  }
  return {
    session: session as never,
    leave() {
      session.closed = true
      for (const leave of context.leave.splice(0)) leave()
    },
  }
}

export const visitorSession = (
  now: () => number,
  provider: { organization_id: string; provider_id: string },
): FakeSession<WidgetSession> =>
  createFakeSession('widget', now, {
    origin: null,
    countryCode: 'ZZ',
    network: newId(),
    optedOut: false,
    connection: {
      state: 'connected',
      follower: null,
      principal: {
        ...provider,
        jkt: newId(),
        identity: `visitor:${newId()}`,
        member: null,
        language: 'en',
        language_chosen: false,
        country_code: 'ZZ',
      },
    },
  })

export const agentSession = (
  now: () => number,
  agent: { organizationId: string; agentId: string },
): FakeSession<AgentSession> =>
  createFakeSession('agent', now, {
    connection: {
      state: 'connected',
      followers: new Map(),
      stopInbox: null,
      identity: {
        ...agent,
        userId: newId(),
        sessionId: newId(),
        role: 'agent',
        face: { id: agent.agentId, name: 'Ada', avatar_url: null },
      },
    },
  })

/** Returns `ok` or the error code of a command. */
export async function codeOf(command: Promise<unknown>): Promise<string> {
  try {
    await command
    return 'ok'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code
  }
}
