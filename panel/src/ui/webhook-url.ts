/**
 * What is wrong with a URL that somebody types, as far as one can tell without asking the service, which has the last
 * word. null: nothing.
 */
export function urlProblem(text: string): 'webhook_url_invalid' | 'webhook_url_not_https' | null {
  const typed = text.trim()
  if (/^http:/i.test(typed)) return 'webhook_url_not_https'
  return /^https:\/\/[^/]/i.test(typed) && URL.canParse(typed) ? null : 'webhook_url_invalid'
}

/** `shop.example/hooks`: every one begins with https://, which says nothing. */
export const shownUrl = (url: string): string => url.replace(/^https:\/\//i, '').replace(/\/$/, '')

/** Its host, which is typed to confirm that it goes. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
