import { notifications } from '@mantine/notifications'
import { problemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { useSaveCustomer } from '../queries/use-save-customer.ts'

/** Blocks and unblocks a customer and shows the result. */
export function useBlocking(organizationId: string, customerId: string) {
  const t = useTexts()
  const texts = t.inbox.customers.block
  const save = useSaveCustomer(organizationId, customerId)
  return {
    busy: save.isPending,
    /** @param name display name of the customer */
    async set(blocked: boolean, name: string, onDone?: () => void) {
      // Continues after the page was left, unlike the callbacks of `mutate`.
      try {
        await save.mutateAsync({ is_blocked: blocked })
        notifications.show({ message: blocked ? texts.done(name) : texts.undone(name) })
        onDone?.()
      } catch (error) {
        const title = blocked ? texts.question(name) : `${texts.unblock}: ${name}`
        notifications.show({ color: 'red', title, message: problemText(t, error) })
      }
    },
  }
}
