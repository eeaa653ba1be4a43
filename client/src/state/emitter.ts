/** Passes each value to all listeners. */
export interface Emitter<T> {
  on: (listener: (value: T) => void) => () => void
  emit: (value: T) => void
}

export function createEmitter<T>(): Emitter<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    on(listener) {
      // Wrapped, so that the same function can be added twice.
      const own = (value: T) => listener(value)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    emit(value) {
      for (const listener of listeners) listener(value)
    },
  }
}
