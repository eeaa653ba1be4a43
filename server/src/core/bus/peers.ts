/** Three hellos. */
const expiryMs = 15_000

/** The other processes of the installation, as far as they were heard of lately. */
export function createPeers(now: () => number) {
  const heardAt = new Map<string, number>()
  let oldest = Infinity

  function expire(): void {
    oldest = Infinity
    for (const [peer, at] of heardAt) {
      if (at <= now() - expiryMs) heardAt.delete(peer)
      else oldest = Math.min(oldest, at)
    }
  }

  return {
    /** Returns whether it was unknown. */
    add(peer: string): boolean {
      const isNew = !heardAt.has(peer)
      heardAt.set(peer, now())
      oldest = Math.min(oldest, now())
      return isNew
    },
    remove: (peer: string): void => void heardAt.delete(peer),
    any(): boolean {
      if (oldest <= now() - expiryMs) expire()
      return heardAt.size > 0
    },
  }
}
