/** Fixed by default: a change must not fail because of other random steps. `PARLEY_FUZZ_SEED=random` tries new ones. */
export const fuzzSeed = readSeed(process.env['PARLEY_FUZZ_SEED'])

function readSeed(setting = '20261127'): number {
  return setting === 'random' ? Date.now() % 1_000_000 : Number(setting)
}
