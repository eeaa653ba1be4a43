import { useQuery } from '@tanstack/react-query'
import { useMembership } from '../context/membership.tsx'
import { providersQuery } from './organization-queries.ts'

/** Whether no widget of the organization has calls. False while it is not known. */
export function useCallsAreOff(): boolean {
  const { organization } = useMembership()
  const { data } = useQuery(providersQuery(organization.id))
  return data?.every(({ calls }) => calls.mode === 'off') === true
}

/** Whether some widget has calls. False while it is not known: what is about calls then comes, and does not go. */
export function useHasCalls(): boolean {
  const { organization } = useMembership()
  const { data } = useQuery(providersQuery(organization.id))
  return data?.some(({ calls }) => calls.mode !== 'off') === true
}
