import { notifications, notificationsStore, type NotificationData } from '@mantine/notifications'
import { ToastAction } from './toast-action.tsx'

interface Replacement extends Omit<NotificationData, 'id' | 'message'> {
  text: string
  /** A button, which also hides the notification. */
  action?: { name: string; run: () => void }
}

let shownSoFar = 0

/**
 * Shows a notification in place of the former one about `subject`. Each has its own id: Mantine ignores a notification whose id is
 * shown, and the timer of a former one would close it.
 */
export function replaceNotification(subject: string, { text, action, ...options }: Replacement): void {
  hideNotification(subject)
  const id = `${subject}#${(shownSoFar += 1)}`
  const act = () => {
    // The button can still be pressed while its notification disappears.
    if (!shownIds().includes(id)) return
    notifications.hide(id)
    action?.run()
  }
  const message =
    action === undefined ? text : <ToastAction text={text} action={action.name} onAction={act} />
  notifications.show({ ...options, id, message })
}

/** Hides the notification about `subject`. */
export function hideNotification(subject: string): void {
  for (const id of idsOf(subject)) notifications.hide(id)
}

/** Whether the notification about `subject` is shown, or waits until others have closed. */
export const isNotificationOpen = (subject: string): boolean => idsOf(subject).length > 0

const idsOf = (subject: string) => shownIds().filter((id) => id.startsWith(`${subject}#`))

function shownIds(): string[] {
  const { notifications: shown, queue } = notificationsStore.getState()
  return [...shown, ...queue].flatMap(({ id }) => id ?? [])
}
