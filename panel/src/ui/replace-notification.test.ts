import { notifications, notificationsStore } from '@mantine/notifications'
import { isValidElement, type ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { permanentNotification } from './permanent-notification.ts'
import { hideNotification, isNotificationOpen, replaceNotification } from './replace-notification.tsx'

beforeEach(() => {
  notifications.clean()
  // As `Toasts` sets it.
  notificationsStore.updateState((state) => ({ ...state, limit: 3 }))
})

const shown = () => notificationsStore.getState().notifications

const press = (message: ReactNode) => {
  if (isValidElement<{ onAction: () => void }>(message)) message.props.onAction()
}

test('a notification replaces the former one about its subject under another id, and no other', () => {
  replaceNotification('snoozed-1', { text: 'Until Monday' })
  const [former] = shown()
  replaceNotification('snoozed-12', { text: 'Until Friday' })
  replaceNotification('snoozed-1', { text: 'Until Tuesday' })
  expect(shown().map(({ message }) => message)).toEqual(['Until Friday', 'Until Tuesday'])
  expect(shown().map(({ id }) => id)).not.toContain(former?.id)
  hideNotification('snoozed-1')
  expect(shown().map(({ message }) => message)).toEqual(['Until Friday'])
})

test('its button runs once, and not after it was replaced', () => {
  const pressed: string[] = []
  const offer = (name: string) =>
    replaceNotification('closed-1', { text: name, action: { name: 'Undo', run: () => pressed.push(name) } })
  offer('first')
  const [first] = shown()
  offer('second')
  const [second] = shown()
  press(first?.message)
  expect(shown()).toEqual([second])
  press(second?.message)
  press(second?.message)
  expect(pressed).toEqual(['second'])
  expect(shown()).toEqual([])
})

test('permanent notifications wait while newer ones are shown', () => {
  const texts = () => shown().map(({ message }) => message)
  for (const text of ['one', 'two', 'three'])
    replaceNotification(`failed-${text}`, { ...permanentNotification, text })
  replaceNotification('closed-1', { text: 'Closed' })
  expect(texts()).toEqual(['Closed', 'one', 'two'])
  expect(isNotificationOpen('failed-three')).toBe(true)
  hideNotification('closed-1')
  expect(isNotificationOpen('closed-1')).toBe(false)
  expect(texts()).toEqual(['one', 'two', 'three'])
})
