import { messageChangeHours } from '@parley/client/connection/wire-values'
import { channelCapabilities, type Channel } from '@parley/protocol/channel'
import type { TimelineMessage } from '@parley/protocol/message'

export interface MessagePermissions {
  mayEdit: boolean
  mayDelete: boolean
}

interface MessageReader {
  me: string
  isAdmin: boolean
  now: number
  channel: Channel
}

/**
 * Whether to offer this agent to edit or delete a message: the rules of the server (SPEC E4), and only while the channel can show the
 * change to the customer.
 */
export function messagePermissions(
  message: TimelineMessage,
  { me, isAdmin, now, channel }: MessageReader,
): MessagePermissions {
  const { sender_type: sender, sender_agent: agent } = message
  if (message.deleted_at != null) return { mayEdit: false, mayDelete: false }
  const { editHours, deleteHours } = channelCapabilities[channel]
  const isWithin = (hours: number | null) =>
    hours === null || now - Date.parse(message.created_at) < hours * 3_600_000
  const isOwn = sender === 'agent' && agent?.id === me && isWithin(messageChangeHours)
  const isOfTeam = sender === 'agent' || sender === 'ai_agent'
  return {
    mayEdit: isOwn && isWithin(editHours),
    mayDelete: (isOwn || (isAdmin && isOfTeam)) && isWithin(deleteHours),
  }
}
