/** Shortcuts that differ only in case or in the encoding of accents are the same. */
export const keyOfShortcut = (shortcut: string): string => shortcut.normalize('NFC').toLowerCase()
