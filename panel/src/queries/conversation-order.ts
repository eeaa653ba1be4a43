import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import { api } from '../api/api.ts'
import { conversationPath } from './conversation-queries.ts'

/** Request options of every change of a conversation: later changes wait for it, so a stalled one must fail. */
export const changeTimeout = { timeoutMs: 30_000 }

/** Scope of the mutations that change a conversation: they run one after the other, so that the last change wins. */
export const conversationScope = (conversationId: string) => ({ id: `conversation ${conversationId}` })

/** Runs a change that is not made by a component, after the earlier changes of the conversation. Rejects as `change` does. */
export async function changeInOrder<T>(
  queryClient: QueryClient,
  conversationId: string,
  change: () => Promise<T>,
): Promise<T> {
  const scope = conversationScope(conversationId)
  const observer = new MutationObserver<T>(queryClient, { scope, mutationFn: change })
  // Otherwise the cache would keep the mutation.
  return observer.mutate().finally(() => observer.reset())
}

/** POST `.../conversations/:conversation_id/:action` */
export const postChange = (organizationId: string, conversationId: string, action: string, body?: unknown) =>
  api.post<Conversation>(conversationPath(organizationId, conversationId, `/${action}`), body, changeTimeout)
