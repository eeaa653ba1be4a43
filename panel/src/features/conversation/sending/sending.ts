import type { QueryClient } from '@tanstack/react-query'
import { createUuids } from '@parley/client/browser/uuid'
import type { AgentSession } from '@parley/client/session/agent-session'
import type { Upload } from '@parley/client/sending/upload'
import type { ReplyAction } from '@parley/protocol/canned-reply'
import { applyConversations } from '../../../queries/conversation-cache.ts'
import { changeInOrder } from '../../../queries/conversation-order.ts'
import { registerSettle } from '../../../session/settle-messages.ts'
import { onHidden } from '../on-hidden.ts'
import { createHeldMessages, undoDelayMs, type HeldMessage } from './held-messages.ts'
import { heldStorage, onHeldElsewhere } from './held-storage.ts'
import { performAction } from './perform-action.ts'
import { whenSent, whenSettled } from './when-sent.ts'

interface Agent {
  organizationId: string
  agentId: string
}

/** A message from the composer. */
export type Outgoing = Omit<HeldMessage, 'clientId' | 'dueAt'> & {
  uploads: readonly Upload[]
  /** Runs the actions with notifications. After a reload they run without. */
  run: (actions: readonly ReplyAction[], shownSeq: number | undefined) => void
}

/** How a message is held. `onSent`: called once it can no longer be undone, also before its time when the agent leaves. */
interface Hold {
  onSent: (clientId: string) => void
}

/**
 * Messages whose actions wait until they are stored, by agent and client id. They outlive the session, which ends when the agent
 * leaves the organization. A refused message may be sent again.
 */
const followed = new Map<string, Map<string, HeldMessage>>()

type Sending = ReturnType<typeof createSending>

/** Sends messages immediately or after the undo delay, and runs their actions. */
function createSending(session: AgentSession, queryClient: QueryClient, { organizationId, agentId }: Agent) {
  const nextId = createUuids(Date.now)
  /** Callbacks by client id: functions cannot be stored. */
  const outgoing = new Map<string, { message: Outgoing; hold: Hold | null }>()
  /** Messages that the service has neither stored nor refused. */
  const unsettled = new Set<Promise<void>>()
  const following = followed.get(agentId) ?? new Map<string, HeldMessage>()
  followed.set(agentId, following)

  function send(message: HeldMessage) {
    const { clientId, customerId, content, replyTo, media, seenSeq } = message
    const follow = session.followCustomer(customerId)
    follow.send({ client_id: clientId, content, reply_to_id: replyTo, media, seen_seq: seenSeq })
    const settled = whenSettled(session, customerId, clientId)
    unsettled.add(settled)
    void settled.then(() => unsettled.delete(settled))
    const own = outgoing.get(clientId)
    outgoing.delete(clientId)
    own?.hold?.onSent(clientId)
    if (message.actions.length > 0) void runActions(message, own?.message.run)
    follow.stop()
  }

  /** Runs the actions once the message is stored: the server refuses messages in a closed conversation. */
  async function runActions(message: HeldMessage, run?: Outgoing['run']) {
    const { clientId, customerId, conversationId, actions } = message
    following.set(clientId, message)
    const sent = await whenSent(session, customerId, clientId)
    // A former session may still be sending when the next one begins: only one of them runs the actions.
    if (!following.delete(clientId) || sent === null) return
    // A refused message is sent again by an agent who has seen more.
    const shownSeq = message.shownSeq === undefined ? undefined : Math.max(message.shownSeq, sent.seen)
    if (run !== undefined) return run(actions, shownSeq)
    const place = { organizationId, conversationId, agentId, shownSeq }
    for (const action of actions) {
      const change = () => performAction(place, action)
      const row = await changeInOrder(queryClient, conversationId, change).catch(() => null)
      if (row !== null) applyConversations({ queryClient, organizationId, me: agentId }, [row])
    }
  }

  const { closed } = session
  const held = createHeldMessages({
    storage: heldStorage(agentId),
    send,
    closed,
    now: () => Date.now(),
    after: session.platform.after,
  })
  held.adopt()
  for (const message of following.values()) void runActions(message)
  onHeldElsewhere(agentId, held.adopt, closed)
  registerSettle(session, async () => {
    held.flush()
    await Promise.all(unsettled)
  })
  // Also fires before the page is frozen or closed; `beforeunload` fires earlier, while the socket still works.
  for (const event of ['beforeunload', 'pagehide']) addEventListener(event, held.flush, { signal: closed })
  // A phone may stay locked, or close the page without an event. On a desktop the agent has only changed the tab.
  onHidden(() => {
    if (matchMedia('(pointer: coarse)').matches) held.flush()
  }, closed)

  return {
    /** Returns the client id for `undo`; null if the message was sent immediately. */
    submit(message: Outgoing, hold: Hold | null): string | null {
      const { uploads: _, run: __, ...rest } = message
      const full: HeldMessage = { ...rest, clientId: nextId(), dueAt: Date.now() + undoDelayMs }
      outgoing.set(full.clientId, { message, hold })
      if (hold === null) {
        send(full)
        return null
      }
      held.hold(full)
      return full.clientId
    },
    /** Returns null if the message was already sent. */
    undo(clientId: string): Outgoing | null {
      const own = held.undo(clientId) === null ? undefined : outgoing.get(clientId)
      outgoing.delete(clientId)
      return own?.message ?? null
    },
    newest: held.newest,
    holdsFor: held.holdsFor,
    /** The actions of a refused message. Discard it: they would run if it was sent again. */
    actionsAfter: (clientId: string): readonly ReplyAction[] => following.get(clientId)?.actions ?? [],
  }
}

/** One per session, so that held messages survive a change of the open conversation. */
const sendings = new WeakMap<AgentSession, Sending>()

export function sendingOf(session: AgentSession, queryClient: QueryClient, agent: Agent): Sending {
  const known = sendings.get(session)
  if (known !== undefined) return known
  const created = createSending(session, queryClient, agent)
  sendings.set(session, created)
  return created
}
