const timeoutMs = 5_000

/**
 * Whether the panel could be loaded again now. `navigator.onLine` is true with any network, even before a Wi-Fi sign-in, and while the
 * service is down.
 */
export const isReachable = (): Promise<boolean> =>
  fetch('/panel/', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
