export type SignInResult =
  | { kind: 'token'; token: string }
  | { kind: 'refused'; reason: 'refused' | 'off' | 'closed' }
  | { kind: 'unreachable' }

export type SignIn = (jkt: string, signal?: AbortSignal) => Promise<SignInResult>

/** Shorter than the chat waits for a token (client/src/identity/page-token-provider.ts). */
const retryForMs = 8_000
const retryDelayMs = 1_000

/** Exchanges initData for a socket token. The same browser may do so again, to renew the token. */
export function createSignIn(base: string, app: string, initData: string): SignIn {
  return async (jkt, signal) => {
    try {
      const response = await fetch(`${base}v1/public/mini-apps/${app}/token`, {
        method: 'POST',
        credentials: 'omit',
        signal: signal ?? null,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ init_data: initData, jkt }),
      })
      const body = (await response.json()) as { token?: string; code?: string }
      if (body.token !== undefined) return { kind: 'token', token: body.token }
      if (response.status >= 500 || response.status === 429) return { kind: 'unreachable' }
      const reason =
        body.code === 'mini_app_off' ? 'off' : body.code === 'account_closed' ? 'closed' : 'refused'
      return { kind: 'refused', reason }
    } catch {
      return { kind: 'unreachable' }
    }
  }
}

/** Repeats a request while the service cannot be reached, for about 8 s. */
export async function retryWhileOffline(signIn: SignIn, jkt: string): Promise<SignInResult> {
  const deadline = new AbortController()
  setTimeout(() => deadline.abort(), retryForMs)
  for (;;) {
    const result = await signIn(jkt, deadline.signal)
    if (result.kind !== 'unreachable' || deadline.signal.aborted) return result
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
  }
}
