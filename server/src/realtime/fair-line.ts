/** A place in a line. */
export interface Place {
  /** Resolves with true when it is this one's turn, with false when it is refused. */
  readonly turn: Promise<boolean>
  /** Whoever waited has gone. */
  leave(): void
}

export interface FairLine {
  size(): number
  /** When full, refuses an upgrade of the network that has most of them, or the new one. */
  join(network: string): Place
  /** Returns false when the queue is empty. */
  next(): boolean
}

type Settle = (admitted: boolean) => void

interface Line {
  /** In order of arrival. */
  waiting: Set<Settle>
  /** `waiting` and some that have left. An array, because the last element of a set cannot be read without a copy. */
  arrivals: Settle[]
}

/**
 * A bounded line in which networks take turns, each in order of arrival: a flood from one address delays and displaces mostly itself.
 * @param limit how many may wait
 */
export function createFairLine(limit: number): FairLine {
  /** Networks in the order of their turns. Empty ones are removed. */
  const networks = new Map<string, Line>()
  /** A full line must refuse a flood without a search. */
  const byLength = new Map<number, Set<string>>()
  let longest = 0
  let size = 0

  function resized(network: string, from: number, to: number): void {
    const same = byLength.get(from)
    same?.delete(network)
    if (same?.size === 0) {
      byLength.delete(from)
      if (longest === from) longest = to
    }
    size += to - from
    if (to === 0) return
    byLength.set(to, (byLength.get(to) ?? new Set()).add(network))
    longest = Math.max(longest, to)
  }

  function add(network: string, settle: Settle): void {
    const line = networks.get(network) ?? { waiting: new Set(), arrivals: [] }
    networks.set(network, line)
    if (line.arrivals.length > 2 * line.waiting.size) line.arrivals = [...line.waiting]
    line.arrivals.push(settle)
    line.waiting.add(settle)
    resized(network, line.waiting.size - 1, line.waiting.size)
  }

  function remove(network: string, settle: Settle): boolean {
    const line = networks.get(network)
    if (line?.waiting.delete(settle) !== true) return false
    resized(network, line.waiting.size + 1, line.waiting.size)
    if (line.waiting.size === 0) networks.delete(network)
    return true
  }

  /** Frees a slot for this network. Returns false when it has its share, or no network has more. */
  function displaceFor(network: string): boolean {
    const waiting = networks.get(network)?.waiting.size ?? 0
    const share = Math.max(1, limit / (networks.has(network) ? networks.size : networks.size + 1))
    if (waiting + 1 > share || longest <= share) return false
    const [other] = byLength.get(longest) ?? []
    return other !== undefined && refuseNewest(other)
  }

  function refuseNewest(network: string): boolean {
    const arrivals = networks.get(network)?.arrivals ?? []
    for (let newest = arrivals.pop(); newest !== undefined; newest = arrivals.pop()) {
      if (!remove(network, newest)) continue
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
      add(network, resolve)
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
      const [settle] = line.waiting
      networks.delete(network)
      networks.set(network, line)
      remove(network, settle as Settle)
      settle?.(true)
      return true
    },
  }
}
