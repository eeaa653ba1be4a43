export interface Throttle<K> {
  trigger(key: K): void
  /** Runs at once what is scheduled. */
  flush(): void
  /** Cancels what is scheduled. */
  close(): void
}

/** Runs `work` for a key at once, then at most once per interval while it is triggered: no trigger is lost, many are merged. */
export function createThrottle<K = void>(work: (key: K) => void, intervalMs: number): Throttle<K> {
  const cooling = new Map<K, { timer: NodeJS.Timeout; again: boolean }>()

  function trigger(key: K): void {
    const current = cooling.get(key)
    if (current) {
      current.again = true
      return
    }
    const timer = setTimeout(() => {
      const again = cooling.get(key)?.again === true
      cooling.delete(key)
      if (again) trigger(key)
    }, intervalMs)
    cooling.set(key, { timer: timer.unref(), again: false })
    work(key)
  }

  return {
    trigger,
    flush() {
      for (const [key, { timer, again }] of cooling) {
        if (!again) continue
        clearTimeout(timer)
        cooling.delete(key)
        trigger(key)
      }
    },
    close() {
      for (const { timer } of cooling.values()) clearTimeout(timer)
      cooling.clear()
    },
  }
}
