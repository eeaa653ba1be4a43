/** Client-side check of a URL; the service decides. null: valid. */
export function urlProblem(text: string): 'webhook_url_invalid' | 'webhook_url_not_https' | null {
  const typed = text.trim()
  if (/^http:/i.test(typed)) return 'webhook_url_not_https'
  return /^https:\/\/[^/]/i.test(typed) && URL.canParse(typed) ? null : 'webhook_url_invalid'
}

/** `shop.example/hooks`: the URL without https://. */
export const shownUrl = (url: string): string => url.replace(/^https:\/\//i, '').replace(/\/$/, '')

/** A webhook's name, or its URL. */
export const webhookTitle = ({ name, url }: { name: string | null; url: string }): string =>
  name ?? shownUrl(url)

/** The host, typed to confirm deletion. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
