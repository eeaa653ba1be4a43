import type { Store } from '@parley/client/state/store'
import { createBrowserStore } from './browser-store.ts'

/** Alert settings of this browser. `desktop` requires browser permission. */
export interface AlertSettings {
  sound: boolean
  desktop: boolean
}

const settings = createBrowserStore<AlertSettings>('parley-alerts', (stored) => {
  const flag = (name: keyof AlertSettings, fallback: boolean) => {
    const value = Object(stored)[name] as unknown
    return typeof value === 'boolean' ? value : fallback
  }
  return { sound: flag('sound', true), desktop: flag('desktop', false) }
})

export const alertSettings: Store<AlertSettings> = settings

export const changeAlerts = (change: Partial<AlertSettings>): void =>
  settings.set({ ...settings.get(), ...change })

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
