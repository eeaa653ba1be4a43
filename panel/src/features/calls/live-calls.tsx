import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Call } from '@parley/protocol/call'
import { isAdmin, useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import { MemberBadge } from '../../people/member-badge.tsx'
import { useCallsAreOff } from '../../queries/call-modes.ts'
import { liveCallsQuery } from '../../queries/call-queries.ts'
import type { CallSearch } from '../../queries/call-search.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './calls-page.module.css'
import { ElapsedTime } from './elapsed-time.tsx'
import { phaseText, waitingFirst } from './live-call-list.ts'

/** Calls in progress: waiting calls first, because nobody handles them yet. */
export function LiveCalls(props: { search: CallSearch; current: string | undefined }) {
  const texts = useTexts().calls.now
  const { organization } = useMembership()
  const waiting = useQuery(liveCallsQuery(organization.id, 'waiting'))
  const accepted = useQuery(liveCallsQuery(organization.id, 'accepted'))
  const count = waiting.data?.length ?? 0
  const skeleton = (
    <div className={classes.skeleton}>
      <RowSkeletons count={2} />
    </div>
  )
  return (
    <section className={classes.card} aria-label={texts.queue}>
      <div className={classes.title}>
        <h2>{texts.queue}</h2>
        <output className={classes.waiting}>{count > 0 ? texts.waiting(count) : null}</output>
      </div>
      <QueryView query={waiting} skeleton={skeleton}>
        {(unaccepted) => (
          <QueryView query={accepted} skeleton={skeleton}>
            {(others) => <LiveRows calls={waitingFirst(unaccepted, others)} {...props} />}
          </QueryView>
        )}
      </QueryView>
    </section>
  )
}

function LiveRows(props: { calls: Call[]; search: CallSearch; current: string | undefined }) {
  const texts = useTexts().calls.now
  const { calls, ...rest } = props
  if (calls.length === 0) return <NoLiveCalls />
  return (
    <ul className={classes.rows} aria-label={texts.queue}>
      {calls.map((call) => (
        <li key={call.id}>
          <LiveRow call={call} {...rest} />
        </li>
      ))}
    </ul>
  )
}

function NoLiveCalls() {
  const texts = useTexts().calls.now
  const membership = useMembership()
  const off = useCallsAreOff()
  return (
    <p className={classes.none}>
      {off ? texts.off : texts.none}{' '}
      {off && isAdmin(membership) ? (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/o/$organizationId/settings/widgets"
              params={{ organizationId: membership.organization.id }}
              {...props}
            />
          )}
        >
          {texts.turnOn}
        </Anchor>
      ) : null}
    </p>
  )
}

function LiveRow(props: { call: Call; search: CallSearch; current: string | undefined }) {
  const t = useTexts()
  const { organization } = useMembership()
  const { call } = props
  return (
    <Link
      className={classes.row}
      to="/o/$organizationId/calls/$callId"
      params={{ organizationId: organization.id, callId: call.id }}
      search={props.search}
      aria-current={call.id === props.current ? 'true' : undefined}
    >
      <Avatar
        id={call.customer.id}
        name={call.customer.name}
        avatarUrl={call.customer.avatar_url}
        online={call.customer.online}
      />
      <span className={classes.body}>
        <span className={classes.name}>
          <bdi>{displayName(t.inbox.customers, call.customer)}</bdi>{' '}
          <MemberBadge of={call.customer.auth_provider} />
        </span>
        <span className={classes.state} data-phase={call.phase}>
          {phaseText(t.calls.now, call)}
        </span>
      </span>
      <ElapsedTime className={classes.time} at={call.answered_at ?? call.created_at} />
    </Link>
  )
}
