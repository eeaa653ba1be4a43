/** An observable value, for `useSyncExternalStore(store.subscribe, store.get)` of React and Preact. */
export interface Store<T> {
  get: () => T
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

export interface WritableStore<T> extends Store<T> {
  /** Does not notify if the value is unchanged. */
  set: (next: T) => void
}

export function createStore<T>(value: T): WritableStore<T> {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      // Wrapped, so that the same function can subscribe twice.
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
}
