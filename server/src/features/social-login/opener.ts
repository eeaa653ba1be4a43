const localOrigin = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?$/

/**
 * Whether the page is known to belong to the organization: listed, local, or our own. With an empty list any page may embed
 * the widget, including one that imitates the shop.
 */
export const isTrustedOpener = (origin: string, allowed: string[], baseUrl: string): boolean =>
  allowed.includes(origin) || origin === baseUrl || localOrigin.test(origin)

/**
 * Words, and dots only in a file extension. A site's redirect could send the browser, and the code with it, from other paths to another
 * site: `//evil.example`, `/%5cevil.example`, `/out/https:%2f%2fevil.example`, `/.evil.example`.
 */
const plainPath =
  /^(?:\/(?:[\w~!$&'()*+,;=\- ]|(?![\0-\x7f])[\p{L}\p{M}\p{Nd}])+)*(?:\/|\.(?:html?|php|aspx?|jsp))?$/iu

/** Spaces are the only ASCII characters that a plain path may encode. */
const encodedAscii = /%(?!20)[0-7]/

function isPlain(pathname: string): boolean {
  if (encodedAscii.test(pathname)) return false
  try {
    const text = decodeURIComponent(pathname)
    // Browsers normalize host names: `。` and `．` become dots.
    return plainPath.test(text) && plainPath.test(text.normalize('NFKC'))
  } catch {
    // Not UTF-8.
    return false
  }
}

/**
 * Returns the page's URL without its query, fragment and credentials, which may be private; null if it is not a URL. Only a plain path
 * is kept, because an attacker may have written the start link.
 */
export function pageAddress(text: string): { origin: string; href: string } | null {
  if (!URL.canParse(text)) return null
  const { origin, pathname } = new URL(text)
  return { origin, href: isPlain(pathname) ? origin + pathname : `${origin}/` }
}
