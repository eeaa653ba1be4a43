/** Encoded, so that nothing in the address becomes a subject or a second recipient. */
export const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** Keeps only the digits and signs that can be dialled. */
export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+*#]/g, '')}`
