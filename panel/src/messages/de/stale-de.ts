import type { Messages } from '../en.ts'

export const staleDe: Messages['stale'] = {
  arrived: (when) => `${when} ist eine neue Nachricht eingegangen. Trotzdem schließen?`,
  arrivedMeanwhile: 'Inzwischen ist eine neue Nachricht eingegangen. Trotzdem schließen?',
  closeAnyway: 'Trotzdem schließen',
  notChanged: (count) =>
    count === 1
      ? '1 Gespräch hat eine neue Nachricht und wurde nicht geändert'
      : `${count} Gespräche haben neue Nachrichten und wurden nicht geändert`,
  open: 'Öffnen',
}
