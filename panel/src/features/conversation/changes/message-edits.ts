import { createKeptEdits } from '../../../ui/kept-edits.ts'

/** Edited text by message. */
export const messageEdits = createKeptEdits<string>()
/** The message that is being edited, by conversation. */
const opened = createKeptEdits<string>()

export const keepOpened = opened.keep

/** The message whose editor was open with changed text when its conversation was left. */
export function openedEdit(conversationId: string): string | null {
  const id = opened.get(conversationId)
  return id !== undefined && messageEdits.get(id) !== undefined ? id : null
}
