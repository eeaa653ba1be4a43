export type BusName = 'postgres' | 'nats'

/** The bus of a run of `npm run e2e:several`, in which visitors and agents use different processes; null in other runs. */
export function busOfRun(): BusName | null {
  const bus = process.env['PARLEY_E2E_BUS'] ?? ''
  if (bus === '') return null
  if (bus !== 'postgres' && bus !== 'nats') throw new Error('PARLEY_E2E_BUS must be postgres or nats')
  return bus
}
