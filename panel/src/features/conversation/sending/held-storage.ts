import type { HeldMessage, HeldMessagesOptions } from './held-messages.ts'

const heldPrefix = 'parley-held:'
const followedPrefix = 'parley-followed:'

/** A message whose actions wait until it is stored. */
export type FollowedMessage = Omit<HeldMessage, 'content' | 'replyTo' | 'media' | 'seenSeq'>

/** Calls `listener` when another window has stored a message, until `signal` is aborted. */
export function onHeldElsewhere(agentId: string, listener: () => void, signal: AbortSignal): void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (newValue !== null && key?.startsWith(`${heldPrefix}${agentId}:`)) listener()
  }
  addEventListener('storage', hear, { signal })
}

/** Held messages of an agent in localStorage. */
export const heldStorage = (agentId: string): HeldMessagesOptions['storage'] =>
  storageOf<HeldMessage>(`${heldPrefix}${agentId}:`, ({ content }) => typeof content === 'string')

/** Followed messages of an agent in localStorage. Their texts are in the outbox. */
export const followedStorage = (agentId: string) =>
  storageOf<FollowedMessage>(`${followedPrefix}${agentId}:`, ({ actions }) => Array.isArray(actions))

/** @param isKnown false for what another version of the panel has stored in another form */
function storageOf<T extends { clientId: string }>(prefix: string, isKnown: (value: T) => boolean) {
  return {
    all(): T[] {
      try {
        return Object.keys(localStorage)
          .filter((key) => key.startsWith(prefix))
          .toSorted()
          .map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as T | null)
          .filter((value): value is T => typeof value?.clientId === 'string' && isKnown(value))
      } catch {
        return []
      }
    },
    put(value: T): void {
      try {
        localStorage.setItem(prefix + value.clientId, JSON.stringify(value))
      } catch {
        // Storage may be blocked or full. This page does not need it.
      }
    },
    remove(clientId: string): void {
      try {
        localStorage.removeItem(prefix + clientId)
      } catch {
        // Storage is unavailable.
      }
    },
  }
}
