/**
 * Events between the page and Telegram's web view (https://core.telegram.org/api/web-events). Telegram's own script is not
 * loaded: it would see the sign-in and needs another origin in the content security policy, and of its 100 functions ten are used.
 * Older versions of the apps ignore events that they do not know.
 */
export interface WebView {
  /** Whether a platform receives the events. */
  isInside: boolean
  post(event: string, data?: object): void
}

type Receive = (event: string, data: unknown) => void

interface Bridges {
  /** Android and iOS. */
  TelegramWebviewProxy?: { postEvent(event: string, data: string): void }
  /** What the apps call. */
  Telegram?: { WebView: { receiveEvent: Receive } }
  TelegramGameProxy?: { receiveEvent: Receive }
  TelegramGameProxy_receiveEvent?: Receive
}

/** Telegram Web, which shows the page in a frame. */
const webOrigin = 'https://web.telegram.org'

export function openWebView(receive: Receive): WebView {
  const bridges = window as unknown as Bridges
  bridges.Telegram = { WebView: { receiveEvent: receive } }
  bridges.TelegramGameProxy = { receiveEvent: receive }
  bridges.TelegramGameProxy_receiveEvent = receive
  addEventListener('message', ({ data, origin, source }: MessageEvent) => {
    if (origin !== webOrigin || source !== window.parent || typeof data !== 'string') return
    try {
      const { eventType, eventData } = JSON.parse(data) as { eventType?: unknown; eventData?: unknown }
      if (typeof eventType === 'string') receive(eventType, eventData)
    } catch {
      // Another script's message.
    }
  })
  const desktop = window.external as { notify?: (text: string) => void } | undefined
  const isFramed = window.parent !== window
  return {
    isInside: isFramed || bridges.TelegramWebviewProxy !== undefined || typeof desktop?.notify === 'function',
    post(event, data = {}) {
      if (bridges.TelegramWebviewProxy) bridges.TelegramWebviewProxy.postEvent(event, JSON.stringify(data))
      else if (typeof desktop?.notify === 'function')
        desktop.notify(JSON.stringify({ eventType: event, eventData: data }))
      else if (isFramed)
        window.parent.postMessage(JSON.stringify({ eventType: event, eventData: data }), webOrigin)
    },
  }
}
