/** Something that this tab keeps from page to page. Where storage is forbidden it keeps nothing. */
const kept = (name: string) => ({
  get(): string | null {
    try {
      return sessionStorage.getItem(name)
    } catch {
      return null
    }
  },
  set(value: string | null): void {
    try {
      if (value === null) sessionStorage.removeItem(name)
      else sessionStorage.setItem(name, value)
    } catch {
      // The next page asks, then.
    }
  },
})

/**
 * Which call runs in this tab. A page that is loaded anew, or another page of the same site in the same tab, goes on with
 * it by itself; other tabs have to be asked.
 */
export const keptCall = kept('parley.call')

/** The call in which this side is muted: nobody is heard again because a page was loaded anew. */
export const keptMute = kept('parley.mute')
