import type { ParleyApi, ParleyCall, ParleyConfig, ParleyEvent, ParleyEvents } from '../../types/parley.d.ts'
import { logError } from '../log-error.ts'
import { createWidget, type Widget } from './widget.ts'

/**
 * `sdk.js` (spec 4.5): a classic script that creates `window.Parley` and, with `window.parleyConfig` or its own provider
 * id, the widget. Loading it again has no effect.
 */
const waiting: unknown = window.Parley
if (!(waiting instanceof Object && 'init' in waiting)) install(Array.isArray(waiting) ? waiting : [])

function install(calls: ParleyCall[]): void {
  const script = ownScript()
  // The service and the other files of the widget have the same origin as this script.
  const base = new URL('.', script?.src || location.href).href
  const listeners = new Map<ParleyEvent, Set<(detail: never) => void>>()
  let config: ParleyConfig | undefined
  let widget: Widget | undefined
  let logoutWanted = false
  let openWanted = false

  function emit<E extends ParleyEvent>(event: E, detail: ParleyEvents[E]): void {
    // By the visitor: the next widget must not open by itself.
    if (event === 'close') openWanted = false
    for (const listener of listeners.get(event) ?? []) attempt(() => listener(detail as never))
    if (event === 'ready' && openWanted) widget?.open()
  }

  const api: ParleyApi = {
    init(next) {
      const providerId = next?.providerId
      if (!isSecureContext) return logError('The widget needs https, except on localhost.')
      if (!providerId)
        return logError(
          'init needs the providerId. The panel shows it under Settings > Widgets > Installation.',
        )
      const before = config
      // Copies, so that the next call detects changes to the page's objects. `update` without attributes passes the copy on.
      config = { ...next }
      const { attributes } = config
      // The service rejects anything else; a copy would turn it into attributes.
      if (attributes instanceof Object && !Array.isArray(attributes) && attributes !== before?.attributes)
        config.attributes = { ...attributes }
      // They describe the previous user.
      if (before?.user && before.user !== config.user && attributes === before.attributes)
        delete config.attributes
      if (before?.providerId === providerId) return widget?.update(config)
      widget?.destroy()
      widget = createWidget(base, config, emit)
      if (logoutWanted) widget.logout()
      logoutWanted = false
    },
    update: (change) => config && api.init({ ...config, ...change }),
    open() {
      openWanted = true
      widget?.open()
    },
    close() {
      openWanted = false
      widget?.close()
    },
    logout() {
      logoutWanted = !widget
      // Also after `destroy`: the page may be left before the next `init`.
      widget?.logout()
      // The same user again is then a sign-in.
      if (config?.user) api.update({ user: null })
    },
    on(event, listener) {
      const registered = listeners.get(event) ?? new Set()
      listeners.set(event, registered.add(listener))
      if (event === 'ready' && widget?.ready()) queueMicrotask(() => listener(undefined as never))
      return () => void registered.delete(listener)
    },
    push(...calls) {
      for (const call of calls) {
        attempt(() => {
          const [method, ...values] = call
          ;(api[method] as (...values: unknown[]) => void)(...values)
        })
      }
    },
    destroy() {
      widget?.destroy()
      config = undefined
      openWanted = false
      listeners.clear()
    },
  }

  window.Parley = api
  const providerId = script?.dataset.providerId
  if (window.parleyConfig) api.init(window.parleyConfig)
  else if (providerId) api.init({ providerId })
  api.push(...calls)
}

/** An error of the page must not stop the widget. */
function attempt(run: () => void): void {
  try {
    run()
  } catch (error) {
    reportError(error)
  }
}

/** The running classic script; bundles and modules have no current script. */
function ownScript(): HTMLScriptElement | null {
  const current = document.currentScript as HTMLScriptElement | null
  return current ?? document.querySelector<HTMLScriptElement>('script[src*="/sdk.js"]')
}
