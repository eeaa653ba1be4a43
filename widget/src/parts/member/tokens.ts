import type { Failure } from '@parley/client/connection/result'
import type { TokenProviderContext } from '@parley/client/identity/custom-login'
import { createPageTokenProvider } from '@parley/client/identity/page-token-provider'
import type { TokenProblem, TokenProvider } from '@parley/client/identity/token-provider'
import type { ChatHost } from '../../chat-contract.ts'

/** Creates the source of the page's tokens. Problems with `getToken` are logged with a solution. */
export function openTokens(
  context: TokenProviderContext,
  host: Pick<ChatHost, 'config' | 'logError'>,
): TokenProvider {
  return createPageTokenProvider({
    ...context,
    getToken: (request) => host.config().getToken?.(request) ?? null,
    user: () => host.config().user,
    onProblem: (problem) =>
      host.logError(`${problemText(problem)} Without a token, the chat continues as a visitor.`),
  })
}

function problemText(problem: TokenProblem): string {
  switch (problem.code) {
    case 'get_token_failed':
      return `get_token_failed: getToken threw (${String(problem.error)}). Check your token endpoint.`
    case 'get_token_timeout':
      return 'get_token_timeout: getToken returned nothing within 10 seconds. Check your token endpoint.'
    case 'get_token_other_user':
      return 'get_token_other_user: The token from getToken has another uid than `user` says. They must be the same id, of the user who is signed in.'
    case 'token_too_long':
      return 'token_too_long: The token is longer than 8192 characters.'
    default:
      return 'get_token_invalid: getToken must return a socket token as a string, or null when nobody is signed in.'
  }
}

type Log = Pick<ChatHost, 'logError'>

export function logRefusal(host: Log, { code, title }: Failure): void {
  host.logError(
    `The service rejected the token from getToken. ${code}: ${title} The chat continues as a visitor.`,
  )
}

/** @param claims names of optional claims of the token */
export function logIgnoredClaims(host: Log, claims: readonly string[]): void {
  host.logError(`These claims of the socket token are invalid and were ignored: ${claims.join(', ')}.`)
}
