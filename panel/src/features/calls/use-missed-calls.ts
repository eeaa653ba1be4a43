import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { missedCallsQuery, markMissedCallsSeen } from '../../queries/call-queries.ts'

/** How many calls nobody answered since this agent last looked at them, in whichever window. */
export function useMissedCalls(): number {
  const { organization } = useMembership()
  return useQuery(missedCallsQuery(organization.id)).data?.count ?? 0
}

/** To be used where calls are listed: what was missed is seen as soon as a person can have looked. */
export function useMarkMissedCallsSeen(): void {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const count = useMissedCalls()
  useEffect(() => {
    if (count === 0) return undefined
    const { queryKey } = missedCallsQuery(organization.id)
    const see = () => {
      if (document.visibilityState !== 'visible') return
      // Where the service did not hear it the number comes back, and goes with the next look.
      void markMissedCallsSeen(organization.id)
        .then(() => queryClient.setQueryData(queryKey, { count: 0 }))
        .catch(() => {})
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [queryClient, organization.id, count])
}
