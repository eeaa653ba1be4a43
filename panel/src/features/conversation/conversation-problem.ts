import { ApiProblem, problemText } from '../../api/api-problem.ts'
import type { Messages } from '../../messages/en.ts'

/** The sentence for a problem with a conversation: its own where one is needed, else the panel's. */
export function conversationProblemText(words: Messages, error: unknown): string {
  const own: Partial<Record<string, string>> = words.inbox.conversation.problems
  const code = error instanceof ApiProblem ? error.code : ''
  return own[code] ?? problemText(words, error)
}

/** The same for a code alone, as the socket gives it. */
export function codeText(words: Messages, code: string): string {
  const own: Partial<Record<string, string>> = words.inbox.conversation.problems
  const general: Partial<Record<string, string>> = words.problems.byCode
  return own[code] ?? general[code] ?? words.problems.unexpected
}
