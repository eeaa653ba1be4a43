import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'

/** @param onSignedOut called when a request fails with `unauthenticated` */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiProblem && error.code === 'unauthenticated') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The socket announces changes; this is for everything else.
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
      // Mutations fail immediately while offline instead of running later.
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

const isTransient = (error: Error) =>
  error instanceof ApiProblem &&
  (error.code === 'network' || error.code === 'unavailable' || error.status >= 500)
