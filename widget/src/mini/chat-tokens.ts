import { retryWhileOffline, type SignIn } from './sign-in.ts'

/** The first token is used for this long; afterwards the page asks for another one. */
const firstTokenMs = 60_000

/** Why the chat is closed. */
export type CloseReason = 'refused' | 'off' | 'closed' | 'signedOut' | 'offline'

/**
 * Socket tokens of the chat. It is closed if it would otherwise become a visitor's.
 * @param sources.first the token of the sign-in and the key it is for; null: none yet
 */
export function createChatTokens(sources: {
  first: { token: string; jkt: string } | null
  request: SignIn
  /** Whether the member has signed out, or closed the account, in the menu. */
  isSignedOut: () => boolean
  close: (reason: CloseReason) => void
}) {
  const { first, request, isSignedOut, close } = sources
  const startedAt = performance.now()
  let isSignedIn = false
  let isOffline = false
  return {
    async getToken({ jkt }: { jkt: string }): Promise<string | null> {
      if (first?.jkt === jkt && performance.now() - startedAt < firstTokenMs) return first.token
      const result = await retryWhileOffline(request, jkt)
      isOffline = result.kind === 'unreachable'
      if (result.kind === 'refused') close(result.reason)
      else if (isOffline) {
        // A failure, not a sign-out: a member keeps the chat until the previous token expires.
        if (isSignedIn) throw new Error('offline')
        close('offline')
      }
      return result.kind === 'token' ? result.token : null
    },
    loggedIn(): void {
      isSignedIn = true
    },
    /** Signed out in the menu, the account was closed, or there was no new token. */
    loggedOut: () => close(isOffline && !isSignedOut() ? 'offline' : 'signedOut'),
  }
}
