import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Customer, CustomerInput } from '@parley/protocol/customer'
import { customerListsKey, customerQuery, saveCustomer } from './customer-queries.ts'
import { organizationKey } from './organization-queries.ts'

/** Saves a customer and updates all cached copies. */
export function useSaveCustomer(organizationId: string, customerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: CustomerInput) => saveCustomer(organizationId, customerId, input),
    onSuccess: (customer: Customer) => {
      queryClient.setQueryData(customerQuery(organizationId, customerId).queryKey, customer)
      void queryClient.invalidateQueries({ queryKey: customerListsKey(organizationId) })
      // Inbox rows contain the customer's name and block state.
      for (const part of ['conversation', 'inbox']) {
        void queryClient.invalidateQueries({ queryKey: [...organizationKey(organizationId), part] })
      }
    },
  })
}
