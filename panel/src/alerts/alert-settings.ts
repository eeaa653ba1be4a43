import { createStore, type Store } from '@parley/client/state/store'

/** Alert settings of this browser. `desktop` requires browser permission. */
export interface AlertSettings {
  sound: boolean
  desktop: boolean
}

const storageKey = 'parley-alerts'
const settings = createStore<AlertSettings>(read())

export const alertSettings: Store<AlertSettings> = settings

export function changeAlerts(change: Partial<AlertSettings>): void {
  settings.set({ ...settings.get(), ...change })
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings.get()))
  } catch {
    // Storage may be blocked: the choice then lasts until the page is closed.
  }
}

function read(): AlertSettings {
  const fallback = { sound: true, desktop: false }
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return fallback
    const flag = (name: keyof AlertSettings) => {
      const value = name in stored ? (stored as Partial<AlertSettings>)[name] : undefined
      return typeof value === 'boolean' ? value : fallback[name]
    }
    return { sound: flag('sound'), desktop: flag('desktop') }
  } catch {
    return fallback
  }
}

/** `unsupported`: this browser, or an insecure page. */
export const desktopPermission = (): NotificationPermission | 'unsupported' =>
  'Notification' in globalThis && globalThis.isSecureContext ? Notification.permission : 'unsupported'

/**
 * Shows a desktop notification unless the page has focus. Returns null if not shown; Chrome on Android
 * throws because it supports them in service workers only.
 */
export function showDesktop(title: string, options: NotificationOptions): Notification | null {
  if (desktopPermission() !== 'granted' || document.hasFocus()) return null
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}

/**
 * Requests permission; call it from a click.
 * @returns whether notifications will be shown
 */
export async function allowDesktop(): Promise<boolean> {
  if (desktopPermission() === 'unsupported') return false
  const allowed = (await Notification.requestPermission()) === 'granted'
  changeAlerts({ desktop: allowed })
  return allowed
}
