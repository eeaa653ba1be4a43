import type { OutsideHours } from '@parley/protocol/business-hours'
import { LRUCache } from 'lru-cache'

/** Widgets learn of an opening or a closing at most this late. */
const checkIntervalMs = 15_000

/** Reports organizations with connected widgets that opened or closed since the last check. */
export function createHoursWatch(deps: {
  /** Organizations of the widgets that are connected to this process. */
  organizations: () => Iterable<string>
  outside: (organizationId: string) => Promise<OutsideHours | null>
  onError: (error: unknown) => void
}) {
  /** What the widgets of an organization were told last. Kept when none is connected: a stale state costs one message. */
  const known = new LRUCache<string, string>({ max: 10_000 })
  const listeners: ((organizationId: string) => void)[] = []
  let timer: NodeJS.Timeout | undefined

  async function check(): Promise<void> {
    for (const id of new Set(deps.organizations())) {
      const now = JSON.stringify(await deps.outside(id))
      const before = known.get(id)
      known.set(id, now)
      if (before !== undefined && before !== now) for (const listener of listeners) listener(id)
    }
  }

  return {
    check,
    /** Remembers what a widget is told, so that the next change is noticed. */
    async outside(organizationId: string): Promise<OutsideHours | null> {
      const now = await deps.outside(organizationId)
      if (!known.has(organizationId)) known.set(organizationId, JSON.stringify(now))
      return now
    },
    onChange: (listener: (organizationId: string) => void) => void listeners.push(listener),
    start() {
      timer = setInterval(() => void check().catch(deps.onError), checkIntervalMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
