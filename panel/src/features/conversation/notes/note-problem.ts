import { ApiProblem, problemText } from '../../../api/api-problem.ts'
import type { Messages } from '../../../messages/en.ts'

/** Returns the error text for notes, or the general one. */
export function noteProblemText(texts: Messages, error: unknown): string {
  const own: Partial<Record<string, string>> = texts.inbox.notes.problems
  return own[error instanceof ApiProblem ? error.code : ''] ?? problemText(texts, error)
}
