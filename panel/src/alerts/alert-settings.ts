import { createStore, type Store } from '@parley/client/state/store'

/** How this browser tells of new messages. `desktop` counts only while the browser allows it too. */
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
    // Storage may be forbidden: the choice then lasts until the page is left.
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

/** `unsupported`: this browser, or this insecure page, has no notifications. */
export const desktopPermission = (): NotificationPermission | 'unsupported' =>
  'Notification' in globalThis && globalThis.isSecureContext ? Notification.permission : 'unsupported'

/**
 * A notification of the system, for whoever does not look at the page. null: not shown; Chrome on Android allows them and
 * throws here, for it shows those of service workers alone.
 */
export function showDesktop(title: string, options: NotificationOptions): Notification | null {
  if (desktopPermission() !== 'granted' || document.hasFocus()) return null
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}

/** Asks the person; only a click may lead here. @returns whether notifications will be shown */
export async function allowDesktop(): Promise<boolean> {
  if (desktopPermission() === 'unsupported') return false
  const allowed = (await Notification.requestPermission()) === 'granted'
  changeAlerts({ desktop: allowed })
  return allowed
}
