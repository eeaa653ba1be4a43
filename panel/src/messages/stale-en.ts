/** Texts about a message that arrived while an agent closed or snoozed conversations. */
export const staleEn = {
  arrived: (when: string) => `A new message arrived ${when}. Close anyway?`,
  arrivedMeanwhile: 'A new message has arrived in the meantime. Close anyway?',
  closeAnyway: 'Close anyway',
  notChanged: (count: number) =>
    count === 1
      ? '1 conversation has a new message and was not changed'
      : `${count} conversations have new messages and were not changed`,
  open: 'Open',
}
