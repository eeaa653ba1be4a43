import type { HeldMessage, HeldMessagesOptions } from './held-messages.ts'

const prefix = 'parley-held:'

/** Calls `listener` when another window has stored a message, until `signal` is aborted. */
export function onHeldElsewhere(agentId: string, listener: () => void, signal: AbortSignal): void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (newValue !== null && key?.startsWith(`${prefix}${agentId}:`)) listener()
  }
  addEventListener('storage', hear, { signal })
}

/** Held messages of an agent in localStorage. */
export function heldStorage(agentId: string): HeldMessagesOptions['storage'] {
  const keyOf = (clientId: string) => `${prefix}${agentId}:${clientId}`
  return {
    all() {
      try {
        return Object.keys(localStorage)
          .filter((key) => key.startsWith(keyOf('')))
          .toSorted()
          .flatMap((key) => parsed(localStorage.getItem(key)) ?? [])
      } catch {
        return []
      }
    },
    put(message) {
      try {
        localStorage.setItem(keyOf(message.clientId), JSON.stringify(message))
      } catch {
        // Storage may be blocked or full. Closing the page still sends the message.
      }
    },
    remove(clientId) {
      try {
        localStorage.removeItem(keyOf(clientId))
      } catch {
        // Storage is unavailable.
      }
    },
  }
}

function parsed(text: string | null): HeldMessage | null {
  const value = JSON.parse(text ?? 'null') as HeldMessage | null
  return typeof value?.clientId === 'string' && typeof value.content === 'string' ? value : null
}
