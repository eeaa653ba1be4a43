const thisMachine = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?$/

/**
 * Whether a page that the widget's list allows is known to be the organization's. Where the list is empty any page may
 * embed the widget, also one that only pretends to be the shop. Pages of this machine and our own are nobody else's.
 */
export const isVouchedFor = (origin: string, allowed: string[], baseUrl: string): boolean =>
  allowed.includes(origin) || origin === baseUrl || thisMachine.test(origin)

/** The address of a page without what may be private in it: query, fragment, names. null: it is none. */
export function pageAddress(text: string): { origin: string; href: string } | null {
  if (!URL.canParse(text)) return null
  const { origin, pathname } = new URL(text)
  return { origin, href: origin + pathname }
}
