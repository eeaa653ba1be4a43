/** Three hello intervals. */
const expiryMs = 15_000

/** Tracks the other processes of the installation. A peer without a frame for `expiryMs` is removed. */
export function createPeers(now: () => number) {
  const lastSeenAt = new Map<string, number>()
  let oldest = Infinity
  let hasLost = false

  function expire(): void {
    oldest = Infinity
    for (const [peer, at] of lastSeenAt) {
      if (at <= now() - expiryMs) {
        lastSeenAt.delete(peer)
        hasLost = true
      } else oldest = Math.min(oldest, at)
    }
  }

  return {
    /** Returns whether the peer is new. */
    add(peer: string): boolean {
      const isNew = !lastSeenAt.has(peer)
      lastSeenAt.set(peer, now())
      oldest = Math.min(oldest, now())
      return isNew
    },
    remove: (peer: string): void => void lastSeenAt.delete(peer),
    any(): boolean {
      if (oldest <= now() - expiryMs) expire()
      return lastSeenAt.size > 0
    },
    /** Whether a peer was removed for its silence since the last call. */
    takeLost(): boolean {
      if (oldest <= now() - expiryMs) expire()
      const lost = hasLost
      hasLost = false
      return lost
    },
  }
}
