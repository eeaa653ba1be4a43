/** Tells whoever listens of each value, as it comes. */
export interface Emitter<T> {
  on: (listener: (value: T) => void) => () => void
  emit: (value: T) => void
}

export function createEmitter<T>(): Emitter<T> {
  const listeners = new Set<{ tell: (value: T) => void }>()
  return {
    on(tell) {
      const listener = { tell }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(value) {
      for (const listener of listeners) listener.tell(value)
    },
  }
}
