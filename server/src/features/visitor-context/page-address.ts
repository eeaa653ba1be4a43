import { maxPageAddress } from '@parley/protocol/visitor-context'

/** Parts of a path that are likely secrets: reset tokens, JWTs, session ids. UUIDs and words joined by hyphens stay readable. */
const isSecret = (part: string): boolean =>
  /@|%40/.test(part) || (part.match(longRuns)?.some((run) => /\d/.test(run)) ?? false)
/** Whole runs, tested for a digit afterwards: a lookahead would scan the rest of the text again from every letter. */
const longRuns = /[a-z0-9_]{20,}/gi
const hidden = '…'

/**
 * Returns the address without what may be secret or personal: no user name, fragment, or query, except for `utm_*`
 * parameters; tokens and e-mail addresses in the path are replaced. null: not an address of a web page.
 */
export function pageAddress(text: string, { campaign }: { campaign: boolean }): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, origin, pathname, searchParams } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const path = pathname
    .split('/')
    .map((part) => (isSecret(part) ? hidden : part))
    .join('/')
  const campaigns = new URLSearchParams()
  for (const [name, value] of campaign ? searchParams : [])
    if (/^utm_[a-z_]{1,20}$/.test(name) && !isSecret(value)) campaigns.append(name, value)
  const query = campaigns.size > 0 ? `?${campaigns.toString()}` : ''
  return `${origin}${path}${query}`.slice(0, maxPageAddress)
}

/** The origin of an address, or null. */
export const originOf = (text: string): string | null => (URL.canParse(text) ? new URL(text).origin : null)
