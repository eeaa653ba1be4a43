/** Identity of an anonymous visitor within a provider (design 5); that of members starts with their sign-in method. */
export const visitorIdentity = (jkt: string): string => `visitor:${jkt}`

/** Name of a customer in the announcement of their new log on the bus. */
export const visitorKey = (providerId: string, identity: string): string => `${providerId}:${identity}`

/** The reverse of `visitorKey`. */
export function parseVisitorKey(key: string): { provider_id: string; identity: string } {
  const end = key.indexOf(':')
  return { provider_id: key.slice(0, end), identity: key.slice(end + 1) }
}
