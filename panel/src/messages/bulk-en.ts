/** Texts of actions on several conversations. */
export const bulkEn = {
  bar: 'Selected conversations',
  select: (name: string) => `Select conversation with ${name}`,
  selectFocused: 'Select conversation',
  selected: (count: number) => `${count} selected`,
  selectAll: 'Select all shown',
  clear: 'Clear selection',
  close: 'Close',
  reopen: 'Reopen',
  assign: 'Assign selected conversations',
  nobody: 'Nobody',
  done: (count: number) => (count === 1 ? '1 conversation changed' : `${count} conversations changed`),
  nothing: 'Nothing to change',
  refused: (count: number) =>
    count === 1 ? '1 conversation could not be changed' : `${count} conversations could not be changed`,
  failed: (count: number) =>
    count === 1
      ? '1 conversation could not be changed. It stays selected: try again.'
      : `${count} conversations could not be changed. They stay selected: try again.`,
  undo: 'Undo',
  undone: (count: number) => (count === 1 ? '1 change undone' : `${count} changes undone`),
}
