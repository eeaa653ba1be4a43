/**
 * `refused`: by the server. `broken`: the connection, which is rarely caused by the mail. `unproven`: the server may not have delivered any other
 * mail either.
 */
const points = { refused: 2, broken: 1, unproven: 0 }
/** Five refusals, with the delays of failed polls about a minute; then four of the header. */
const maxPoints = 8

interface Place {
  epoch: number
  uid: number
}

/** Counts how often a server has failed to deliver a mail. One for each mailbox: only the first unread one blocks others. */
export function createMailFaults() {
  const faults = new Map<string, Place & { points: number }>()

  function find(providerId: string, { epoch, uid }: Place) {
    const known = faults.get(providerId)
    return known?.epoch === epoch && known.uid === uid ? known : undefined
  }

  return {
    has: (providerId: string, place: Place): boolean => find(providerId, place) !== undefined,
    add(providerId: string, place: Place, kind: keyof typeof points): void {
      const before = find(providerId, place)?.points ?? 0
      faults.set(providerId, { ...place, points: before + points[kind] })
    },
    /** Which part of the mail to request next. */
    partOf(providerId: string, place: Place): 'whole' | 'header' | 'none' {
      const { points: sum } = find(providerId, place) ?? { points: 0 }
      if (sum < maxPoints) return 'whole'
      return sum < 2 * maxPoints ? 'header' : 'none'
    },
  }
}
