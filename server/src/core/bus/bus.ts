/**
 * Publish/subscribe between the processes of one installation, for hints and ephemeral signals. Delivery is best effort:
 * subscribers recover from the database at the next heartbeat. `publish` also reaches subscribers in this process.
 */
export interface Bus {
  publish<S extends Subject>(subject: S, message: BusMessages[S]): void
  subscribe<S extends Subject>(subject: S, receive: (message: BusMessages[S]) => void): () => void
  /**
   * Asks for complete messages about this customer until the returned function is called. Without it, other processes may send
   * their short form (`compactHint`).
   */
  follow(customerId: string): () => void
  /** Runs when messages of other processes may have been lost. Subscribers recover from the database. */
  onGap(recover: () => void): () => void
  /** Runs `onGap` in every process: something may have changed without a message. */
  reportGap(): void
  close(): Promise<void>
}

/** Message type by subject. Publishers add theirs with `declare module`. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface BusMessages {}
export type Subject = keyof BusMessages

/** Bus for a single process. When a subscriber throws, the others still receive the message. */
export function createLocalBus(onError: (error: unknown) => void): Bus {
  const receivers = new Map<Subject, Set<(message: never) => void>>()
  const recoveries = new Set<() => void>()
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      onError(error)
    }
  }
  return {
    publish(subject, message) {
      for (const receive of receivers.get(subject) ?? []) attempt(() => receive(message as never))
    },
    follow: () => () => {},
    onGap(recover) {
      recoveries.add(recover)
      return () => recoveries.delete(recover)
    },
    reportGap() {
      for (const recover of recoveries) attempt(recover)
    },
    subscribe(subject, receive) {
      const set = receivers.get(subject) ?? new Set()
      receivers.set(subject, set)
      set.add(receive)
      return () => set.delete(receive)
    },
    async close() {
      receivers.clear()
      recoveries.clear()
    },
  }
}
