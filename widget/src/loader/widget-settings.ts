import type { WidgetSettings } from '@parley/protocol/provider'
import { logError } from '../log-error.ts'

/**
 * Fetches what the widget must know before it shows itself. Where the network or the service fails it tries
 * again quietly: when the browser comes back online, else after 5 s, 10 s ... 5 min. A provider id that
 * the service does not know is said once, and there is no widget (undefined).
 */
export async function loadSettings(
  base: string,
  providerId: string,
  signal: AbortSignal,
): Promise<WidgetSettings | undefined> {
  for (let wait = 5_000; !signal.aborted; wait = Math.min(wait * 2, 300_000)) {
    try {
      const address = `${base}v1/public/providers/${encodeURIComponent(providerId)}/widget`
      const response = await fetch(address, { signal, credentials: 'omit' })
      if (response.ok) return (await response.json()) as WidgetSettings
      if (response.status < 500 && response.status !== 429) {
        logError(
          `No widget has the providerId "${providerId}". The panel shows it under Settings > Widgets > Installation.`,
        )
        return undefined
      }
    } catch {
      // Offline, or the service restarts: not a matter for the page's console.
    }
    await pause(wait, signal)
  }
  return undefined
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      removeEventListener('online', over)
      resolve()
    }
    const timer = setTimeout(over, milliseconds)
    addEventListener('online', over)
    signal.addEventListener('abort', over)
  })
}
