/** Three hello intervals. */
const expiryMs = 15_000

interface Peer {
  seenAt: number
  /** The highest number of its frames; 0 before the first. */
  lastNumber: number
}

/** Tracks the other processes of the installation. A peer without a frame for `expiryMs` is removed. */
export function createPeers(now: () => number) {
  const peers = new Map<string, Peer>()
  let oldest = Infinity
  let hasLost = false

  function expire(): void {
    oldest = Infinity
    for (const [id, { seenAt }] of peers) {
      if (seenAt <= now() - expiryMs) {
        peers.delete(id)
        hasLost = true
      } else oldest = Math.min(oldest, seenAt)
    }
  }

  return {
    /** Returns whether the peer is new. */
    add(id: string): boolean {
      const seenAt = now()
      oldest = Math.min(oldest, seenAt)
      const peer = peers.get(id)
      if (peer === undefined) peers.set(id, { seenAt, lastNumber: 0 })
      else peer.seenAt = seenAt
      return peer === undefined
    },
    /**
     * Returns whether frames of this peer before the one with this number did not arrive.
     * @param number undefined: the frame is not counted
     */
    hasMissed(id: string, number: number | undefined): boolean {
      const peer = peers.get(id)
      // A delayed frame was missing already, and a repeated one is not.
      if (peer === undefined || number === undefined || number <= peer.lastNumber) return false
      const isNext = number === peer.lastNumber + 1
      peer.lastNumber = number
      return !isNext
    },
    remove: (id: string): void => void peers.delete(id),
    any(): boolean {
      if (oldest <= now() - expiryMs) expire()
      return peers.size > 0
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
