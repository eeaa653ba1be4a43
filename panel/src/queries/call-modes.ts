import { useQuery } from '@tanstack/react-query'
import { useMembership } from '../context/membership.tsx'
import { providersQuery } from './organization-queries.ts'

/** Whether calls are off in every widget. False while loading. */
export function useCallsAreOff(): boolean {
  const { organization } = useMembership()
  const { data } = useQuery(providersQuery(organization.id))
  return data?.every(({ calls }) => calls.mode === 'off') === true
}

/** Whether any widget has calls. False while loading, so that call features appear and never disappear. */
export function useHasCalls(): boolean {
  const { organization } = useMembership()
  const { data } = useQuery(providersQuery(organization.id))
  return data?.some(({ calls }) => calls.mode !== 'off') === true
}
