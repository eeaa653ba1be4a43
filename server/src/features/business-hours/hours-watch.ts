import type { OutsideHours } from '@parley/protocol/business-hours'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/cache.ts'
import { coalesceRuns } from '../../core/coalesce.ts'
import { settleEach } from '../../core/settle-each.ts'

/** Maximum delay with which widgets are notified of an opening or a closing (ms). */
const checkIntervalMs = 15_000

interface WidgetIds {
  organizationId: string
  providerId: string
}

/** Reports organizations with a connected widget that opened or closed since their hours were last read. */
export function createHoursWatch(deps: {
  /** Widgets that are connected to this process, possibly repeated. */
  widgets: () => Iterable<WidgetIds>
  outside: (organizationId: string, providerId: string) => Promise<OutsideHours | null>
  onError: (error: unknown) => void
}) {
  /** The state of a widget that was read last. Kept when no visitor is connected: a stale state costs one message. */
  const known = new LRUCache<string, string>(atMost(10_000))
  const listeners: ((organizationId: string) => void)[] = []
  let timer: NodeJS.Timeout | undefined
  let checks = Promise.resolve()

  /** Returns whether another state was read before. */
  function record(providerId: string, outside: OutsideHours | null): boolean {
    const now = JSON.stringify(outside)
    const before = known.get(providerId)
    known.set(providerId, now)
    return before !== undefined && before !== now
  }

  function report(organizationId: string): void {
    for (const listener of listeners) listener(organizationId)
  }

  /** @param only an organization; undefined: all */
  async function compare(only?: string): Promise<void> {
    const widgets = new Map<string, string>()
    for (const { providerId, organizationId } of deps.widgets())
      if (only === undefined || organizationId === only) widgets.set(providerId, organizationId)
    const changed = new Set<string>()
    try {
      await settleEach(widgets, async ([providerId, organizationId]) => {
        if (record(providerId, await deps.outside(organizationId, providerId))) changed.add(organizationId)
      })
    } finally {
      for (const organizationId of changed) report(organizationId)
    }
  }

  /** One after the other: a slow check must not record hours that have changed since. */
  function check(only?: string): Promise<void> {
    checks = checks.catch(() => {}).then(() => compare(only))
    return checks
  }

  const checksOfOne = coalesceRuns((organizationId: string) => check(organizationId), deps.onError)

  return {
    /** Checks the widgets of all organizations. */
    check: () => check(),
    /** Checks the widgets of one organization. Changes during a check share the next one. */
    checkOrganization: checksOfOne.trigger,
    async outside(organizationId: string, providerId: string): Promise<OutsideHours | null> {
      const now = await deps.outside(organizationId, providerId)
      // Reads overtake each other: this one, or the one before, may have returned hours that were changed meanwhile.
      if (record(providerId, now)) report(organizationId)
      return now
    },
    onChange: (listener: (organizationId: string) => void) => void listeners.push(listener),
    start() {
      timer = setInterval(() => void check().catch(deps.onError), checkIntervalMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
