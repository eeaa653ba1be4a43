import { useMemo, useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { Channel } from '@parley/protocol/channel'
import type { Conversation } from '@parley/protocol/conversation'
import type { TimelineMessage } from '@parley/protocol/message'
import { isAdmin, useMembership } from '../../../context/membership.tsx'
import { keepOpened, openedEdit } from './message-edits.ts'
import { messagePermissions } from './message-permissions.ts'

/** Actions on the messages of a timeline. Stable identity, because rows are memoized. */
export interface MessageActions {
  /** Of the conversation: what can be offered depends on it. */
  channel: Channel
  edit: (message: TimelineMessage) => void
  endEdit: () => void
  remove: (message: TimelineMessage) => void
  showHistory: (message: TimelineMessage) => void
}

/** The message that a dialog is about. */
export type OpenedMessage = { dialog: 'remove' | 'history'; message: TimelineMessage } | null

export interface EditedMessage {
  id: string
  /** false: kept from an earlier visit of the conversation. */
  takesFocus: boolean
}

export interface MessageChanges {
  actions: MessageActions
  /** The message that is being edited. */
  editing: EditedMessage | null
  opened: OpenedMessage
  close: () => void
  /** Edits this agent's newest message that can be edited. Returns false if there is none. */
  editLast: () => boolean
}

/** Editing, deletion and history of messages in one conversation view. */
export function useMessageChanges(
  follow: CustomerFollow,
  { id: conversationId, channel, customer }: Pick<Conversation, 'id' | 'channel' | 'customer'>,
  /** Whether a message to this customer waits for its undo delay. */
  holdsFor: (customerId: string) => boolean,
): MessageChanges {
  const membership = useMembership()
  const { agent_id: agentId } = membership
  const [editing, setEditing] = useState<EditedMessage | null>(() => {
    const id = openedEdit(agentId, conversationId)
    return id === null ? null : { id, takesFocus: false }
  })
  const [opened, setOpened] = useState<OpenedMessage>(null)
  const actions = useMemo<MessageActions>(
    () => ({
      channel,
      edit({ id }) {
        setEditing({ id, takesFocus: true })
        keepOpened(agentId, conversationId, id)
      },
      endEdit: () => setEditing(null),
      remove: (message) => setOpened({ dialog: 'remove', message }),
      showHistory: (message) => setOpened({ dialog: 'history', message }),
    }),
    [channel, conversationId, agentId],
  )
  const editLast = () => {
    const reader = { me: agentId, isAdmin: isAdmin(membership), now: Date.now(), channel }
    const { items, pending } = follow.timeline.get()
    // The last message is still being sent: an earlier one must not be edited instead.
    if (pending.length > 0 || holdsFor(customer.id)) return false
    const last = items.findLast(
      (item) => item.kind === 'message' && messagePermissions(item.message, reader).mayEdit,
    )
    if (last?.kind !== 'message') return false
    actions.edit(last.message)
    return true
  }
  return { actions, editing, opened, close: () => setOpened(null), editLast }
}
