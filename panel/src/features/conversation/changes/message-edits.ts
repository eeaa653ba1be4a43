import { createKeptEdits } from '../../../ui/kept-edits.ts'

/** Edited text by message. */
export const messageEdits = createKeptEdits<string>()
/** The message that is being edited, by conversation. */
const opened = createKeptEdits<string>()

export const keepOpened = (agentId: string, conversationId: string, messageId: string): void =>
  opened(agentId).keep(conversationId, messageId)

/** The message whose editor was open with changed text when its conversation was left. */
export function openedEdit(agentId: string, conversationId: string): string | null {
  const id = opened(agentId).get(conversationId)
  return id !== undefined && messageEdits(agentId).get(id) !== undefined ? id : null
}
