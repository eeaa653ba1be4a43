/**
 * Publish/subscribe between the processes of one installation, for hints and ephemeral signals. Delivery is best effort:
 * subscribers recover from the database at the next heartbeat. `publish` also reaches subscribers in this process.
 */
export interface Bus {
  publish<S extends Subject>(subject: S, message: BusMessages[S]): void
  subscribe<S extends Subject>(subject: S, receive: (message: BusMessages[S]) => void): () => void
  close(): Promise<void>
}

/** Message type by subject. Publishers add theirs with `declare module`. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface BusMessages {}
export type Subject = keyof BusMessages

/** Bus for a single process. When a subscriber throws, the others still receive the message. */
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
