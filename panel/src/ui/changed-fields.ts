/** Only changed fields: a colleague may have changed the rest. Values are JSON. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {}
  for (const field of Object.keys(after) as (keyof T)[])
    if (JSON.stringify(before[field]) !== JSON.stringify(after[field])) changed[field] = after[field]
  return changed
}
