import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { missedCallsQuery, markMissedCallsSeen } from '../../queries/call-queries.ts'

/** Missed calls since this agent last opened the list, in any window. */
export function useMissedCalls(): number {
  const { organization } = useMembership()
  return useQuery(missedCallsQuery(organization.id)).data?.count ?? 0
}

/** Marks missed calls as seen while the list is visible. */
export function useMarkMissedCallsSeen(): void {
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const count = useMissedCalls()
  useEffect(() => {
    if (count === 0) return undefined
    const { queryKey } = missedCallsQuery(organization.id)
    const see = () => {
      if (document.visibilityState !== 'visible') return
      // If the request fails the count comes back and is marked again later.
      void markMissedCallsSeen(organization.id)
        .then(() => queryClient.setQueryData(queryKey, { count: 0 }))
        .catch(() => {})
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [queryClient, organization.id, count])
}
