import { ApiProblem, problemText } from '../../api/api-problem.ts'
import type { Messages } from '../../messages/en.ts'

/** Error text for a conversation: specific if there is one, else general. */
export function conversationProblemText(texts: Messages, error: unknown): string {
  const { conversation, triage } = texts.inbox
  // Undoing a close also snoozes.
  const own: Partial<Record<string, string>> = { ...triage.problems, ...conversation.problems }
  const code = error instanceof ApiProblem ? error.code : ''
  return own[code] ?? problemText(texts, error)
}

/** The same for an error code from the socket. */
export function codeText(texts: Messages, code: string): string {
  const own: Partial<Record<string, string>> = texts.inbox.conversation.problems
  const general: Partial<Record<string, string>> = texts.problems.byCode
  return own[code] ?? general[code] ?? texts.problems.unexpected
}
