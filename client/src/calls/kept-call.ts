const name = 'parley.call'

/**
 * Which call runs in this tab. A page that is loaded anew, or another page of the same site in the same tab, goes on with
 * it by itself; other tabs have to be asked. Where storage is forbidden there is none.
 */
export const keptCall = {
  get(): string | null {
    try {
      return sessionStorage.getItem(name)
    } catch {
      return null
    }
  },
  set(id: string | null): void {
    try {
      if (id === null) sessionStorage.removeItem(name)
      else sessionStorage.setItem(name, id)
    } catch {
      // The next page asks, then.
    }
  },
}
