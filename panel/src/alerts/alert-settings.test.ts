import { expect, test, vi } from 'vitest'
import { alertSettings, changeAlerts, showDesktop } from './alert-settings.ts'

/** The storage of a browser. Returns a function that lets another tab write to it. */
function useStorage() {
  const stored = new Map<string, string>()
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  const writeElsewhere = (value: object) => {
    stored.set('parley-alerts', JSON.stringify(value))
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'parley-alerts' }))
  }
  return { stored, writeElsewhere }
}

test('a setting that is changed in another tab applies in this one, which keeps it when it changes others', () => {
  const { stored, writeElsewhere } = useStorage()
  const shown: unknown[] = []
  const stop = alertSettings.subscribe(() => shown.push(alertSettings.get()))
  expect(alertSettings.get()).toEqual({ sound: true, desktop: false })
  writeElsewhere({ sound: false, desktop: false })
  expect(shown).toEqual([{ sound: false, desktop: false }])
  changeAlerts({ desktop: true })
  expect(stored.get('parley-alerts')).toBe('{"sound":false,"desktop":true}')
  expect(shown.at(-1)).toEqual({ sound: false, desktop: true })
  stop()
  writeElsewhere({ sound: true, desktop: true })
  expect(shown).toHaveLength(2)
})

test('where storage is blocked, settings last until the page is closed', () => {
  changeAlerts({ sound: false })
  changeAlerts({ desktop: true })
  expect(alertSettings.get()).toEqual({ sound: false, desktop: true })
  expect(alertSettings.get()).toBe(alertSettings.get())
})

function useBrowser(permission: NotificationPermission, works = true) {
  const shown: string[] = []
  class Note {
    static permission = permission
    constructor(title: string) {
      if (!works) throw new TypeError('Illegal constructor')
      shown.push(title)
    }
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', Note)
  vi.stubGlobal('document', { hasFocus: () => false })
  return shown
}

test('without a permission nothing is shown', () => {
  const shown = useBrowser('default')
  expect(showDesktop('Grace', {})).toBeNull()
  expect(shown).toEqual([])
})

test('nothing is shown while the page has focus', () => {
  const shown = useBrowser('granted')
  vi.stubGlobal('document', { hasFocus: () => true })
  expect(showDesktop('Grace', {})).toBeNull()
  expect(shown).toEqual([])
})

test('a browser that supports notifications in service workers only (Android) shows nothing and throws nothing', () => {
  useBrowser('granted', false)
  expect(showDesktop('Grace', {})).toBeNull()
})

test('a notification is shown while the page has no focus', () => {
  const shown = useBrowser('granted')
  expect(showDesktop('Grace', {})).not.toBeNull()
  expect(shown).toEqual(['Grace'])
})
