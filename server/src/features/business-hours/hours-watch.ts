import type { OutsideHours } from '@parley/protocol/business-hours'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/cache.ts'
import { settleEach } from '../../core/settle-each.ts'

/** Maximum delay with which widgets are notified of an opening or a closing (ms). */
const checkIntervalMs = 15_000

interface WidgetIds {
  organizationId: string
  providerId: string
}

/** Reports organizations with a connected widget that opened or closed since the last check. */
export function createHoursWatch(deps: {
  /** Widgets that are connected to this process, possibly repeated. */
  widgets: () => Iterable<WidgetIds>
  outside: (organizationId: string, providerId: string) => Promise<OutsideHours | null>
  onError: (error: unknown) => void
}) {
  /** The state last sent to the visitors of a widget. Kept when none is connected: a stale state costs one message. */
  const known = new LRUCache<string, string>(atMost(10_000))
  const listeners: ((organizationId: string) => void)[] = []
  let timer: NodeJS.Timeout | undefined
  let checks = Promise.resolve()

  async function compare(): Promise<void> {
    const widgets = new Map<string, string>()
    for (const { providerId, organizationId } of deps.widgets()) widgets.set(providerId, organizationId)
    const changed = new Set<string>()
    try {
      await settleEach(widgets, async ([providerId, organizationId]) => {
        const now = JSON.stringify(await deps.outside(organizationId, providerId))
        const before = known.get(providerId)
        known.set(providerId, now)
        if (before !== undefined && before !== now) changed.add(organizationId)
      })
    } finally {
      for (const organizationId of changed) for (const listener of listeners) listener(organizationId)
    }
  }

  /** One after the other: a slow check must not record hours that have changed since. */
  function check(): Promise<void> {
    checks = checks.catch(() => {}).then(compare)
    return checks
  }

  return {
    check,
    /** Records the state sent to a widget, so that the next change is detected. */
    async outside(organizationId: string, providerId: string): Promise<OutsideHours | null> {
      const now = await deps.outside(organizationId, providerId)
      if (!known.has(providerId)) known.set(providerId, JSON.stringify(now))
      return now
    },
    onChange: (listener: (organizationId: string) => void) => void listeners.push(listener),
    start() {
      timer = setInterval(() => void check().catch(deps.onError), checkIntervalMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
