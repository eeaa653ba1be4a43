import type { Failure } from '@parley/client/connection/result'
import type { TokenProviderContext } from '@parley/client/identity/custom-login'
import { createPageTokenProvider } from '@parley/client/identity/page-token-provider'
import type { TokenProblem, TokenProvider } from '@parley/client/identity/token-provider'
import type { ChatHost } from '../../chat-contract.ts'

/** The page's tokens. What is wrong with its `getToken` is said in its console, with the cure. */
export function openTokens(
  context: TokenProviderContext,
  host: Pick<ChatHost, 'getToken' | 'logError'>,
): TokenProvider {
  return createPageTokenProvider({
    ...context,
    getToken: (request) => host.getToken()?.(request) ?? null,
    onProblem: (problem) => host.logError(`${sayProblem(problem)} The chat goes on as a visitor's.`),
  })
}

function sayProblem(problem: TokenProblem): string {
  switch (problem.code) {
    case 'get_token_failed':
      return `get_token_failed: getToken threw (${String(problem.error)}). Catch what your token endpoint answers other than 2xx, and return null.`
    case 'get_token_timeout':
      return 'get_token_timeout: getToken gave nothing within 10 seconds. Look at your token endpoint.'
    default:
      return 'get_token_invalid: getToken must return the text of a socket token, or null when nobody is signed in.'
  }
}

type Log = Pick<ChatHost, 'logError'>

export function logRefusal(host: Log, { code, title }: Failure): void {
  host.logError(
    `The service does not take the token of getToken. ${code}: ${title} The chat goes on as a visitor's.`,
  )
}

/** @param claims names of optional claims of the token */
export function logIgnoredClaims(host: Log, claims: readonly string[]): void {
  host.logError(`These claims of the socket token are not usable and were left out: ${claims.join(', ')}.`)
}
