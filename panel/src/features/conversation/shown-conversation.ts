import type { RegisteredRouter } from '@tanstack/react-router'

/** Id of the conversation on the screen. */
export function shownConversationId({ state }: RegisteredRouter): string | undefined {
  for (const { params } of state.matches) if ('conversationId' in params) return params.conversationId
  return undefined
}
