/** Bounded before it is matched; what an SMTP server would refuse is refused here. */
const addressForm = /^[^\s@<>"(),;:\\]{1,64}@[^\s@<>"(),;:\\]{1,189}$/

export const isAddress = (text: string): boolean => text.length <= 254 && addressForm.test(text)

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Control characters, and characters that change the direction of a text around them. */
// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const misleading = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** One line of text from a header: a name or a subject. */
export const singleLine = (text: string, max: number): string =>
  text.replaceAll(misleading, ' ').replaceAll(/ {2,}/g, ' ').trim().slice(0, max).toWellFormed()
