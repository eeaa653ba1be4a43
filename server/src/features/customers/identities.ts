/** Who an anonymous visitor is within a provider (design 5); members have the name of their sign-in in its place. */
export const visitorIdentity = (jkt: string): string => `visitor:${jkt}`

/** How a birth of this customer's log is announced on the bus: the same text everywhere. */
export const visitorKey = (providerId: string, identity: string): string => `${providerId}:${identity}`
