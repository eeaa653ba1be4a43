import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api-problem.ts'

/** @param onSignedOut called when any request is answered with `unauthenticated`: the session has ended */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiProblem && error.code === 'unauthenticated') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The socket says when something changed; this is for what it cannot tell.
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
      },
      // A click while offline fails at once and visibly, it is not done some time later.
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

const isTransient = (error: Error) =>
  error instanceof ApiProblem &&
  (error.code === 'network' || error.code === 'unavailable' || error.status >= 500)
