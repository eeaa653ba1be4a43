import { expect, test, vi } from 'vitest'
import { showDesktop } from './alert-settings.ts'

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
