import type { QueryClient } from '@tanstack/react-query'
import { createUuids } from '@parley/client/browser/uuid'
import type { AgentSession } from '@parley/client/session/agent-session'
import { openOutboxStorage } from '@parley/client/sending/outbox-storage'
import type { Upload } from '@parley/client/sending/upload'
import type { ReplyAction } from '@parley/protocol/canned-reply'
import { applyConversations } from '../../../queries/conversation-cache.ts'
import { changeInOrder } from '../../../queries/conversation-order.ts'
import { registerSettle } from '../../../session/settle-messages.ts'
import { adoptionDelayMs, createHeldMessages, undoDelayMs, type HeldMessage } from './held-messages.ts'
import { followedStorage, heldStorage, onHeldElsewhere, type FollowedMessage } from './held-storage.ts'
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
 * Messages of this page whose actions wait until they are stored, by agent and client id. They outlive the session, which ends when
 * the agent leaves the organization. A refused message may be sent again, also by the next page.
 */
const followed = new Map<string, Map<string, FollowedMessage>>()

/** When to forget the actions of a message that is not in the outbox any more: it was discarded. */
const forgetAfterMs = 86_400_000

type Sending = ReturnType<typeof createSending>

/** Sends messages immediately or after the undo delay, and runs their actions. */
function createSending(session: AgentSession, queryClient: QueryClient, { organizationId, agentId }: Agent) {
  const nextId = createUuids(Date.now)
  /** Callbacks by client id: functions cannot be stored. */
  const outgoing = new Map<string, { message: Outgoing; hold: Hold | null }>()
  /** Messages that the service has neither stored nor refused. */
  const unsettled = new Set<Promise<void>>()
  const following = followed.get(agentId) ?? new Map<string, FollowedMessage>()
  followed.set(agentId, following)
  const kept = followedStorage(agentId)

  function send(message: HeldMessage) {
    const { content, replyTo, media, seenSeq, ...rest } = message
    const { clientId, customerId } = rest
    const follow = session.followCustomer(customerId)
    follow.send({ client_id: clientId, content, reply_to_id: replyTo, media, seen_seq: seenSeq })
    const settled = whenSettled(session, customerId, clientId)
    unsettled.add(settled)
    void settled.then(() => unsettled.delete(settled))
    const own = outgoing.get(clientId)
    outgoing.delete(clientId)
    own?.hold?.onSent(clientId)
    if (rest.actions.length > 0) {
      kept.put(rest)
      void runActions(rest, own?.message.run)
    }
    follow.stop()
  }

  /** Runs the actions once the message is stored: the server refuses messages in a closed conversation. */
  async function runActions(message: FollowedMessage, run?: Outgoing['run']) {
    const { clientId, customerId, actions } = message
    following.set(clientId, message)
    const sent = await whenSent(session, customerId, clientId)
    // A former session may still be sending when the next one begins: only one of them runs the actions.
    if (!following.delete(clientId) || sent === null) return
    kept.remove(clientId)
    if (run === undefined) await perform(message, sent.seen)
    else run(actions, shownAt(message, sent.seen))
  }

  async function perform(message: FollowedMessage, seen: number) {
    const { conversationId, actions } = message
    const shownSeq = shownAt(message, seen)
    const place = { organizationId, conversationId, agentId, shownSeq }
    for (const action of actions) {
      const change = () => performAction(place, action)
      const row = await changeInOrder(queryClient, conversationId, change).catch(() => null)
      if (row !== null) applyConversations({ queryClient, organizationId, me: agentId }, [row])
    }
  }

  /** Runs the actions of messages that another page has left in the outbox, once they are stored. */
  async function adoptActions() {
    const outbox = openOutboxStorage(`${organizationId} ${agentId}`)
    for (const message of kept.all()) {
      const { clientId, dueAt } = message
      if (following.has(clientId)) continue
      const isUnsent = await outbox.has(clientId).catch(() => false)
      if (isUnsent && !closed.aborted) void runAdopted(message)
      else if (!isUnsent && dueAt + forgetAfterMs < Date.now()) kept.remove(clientId)
    }
  }

  async function runAdopted(message: FollowedMessage) {
    const { clientId, customerId } = message
    const sent = await whenSent(session, customerId, clientId)
    if (sent === null) return
    // The other page runs them itself if it is still open.
    await new Promise<void>((resolve) => session.platform.after(adoptionDelayMs, resolve))
    if (!kept.all().some((each) => each.clientId === clientId)) return
    kept.remove(clientId)
    await perform(message, sent.seen)
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
  void adoptActions()
  onHeldElsewhere(agentId, held.adopt, closed)
  registerSettle(session, async () => {
    held.flush()
    await Promise.all(unsettled)
  })
  // Also fires before the page is frozen or closed; `beforeunload` fires earlier, while the socket still works.
  for (const event of ['beforeunload', 'pagehide']) addEventListener(event, held.flush, { signal: closed })

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
    /** The actions of a refused message. Discard it: they would run if it was sent again. */
    actionsAfter(clientId: string): readonly ReplyAction[] {
      const isOf = (message: FollowedMessage) => message.clientId === clientId
      return (following.get(clientId) ?? kept.all().find(isOf))?.actions ?? []
    },
  }
}

/** Log position that the window showed at the last attempt to send: a refused message is sent again by an agent who has seen more. */
const shownAt = ({ shownSeq }: FollowedMessage, seen: number) =>
  shownSeq === undefined ? undefined : Math.max(shownSeq, seen)

/** One per session, so that held messages survive a change of the open conversation. */
const sendings = new WeakMap<AgentSession, Sending>()

export function sendingOf(session: AgentSession, queryClient: QueryClient, agent: Agent): Sending {
  const known = sendings.get(session)
  if (known !== undefined) return known
  const created = createSending(session, queryClient, agent)
  sendings.set(session, created)
  return created
}
