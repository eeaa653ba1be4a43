/** Browsers with different instructions for a denied permission. */
export type BrowserKind = 'chrome' | 'chrome_android' | 'firefox' | 'safari' | 'safari_ios' | 'other'

/** Returns the browser whose instructions apply. */
export function browserKind({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): BrowserKind {
  // iPads send the user agent of a Mac, and all iOS browsers use WebKit.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1))
    return 'safari_ios'
  if (userAgent.includes('Firefox/')) return 'firefox'
  if (userAgent.includes('Chrome/')) return userAgent.includes('Android') ? 'chrome_android' : 'chrome'
  return userAgent.includes('Safari/') ? 'safari' : 'other'
}
