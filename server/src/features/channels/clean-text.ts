/** PostgreSQL cannot store NUL, nor half a surrogate pair in JSON. */
export const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
