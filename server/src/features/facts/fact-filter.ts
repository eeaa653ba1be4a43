import type { FactChunk } from './fact-chunk.ts'
import type { Filters, FilterValues } from './fact-conditions.ts'

/** As `factsIn`, for facts by column. null: all facts pass. */
export function passing(chunk: FactChunk, filters: Filters): Uint8Array | null {
  const asked = Object.entries(filters)
  if (asked.length === 0) return null
  const pass = new Uint8Array(chunk.rows).fill(1)
  for (const [name, values] of asked) {
    const column = chunk.ids.get(name)
    const passes = chunk.keys.map((key) => matches(key, values))
    const passesNone = matches('', values)
    for (let i = 0; i < pass.length; i += 1)
      if (!(column === undefined ? passesNone : passes[column[i] as number])) pass[i] = 0
  }
  return pass
}

const matches = (key: string, values: FilterValues): boolean =>
  key === '' ? values.includes('none') : key.split(',').some((id) => values.includes(id))
