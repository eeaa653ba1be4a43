/** High enough for an office behind one address, low enough to stop a page that opens popups in a loop. */
const limitPerNetwork = { max: 120, seconds: 600 }

export interface SignInLimitDeps {
  attempts: { take: (name: string, limit: { max: number; seconds: number }) => Promise<void> }
  /** Returns the network by which an address is counted. */
  networkOf: (address: string) => string
}

/** Limits sign-ins per network. The returned function throws AppError rate_limited. */
export const createSignInLimit =
  ({ attempts, networkOf }: SignInLimitDeps) =>
  ({ ip }: { ip: string }): Promise<void> =>
    attempts.take(`social-login ${networkOf(ip)}`, limitPerNetwork)
