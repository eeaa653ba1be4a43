/** Splits a full name of a sign-in service or token into first word and rest (design 5). */
export function splitName(name: string): { first_name: string | null; last_name: string | null } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first_name: first || null, last_name: rest.join(' ') || null }
}

/** Joins both parts; null when there is neither. */
export const joinName = (person: { first_name: string | null; last_name: string | null }): string | null =>
  [person.first_name, person.last_name].filter((part) => part !== null).join(' ') || null
