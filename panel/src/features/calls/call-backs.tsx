import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CallBackRequest } from '@parley/protocol/call-back'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import { MemberBadge } from '../../people/member-badge.tsx'
import { callBacksQuery, markCallBackDone } from '../../queries/call-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './calls-page.module.css'

/** Open call-back requests, oldest first. Hidden while there are none. */
export function CallBacks() {
  const texts = useTexts().calls.callBacks
  const { organization } = useMembership()
  const { data: requests = [], ...query } = useQuery(callBacksQuery(organization.id))
  const queryClient = useQueryClient()
  const marking = useMutation({
    mutationFn: (id: string) => markCallBackDone(organization.id, id),
    onSuccess: () => queryClient.invalidateQueries(callBacksQuery(organization.id)),
  })
  if (query.isLoadingError) return <LoadError error={query.error} retry={() => void query.refetch()} />
  if (requests.length === 0) return null
  return (
    <section className={classes.callBacks} aria-label={texts.title}>
      <div className={classes.title}>
        <h2>{texts.title}</h2>
        <output className={classes.waiting}>{texts.count(requests.length)}</output>
      </div>
      <ProblemNote error={marking.error} />
      <ul className={classes.rows} aria-label={texts.title}>
        {requests.map((request) => (
          <li key={request.id} className={classes.row}>
            <Requester request={request} />
            <CallBackLink request={request} />
            <Button
              size="xs"
              variant="default"
              loading={marking.isPending && marking.variables === request.id}
              onClick={() => marking.mutate(request.id)}
            >
              {texts.done}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Requester({ request: { customer, created_at: at } }: { request: CallBackRequest }) {
  const t = useTexts()
  return (
    <>
      <Avatar
        id={customer.id}
        name={customer.name}
        avatarUrl={customer.avatar_url}
        online={customer.online}
      />
      <span className={classes.body}>
        <span className={classes.name}>
          <bdi>{displayName(t.inbox.customers, customer)}</bdi> <MemberBadge of={customer.auth_provider} />
        </span>
        <RelativeTime className={classes.time} at={at} />
      </span>
    </>
  )
}

/** Links to the open conversation, or to the customer if there is none. */
function CallBackLink({ request }: { request: CallBackRequest }) {
  const texts = useTexts().calls.callBacks
  const { organization } = useMembership()
  const { conversation_id: conversationId, customer } = request
  return (
    <Button
      size="xs"
      renderRoot={(props) =>
        conversationId === null ? (
          <Link
            to="/o/$organizationId/customers/$customerId"
            params={{ organizationId: organization.id, customerId: customer.id }}
            {...props}
          />
        ) : (
          <Link
            to="/o/$organizationId/inbox/$view/$conversationId"
            params={{ organizationId: organization.id, view: 'open', conversationId }}
            {...props}
          />
        )
      }
    >
      {texts.callBack}
    </Button>
  )
}
