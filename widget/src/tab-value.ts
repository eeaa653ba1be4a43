/** Session storage key: the provider whose chat is open in this tab. */
export const openKey = 'parley.open'
/** Session storage key: what was written in this tab before the identity was known (draft.ts). */
export const draftKey = 'parley.draft'

/** null if storage is blocked. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Has no effect if storage is blocked or full. */
export function writeTab(key: string, value: string | null): void {
  try {
    if (value) sessionStorage.setItem(key, value)
    else sessionStorage.removeItem(key)
  } catch {
    // The next page in the tab starts without it.
  }
}
