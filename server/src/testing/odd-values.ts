import { newId } from '../core/ids.ts'

/** Unexpected values for fuzzing parameters. */
export const oddValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'x'.repeat(20_000),
  '\u0000',
  '\ud800',
  "'; drop table message; --",
  [],
  [[]],
  {},
  { __proto__: null, toString: 1 },
  newId(),
]
