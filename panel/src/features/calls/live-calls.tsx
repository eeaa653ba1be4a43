import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Call } from '@parley/protocol/call'
import type { Messages } from '../../messages/en.ts'
import { isAdmin, useMembership } from '../../context/membership.tsx'
import { Face } from '../../ui/face.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useWords } from '../../i18n/i18n.tsx'
import { calledName } from '../../people/customer-labels.ts'
import { MemberMark } from '../../people/member-mark.tsx'
import { useCallsAreOff } from '../../queries/call-modes.ts'
import { liveCallsQuery } from '../../queries/call-queries.ts'
import type { CallSearch } from '../../queries/call-search.ts'
import classes from './calls-page.module.css'
import { Ticking } from './ticking.tsx'

/** Everybody who waits, whom it rings at, and who talks. */
export function LiveCalls(props: { search: CallSearch; current: string | undefined }) {
  const texts = useWords().calls.now
  const { organization } = useMembership()
  const query = useQuery(liveCallsQuery(organization.id))
  const waiting = query.data?.filter(({ phase }) => phase === 'pending').length ?? 0
  return (
    <section className={classes.card} aria-label={texts.queue}>
      <div className={classes.title}>
        <h2>{texts.queue}</h2>
        <output className={classes.waiting}>{waiting > 0 ? texts.waiting(waiting) : null}</output>
      </div>
      <QueryView
        query={query}
        skeleton={
          <div className={classes.skeleton}>
            <RowSkeletons count={2} />
          </div>
        }
      >
        {(calls) =>
          calls.length === 0 ? (
            <Quiet />
          ) : (
            <ul className={classes.rows} aria-label={texts.queue}>
              {calls.map((call) => (
                <li key={call.id}>
                  <LiveRow call={call} place={placeOf(call, calls)} {...props} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  )
}

function Quiet() {
  const texts = useWords().calls.now
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

function LiveRow(props: { call: Call; place: number; search: CallSearch; current: string | undefined }) {
  const words = useWords()
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
      <Face
        id={call.customer.id}
        name={call.customer.name}
        avatarUrl={call.customer.avatar_url}
        online={call.customer.online}
      />
      <span className={classes.words}>
        <span className={classes.name}>
          <bdi>{calledName(words.inbox.customers, call.customer)}</bdi>{' '}
          <MemberMark of={call.customer.auth_provider} />
        </span>
        <span className={classes.state} data-phase={call.phase}>
          {phaseText(words.calls.now, call, props.place)}
        </span>
      </span>
      <Ticking className={classes.time} at={call.answered_at ?? call.created_at} />
    </Link>
  )
}

function phaseText(texts: Messages['calls']['now'], call: Call, place: number): string {
  const agent = call.agent?.name
  if (call.phase === 'pending') return texts.pending(place)
  if (agent === undefined) return texts.ringingNobody
  if (call.phase === 'ringing') return texts.ringing(agent)
  return call.phase === 'connecting' ? texts.connecting(agent) : texts.active(agent)
}

/** The place among those of the same widget that wait, 1 is next. */
const placeOf = (call: Call, calls: readonly Call[]) =>
  calls
    .filter(({ phase, provider_id }) => phase === 'pending' && provider_id === call.provider_id)
    .indexOf(call) + 1
