import { ApiProblem, problemText } from '../../../api/api-problem.ts'
import type { Messages } from '../../../messages/en.ts'

/** Returns the error text for changing a message, or the general one. */
export function messageChangeProblem(texts: Messages, error: unknown): string {
  const own: Partial<Record<string, string>> = texts.inbox.changes.problems
  return own[error instanceof ApiProblem ? error.code : ''] ?? problemText(texts, error)
}
