import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'

/** @param onSignedOut called when a request fails with `unauthenticated` */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isSignedOut(error)) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The socket announces changes; this is for everything else.
        staleTime: 30_000,
        retry: (failures, error) => failures < maxRetries(error),
      },
      // Mutations fail immediately while offline instead of running later.
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

function maxRetries(error: Error): number {
  // A password change replaces the session: a request sent before the new cookie has arrived is refused.
  if (isSignedOut(error)) return 1
  return isTransient(error) ? 2 : 0
}

const isSignedOut = (error: Error) => error instanceof ApiProblem && error.code === 'unauthenticated'

const isTransient = (error: Error) =>
  error instanceof ApiProblem &&
  (error.code === 'network' || error.code === 'unavailable' || error.status >= 500)
