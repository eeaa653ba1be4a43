import type { ErrorCode } from '@parley/protocol/error'
import type { WidgetSettings } from '@parley/protocol/provider'
import { logError } from '../log-error.ts'

/**
 * Fetches the widget's settings. Retries when the browser is back online, or after 5 s, 10 s ... 5 min. Logs an unknown
 * provider id and returns undefined.
 */
export async function loadSettings(
  base: string,
  providerId: string,
  signal: AbortSignal,
): Promise<WidgetSettings | undefined> {
  for (let delayMs = 5_000; !signal.aborted; delayMs = Math.min(delayMs * 2, 300_000)) {
    try {
      const address = `${base}v1/public/providers/${encodeURIComponent(providerId)}/widget`
      const response = await fetch(address, { signal, credentials: 'omit' })
      const body = (await response.json()) as WidgetSettings & { code?: ErrorCode }
      if (response.ok) return body
      // Other errors may be temporary, or those of a proxy.
      if (body.code === 'provider_unknown') {
        logError(
          `No widget has the providerId "${providerId}". The panel shows it under Settings > Widgets > Installation.`,
        )
        return undefined
      }
    } catch {
      // Offline, or the service restarts: not logged.
    }
    await delayOrOnline(delayMs, signal)
  }
  return undefined
}

function delayOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      removeEventListener('online', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    addEventListener('online', finish)
    signal.addEventListener('abort', finish)
  })
}
