/** One name as sign-in services and tokens give it -> first word and rest (design 5). */
export function splitName(name: string): { first_name: string | null; last_name: string | null } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first_name: first || null, last_name: rest.join(' ') || null }
}

/** The other way round; null: neither part is there. */
export const joinName = (person: { first_name: string | null; last_name: string | null }): string | null =>
  [person.first_name, person.last_name].filter((part) => part !== null).join(' ') || null
