import { newId } from '../core/ids.ts'

/** What nobody should send where something else is expected. */
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
