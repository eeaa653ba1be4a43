import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DeskOffer } from '@parley/protocol/call-view'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { countryName, flagOf, languageName } from '../../people/customer-labels.ts'
import { callHistoryQuery } from '../../queries/call-queries.ts'
import { customerQuery } from '../../queries/customer-queries.ts'
import { teamsQuery } from '../../queries/team-queries.ts'
import { useServerNow } from '../../session/use-server-now.ts'
import { clockDuration } from '../../time/clock-duration.ts'
import classes from './incoming-call.module.css'

/** Previous calls are counted up to this number. */
const countedCalls = 10

/** Facts about the caller that help to answer. */
export function CallerFacts({ call, customer, team_id }: Pick<DeskOffer, 'call' | 'customer' | 'team_id'>) {
  const t = useTexts()
  const texts = t.desk.incoming
  const locale = useLocale()
  const { organization, agent_id: me } = useMembership()
  const { data: record } = useQuery(customerQuery(organization.id, customer.id))
  const { data: before } = useInfiniteQuery(
    callHistoryQuery(organization.id, { customer_id: customer.id }, countedCalls),
  )
  const { data: teams = [] } = useQuery({ ...teamsQuery(organization.id), enabled: team_id !== null })
  const team = teams.find(({ id }) => id === team_id)
  const calls = before?.pages[0]?.data.length
  const more = before?.pages[0]?.pager.next != null
  const country = countryName(customer.country_code, locale)
  const conversations = record?.conversation_count ?? 0
  const known = record !== undefined && calls !== undefined

  const facts: [key: string, ReactNode][] = [
    ['identity', t.inbox.customers.identity[customer.auth_provider ?? 'visitor']],
  ]
  if (country !== null) {
    facts.push([
      'country',
      <>
        <span aria-hidden>{flagOf(customer.country_code)}</span> {country}
      </>,
    ])
  }
  if (record !== undefined) facts.push(['language', texts.speaks(languageName(record.language, locale))])
  if (known && conversations === 0 && calls === 0) facts.push(['first', texts.first])
  if (conversations > 0) facts.push(['conversations', texts.conversations(conversations)])
  if (calls !== undefined && calls > 0) {
    facts.push(['calls', more ? texts.callsBeforeMore(calls) : texts.callsBefore(calls)])
  }
  return (
    <>
      <ul className={classes.facts}>
        {facts.map(([key, fact]) => (
          <li key={key}>{fact}</li>
        ))}
      </ul>
      <ul className={classes.facts}>
        <li>
          <Waited since={call.created_at} />
        </li>
        {team === undefined ? null : <li>{texts.forTeam(team.name)}</li>}
        {record?.private_agent_id === me ? <li className={classes.yours}>{texts.yours}</li> : null}
        {call.video ? <li>{texts.video}</li> : null}
        {call.recording.mode === 'off' || call.recording.consent === 'declined' ? null : (
          <li className={classes.recorded}>
            {call.recording.consent === 'granted' ? texts.recordedAgreed : texts.recorded}
          </li>
        )}
      </ul>
    </>
  )
}

function Waited({ since }: { since: string }) {
  const texts = useTexts().desk.incoming
  const locale = useLocale()
  const now = useServerNow()
  return texts.waitedFor(clockDuration((now - Date.parse(since)) / 1_000, locale))
}
