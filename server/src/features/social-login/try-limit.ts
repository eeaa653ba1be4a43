/** An office behind one address signs in too; a page that opens popups in a loop is stopped. */
const triesPerNetwork = { max: 120, seconds: 600 }

export interface TryLimitDeps {
  attempts: { take: (name: string, limit: { max: number; seconds: number }) => Promise<void> }
  /** Under which name the tries of an address are counted. */
  networkOf: (address: string) => string
}

/** Limits sign-ins per network. The result throws AppError rate_limited. */
export const createTryLimit =
  ({ attempts, networkOf }: TryLimitDeps) =>
  ({ ip }: { ip: string }): Promise<void> =>
    attempts.take(`social-login ${networkOf(ip)}`, triesPerNetwork)
