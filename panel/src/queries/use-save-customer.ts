import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Customer, CustomerInput } from '@parley/protocol/customer'
import { customerListsKey, customerQuery, saveCustomer } from './customer-queries.ts'
import { organizationKey } from './organization-queries.ts'

/** Saves a change of a customer and shows the answer wherever that customer stands. */
export function useSaveCustomer(organizationId: string, customerId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: CustomerInput) => saveCustomer(organizationId, customerId, input),
    onSuccess: (customer: Customer) => {
      queryClient.setQueryData(customerQuery(organizationId, customerId).queryKey, customer)
      void queryClient.invalidateQueries({ queryKey: customerListsKey(organizationId) })
      // Rows carry name and block state of their customer.
      for (const part of ['conversation', 'inbox']) {
        void queryClient.invalidateQueries({ queryKey: [...organizationKey(organizationId), part] })
      }
    },
  })
}
