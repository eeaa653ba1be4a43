interface Waiting<K, V> {
  key: K
  resolve: (value: V | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Look-ups by key that come while another is under way share the next one: a single one waits for nobody, and of a
 * thousand at once (a restart, and every widget comes back) each costs a fraction of a round trip. What a look-up
 * answers was read after it was asked for.
 * @param lookUpMany answers the values it has, by key; one that fails, fails all that share it
 * @param most keys in one look-up
 */
export function gather<K, V>(
  lookUpMany: (keys: K[]) => Promise<Map<K, V>>,
  most: number,
): (key: K) => Promise<V | undefined> {
  let waiting: Waiting<K, V>[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      try {
        const found = await lookUpMany(batch.map(({ key }) => key))
        for (const { key, resolve } of batch) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!running) void run()
    })
}
