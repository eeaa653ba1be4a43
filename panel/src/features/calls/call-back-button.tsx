import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Call } from '@parley/protocol/call'
import type { Conversation } from '@parley/protocol/conversation'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import { rowsOf } from '../../queries/conversation-rows.ts'
import { customerConversationsQuery } from '../../queries/customer-queries.ts'
import classes from './call-table.module.css'

/** Opens the caller's latest conversation, or the customer if there is none (docs/decisions/call-back.md). */
export function CallBackButton({ call: { customer } }: { call: Call }) {
  const t = useTexts()
  const text = t.calls.callBacks.callBack
  const router = useRouter()
  const queryClient = useQueryClient()
  const { organization } = useMembership()
  const organizationId = organization.id
  const latest = useMutation({
    async mutationFn() {
      const query = { ...customerConversationsQuery(organizationId, customer.id), staleTime: 0 }
      const conversations = await queryClient.fetchInfiniteQuery(query).catch(() => null)
      return conversations === null ? undefined : rowsOf(conversations)[0]
    },
  })
  const open = (conversation: Conversation | undefined) => {
    if (conversation === undefined)
      return router.navigate({
        to: '/o/$organizationId/customers/$customerId',
        params: { organizationId, customerId: customer.id },
      })
    return router.navigate({
      to: '/o/$organizationId/inbox/$view/$conversationId',
      params: { organizationId, view: conversation.status, conversationId: conversation.id },
    })
  }
  return (
    <Button
      className={classes.callBack}
      size="compact-xs"
      variant="default"
      loading={latest.isPending}
      aria-label={`${text}: ${displayName(t.inbox.customers, customer)}`}
      onClick={() => {
        const { href } = router.latestLocation
        latest.mutate(undefined, {
          onSuccess(found) {
            // Unless the agent has opened something else meanwhile, for example a call beside the table.
            if (router.latestLocation.href === href) void open(found)
          },
        })
      }}
    >
      {text}
    </Button>
  )
}
