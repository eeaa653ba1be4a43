import { messageChangeHours } from '@parley/client/connection/wire-values'
import type { TimelineMessage } from '@parley/protocol/message'

export interface MessagePermissions {
  mayEdit: boolean
  mayDelete: boolean
}

/** Whether this agent may edit or delete a message (SPEC E4). The server enforces the same rules. */
export function messagePermissions(
  message: TimelineMessage,
  { me, isAdmin, now }: { me: string; isAdmin: boolean; now: number },
): MessagePermissions {
  const { sender_type: sender, sender_agent: agent } = message
  if (message.deleted_at != null) return { mayEdit: false, mayDelete: false }
  const isRecent = now - Date.parse(message.created_at) < messageChangeHours * 3_600_000
  const mayEdit = sender === 'agent' && agent?.id === me && isRecent
  const isOfTeam = sender === 'agent' || sender === 'ai_agent'
  return { mayEdit, mayDelete: mayEdit || (isAdmin && isOfTeam) }
}
