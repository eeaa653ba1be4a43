import type { AgentSession } from '@parley/client/session/agent-session'

/** Long enough for a working connection, short enough for someone who wants to leave. */
const settleTimeoutMs = 2_000

/** Sends what waits in a session, and resolves once the service has stored or refused it. */
type Settle = () => Promise<void>

const settles = new WeakMap<AgentSession, Settle>()

export const registerSettle = (session: AgentSession, settle: Settle) => void settles.set(session, settle)

/** Call before the session ends: afterwards its messages wait for the next one in this browser. */
export async function settleMessages(session: AgentSession): Promise<'settled' | 'waiting'> {
  const settle = settles.get(session)
  if (settle === undefined) return 'settled'
  let cancel = () => {}
  const outcome = await Promise.race([
    settle().then(() => 'settled' as const),
    new Promise<'waiting'>((resolve) => {
      cancel = session.platform.after(settleTimeoutMs, () => resolve('waiting'))
    }),
  ])
  cancel()
  return outcome
}
