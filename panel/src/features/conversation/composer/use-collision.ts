import { useEffect, useEffectEvent, useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { PendingMessage } from '@parley/client/sending/pending-message'
import type { TimelineMessage } from '@parley/protocol/message'
import { useMembership } from '../../../context/membership.tsx'
import { useStore } from '../../../session/agent-session.tsx'

export interface Collision {
  /** Whether "Send anyway?" is shown. */
  asking: boolean
  /** The colleague's message; null while it is loading. */
  message: TimelineMessage | null
  /** Call before sending. Returns true if a colleague has replied meanwhile and the question is shown. */
  ask: () => boolean
  /** Log position that the agent has seen. While the composer is empty, everything displayed counts as seen. */
  seen: number
  /** Call after sending, or when the agent continues writing after seeing the message. */
  settle: () => void
}

/** Log position at which the agent began to write; null while there is nothing unsent. */
export interface WritingStart {
  begun: number | null
  setBegun: (seq: number | null) => void
}

/** Keep it where the draft is kept: the composer is unmounted while the agent writes a note. */
export function useWritingStart(follow: CustomerFollow, isWriting: boolean): WritingStart {
  const { seq, status } = useStore(follow.timeline)
  const [begun, setBegun] = useState<number | null>(null)
  if (isWriting && begun === null && status.name === 'ready') setBegun(seq)
  if (!isWriting && begun !== null) setBegun(null)
  return { begun, setBegun }
}

/**
 * Collision detection: messages that arrive while the agent writes count as unseen. The server compares the position too, since
 * a colleague's message may be in transit or the reply may have been queued offline. Refused text returns to an empty composer.
 */
export function useCollision(
  follow: CustomerFollow,
  isWriting: boolean,
  { begun, setBegun }: WritingStart,
  restoreRefused: (refused: PendingMessage) => void,
): Collision {
  const { agent_id: me } = useMembership()
  const { items, seq } = useStore(follow.timeline)
  const [asking, setAsking] = useState(false)
  if (!isWriting && asking) setAsking(false)

  const unseen =
    begun === null ? undefined : items.findLast((item) => item.seq > begun && isColleagues(item, me))
  const onRefused = useEffectEvent(() => {
    const message = follow.timeline.get().pending.find(isRefused)
    // Otherwise the message stays in the timeline with the same question.
    if (message === undefined || isWriting || message.media.length > 0 || message.reply_to_id !== null) return
    restoreRefused(message)
    follow.discard(message.client_id)
    setBegun(message.seen_seq ?? 0)
    setAsking(true)
  })
  // In a microtask, because the outbox stores a refused message after it has announced it.
  useEffect(() => follow.timeline.subscribe(() => queueMicrotask(onRefused)), [follow])

  return {
    asking,
    message: unseen?.kind === 'message' ? unseen.message : null,
    ask() {
      if (unseen !== undefined) setAsking(true)
      return unseen !== undefined
    },
    seen: begun ?? seq,
    settle() {
      setBegun(null)
      setAsking(false)
    },
  }
}

const isColleagues = (item: { kind: string; message?: TimelineMessage }, me: string): boolean =>
  item.message?.sender_type === 'agent' && item.message.sender_agent?.id !== me

const isRefused = ({ state }: PendingMessage): boolean =>
  state.name === 'failed' && state.code === 'stale_view'
