export interface ByteBudget {
  /**
   * Waits until so many bytes may be held, in the order of the requests. Returns a function that releases them; null if the signal aborts first.
   */
  reserve(owner: string, bytes: number, signal: AbortSignal): Promise<(() => void) | null>
}

interface Request {
  owner: string
  bytes: number
  grant: () => void
}

/**
 * Memory that is shared, such as that of files being read. One owner holds at most `perOwner` bytes and does not block others while it waits for
 * its own; a request for more than that counts as that much.
 */
export function createByteBudget(limits: { total: number; perOwner: number }): ByteBudget {
  let free = limits.total
  const held = new Map<string, number>()
  const waiting = new Set<Request>()

  function hold(owner: string, bytes: number): void {
    free -= bytes
    const now = (held.get(owner) ?? 0) + bytes
    if (now > 0) held.set(owner, now)
    else held.delete(owner)
  }

  function grantNext(): void {
    for (const request of waiting) {
      if ((held.get(request.owner) ?? 0) + request.bytes > limits.perOwner) continue
      // Later ones wait too, so that small requests cannot starve a large one.
      if (request.bytes > free) return
      waiting.delete(request)
      request.grant()
    }
  }

  return {
    async reserve(owner, bytes, signal) {
      const size = Math.min(bytes, limits.perOwner)
      return new Promise((resolve) => {
        const cancel = () => {
          if (waiting.delete(request)) resolve(null)
          grantNext()
        }
        const request: Request = {
          owner,
          bytes: size,
          grant() {
            signal.removeEventListener('abort', cancel)
            hold(owner, size)
            resolve(() => {
              hold(owner, -size)
              grantNext()
            })
          },
        }
        if (signal.aborted) return resolve(null)
        signal.addEventListener('abort', cancel, { once: true })
        waiting.add(request)
        grantNext()
        return undefined
      })
    },
  }
}
