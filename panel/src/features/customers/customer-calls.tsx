import { Anchor } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Call } from '@parley/protocol/call'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useHasCalls } from '../../queries/call-modes.ts'
import { callHistoryQuery } from '../../queries/call-queries.ts'
import { clockDuration } from '../../time/clock-duration.ts'
import { dateText, exactTime } from '../../time/times.ts'
import { CallOutcome } from '../../ui/call-outcome.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import list from './customer-conversations.module.css'
import pane from './customer-pane.module.css'

/** Calls listed in the pane; the calls page has all of them. */
const maxShown = 5

/** A customer's latest calls. A click opens one in this customer's history. */
export function CustomerCalls({
  organizationId,
  customerId,
}: {
  organizationId: string
  customerId: string
}) {
  const texts = useTexts().calls.customer
  const has = useHasCalls()
  const query = useInfiniteQuery(callHistoryQuery(organizationId, { customer_id: customerId }, maxShown))
  const calls = query.data?.pages[0]?.data
  if (!has && (calls === undefined || calls.length === 0)) return null
  return (
    <section className={pane.section} aria-label={texts.title}>
      <div className={pane.title}>
        <h3>{texts.title}</h3>
        {query.hasNextPage ? (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                to="/o/$organizationId/calls"
                params={{ organizationId }}
                search={{ customer_id: customerId }}
                {...props}
              />
            )}
          >
            {texts.all}
          </Anchor>
        ) : null}
      </div>
      {calls === undefined ? (
        query.isError ? (
          <LoadError error={query.error} retry={() => void query.refetch()} />
        ) : (
          <RowSkeletons count={2} />
        )
      ) : calls.length === 0 ? (
        <p className={pane.note}>{texts.none}</p>
      ) : (
        <ul className={list.list}>
          {calls.map((call) => (
            <li key={call.id}>
              <Link
                className={list.row}
                to="/o/$organizationId/calls/$callId"
                params={{ organizationId, callId: call.id }}
                search={{ customer_id: customerId }}
              >
                <CallFacts call={call} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function CallFacts({ call }: { call: Call }) {
  const texts = useTexts().inbox.customers.conversations
  const locale = useLocale()
  const facts = [
    call.agent === null ? texts.nobody : texts.by(call.agent.name),
    ...(call.talk_duration === null ? [] : [clockDuration(call.talk_duration, locale)]),
  ]
  return (
    <>
      <span className={list.top}>
        <time dateTime={call.created_at} title={exactTime(call.created_at, locale)}>
          {dateText(call.created_at, locale)}
        </time>
        {call.status === null ? null : <CallOutcome status={call.status} />}
      </span>
      <span className={list.facts}>{facts.join(' · ')}</span>
    </>
  )
}
