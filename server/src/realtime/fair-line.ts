/** A place in a line. */
export interface Place {
  /** Resolves with true when it is this one's turn, with false when it is refused. */
  readonly turn: Promise<boolean>
  /** Whoever waited has gone. */
  leave(): void
}

export interface FairLine {
  size(): number
  /** When full, refuses an upgrade of a network that has more than its share, which may be the new one. */
  join(network: string): Place
  /** Returns false when the queue is empty. */
  next(): boolean
}

type Settle = (admitted: boolean) => void

/**
 * A bounded line in which networks take turns, each in order of arrival: a flood from one address delays and displaces mostly itself.
 * @param limit how many may wait
 */
export function createFairLine(limit: number): FairLine {
  /** Networks in the order of their turns. Empty ones are removed. */
  const networks = new Map<string, Set<Settle>>()
  let size = 0

  function remove(network: string, settle: Settle): boolean {
    const line = networks.get(network)
    if (line?.delete(settle) !== true) return false
    size -= 1
    if (line.size === 0) networks.delete(network)
    return true
  }

  /** Frees a slot for this network. Returns false when it has its share, or no network has more. */
  function displaceFor(network: string): boolean {
    const waiting = networks.get(network)?.size ?? 0
    const share = Math.max(1, limit / (networks.has(network) ? networks.size : networks.size + 1))
    if (waiting + 1 > share) return false
    for (const [other, line] of networks) {
      if (line.size <= share) continue
      const newest = [...line].at(-1) as Settle
      remove(other, newest)
      newest(false)
      return true
    }
    return false
  }

  return {
    size: () => size,
    join(network) {
      const { promise: turn, resolve } = Promise.withResolvers<boolean>()
      if (size >= limit && !displaceFor(network)) {
        resolve(false)
        return { turn, leave: () => {} }
      }
      const line = networks.get(network)
      if (line) line.add(resolve)
      else networks.set(network, new Set([resolve]))
      size += 1
      return {
        turn,
        leave() {
          if (remove(network, resolve)) resolve(false)
        },
      }
    },
    next() {
      const [first] = networks
      if (!first) return false
      const [network, line] = first
      const [settle] = line as Set<Settle> & Iterable<Settle>
      networks.delete(network)
      networks.set(network, line)
      remove(network, settle as Settle)
      settle?.(true)
      return true
    },
  }
}
