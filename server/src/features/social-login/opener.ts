const localOrigin = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?$/

/**
 * Whether the page is known to belong to the organization: listed, local, or our own. With an empty list any page may embed
 * the widget, including one that imitates the shop.
 */
export const isTrustedOpener = (origin: string, allowed: string[], baseUrl: string): boolean =>
  allowed.includes(origin) || origin === baseUrl || localOrigin.test(origin)

/** Returns the page's URL without its query, fragment and credentials, which may be private. null: not a URL. */
export function pageAddress(text: string): { origin: string; href: string } | null {
  if (!URL.canParse(text)) return null
  const { origin, pathname } = new URL(text)
  return { origin, href: origin + pathname }
}
