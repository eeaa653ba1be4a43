const timeoutMs = 5_000

/**
 * Whether the panel could be loaded again now, with its data. `navigator.onLine` is true with any network, even before a Wi-Fi sign-in,
 * and while the service is down.
 */
export async function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs)
  const responds = (path: string) =>
    fetch(path, { cache: 'no-store', signal }).then(
      // 401: nobody is signed in.
      ({ ok, status }) => ok || status === 401,
      () => false,
    )
  const [panel, api] = await Promise.all([responds('/panel/'), responds('/v1/me')])
  return panel && api
}

/**
 * Whether a reload leads to a page: the panel, or the login page of a proxy. A proxy redirects everything to its login, which can be on
 * another origin: only a navigation gets there.
 */
export async function isReloadable(): Promise<boolean> {
  const isRedirected = fetch('/panel/', {
    cache: 'no-store',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    ({ type }) => type === 'opaqueredirect',
    () => false,
  )
  const [isPanel, isLogin] = await Promise.all([isReachable(), isRedirected])
  return isPanel || isLogin
}
