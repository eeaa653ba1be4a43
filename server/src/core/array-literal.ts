/**
 * PostgreSQL's own text form of arrays, for statements on a hot path: the driver's encoding of eleven arrays was a fifth of
 * all memory that a message allocated. Pass the result as a parameter that the statement casts (`$1::uuid[]`).
 */

/** Of values that need no quotes: ids, numbers. */
export const plainArray = (values: readonly (string | number)[]): string => `{${values.join(',')}}`

/** Of any text; null stays null. */
export function textArray(values: readonly (string | null)[]): string {
  let literal = '{'
  for (const [index, value] of values.entries()) {
    if (index > 0) literal += ','
    literal += value === null ? 'NULL' : `"${value.replace(special, '\\$&')}"`
  }
  return `${literal}}`
}

const special = /["\\]/g
