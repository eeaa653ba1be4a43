import { queryOptions } from '@tanstack/react-query'

/** Whether this installation serves the demo shop at `/shop`. */
export const demoShopQuery = queryOptions({
  queryKey: ['demo-shop'],
  queryFn: async ({ signal }) => (await fetch('/shop', { method: 'HEAD', signal })).ok,
  staleTime: Infinity,
  retry: false,
})
