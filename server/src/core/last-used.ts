/**
 * Answers what was made of a key before, for the last so many that were asked for; what throws is not kept. For work that is
 * the same each time and done all the time.
 */
export function keepLastUsed<T>(kept: number, make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) {
      // To the end of the map's order, whose first one goes.
      made.delete(key)
      made.set(key, known)
      return known
    }
    const fresh = make(key)
    const [oldest] = made.keys()
    if (made.size >= kept && oldest !== undefined) made.delete(oldest)
    made.set(key, fresh)
    return fresh
  }
}
