/**
 * Ties the processes of one installation. It carries hints and ephemeral signals, never truth: whoever
 * misses one reads the database at the next heartbeat. `publish` also reaches subscribers of this process.
 */
export interface Bus {
  publish<S extends Subject>(subject: S, message: BusMessages[S]): void
  subscribe<S extends Subject>(subject: S, receive: (message: BusMessages[S]) => void): () => void
  close(): Promise<void>
}

/** What travels on each subject is declared by whoever sends it: `declare module` merges into this list. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface BusMessages {}
export type Subject = keyof BusMessages

/** For a single process. A receiver that throws must not keep the others from hearing. */
export function createLocalBus(onError: (error: unknown) => void): Bus {
  const receivers = new Map<Subject, Set<(message: never) => void>>()
  return {
    publish(subject, message) {
      for (const receive of receivers.get(subject) ?? []) {
        try {
          receive(message as never)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(subject, receive) {
      const set = receivers.get(subject) ?? new Set()
      receivers.set(subject, set)
      set.add(receive)
      return () => set.delete(receive)
    },
    async close() {
      receivers.clear()
    },
  }
}
