import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallDetail } from '@parley/protocol/call'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { mailLink, phoneLink } from '../../people/contact-links.ts'
import { displayName } from '../../people/customer-labels.ts'
import { MemberBadge } from '../../people/member-badge.tsx'
import { rowsOf } from '../../queries/conversation-rows.ts'
import { customerConversationsQuery, customerQuery } from '../../queries/customer-queries.ts'
import { providersQuery } from '../../queries/organization-queries.ts'
import { clockDuration } from '../../time/clock-duration.ts'
import { dateText, momentText } from '../../time/times.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './call-details.module.css'

/** Participants, contact details, times and durations of a call. */
export function CallFacts({ call }: { call: CallDetail }) {
  const t = useTexts()
  const texts = t.calls.sheet
  const locale = useLocale()
  const { organization } = useMembership()
  const { data: providers } = useQuery(providersQuery(organization.id))
  const widget = providers?.find(({ id }) => id === call.provider_id)?.name
  const moment = (at: string | null) => (at === null ? null : momentText(at, locale, 'second'))
  const seconds = (value: number | null) => (value === null ? null : clockDuration(value, locale))
  return (
    <dl className={classes.facts}>
      <Fact name={texts.customer}>
        <Link
          className={classes.link}
          to="/o/$organizationId/customers/$customerId"
          params={{ organizationId: organization.id, customerId: call.customer.id }}
        >
          <bdi>{displayName(t.inbox.customers, call.customer)}</bdi>
        </Link>
        <MemberBadge of={call.customer.auth_provider} />
      </Fact>
      <ContactFacts customerId={call.customer.id} />
      <Fact name={texts.agent}>{call.agent === null ? null : <bdi>{call.agent.name}</bdi>}</Fact>
      <Fact name={texts.kind}>{call.video ? texts.video : texts.voice}</Fact>
      <Fact name={texts.began}>{moment(call.created_at)}</Fact>
      <Fact name={texts.answered}>{moment(call.answered_at)}</Fact>
      <Fact name={texts.ended}>{moment(call.ended_at)}</Fact>
      <Fact name={texts.waited}>{seconds(call.hold_duration)}</Fact>
      <Fact name={texts.talked}>{seconds(call.talk_duration)}</Fact>
      <Fact name={t.transfers.record.held}>
        {call.held_duration === 0 ? null : seconds(call.held_duration)}
      </Fact>
      <Fact name={texts.widget}>{widget}</Fact>
      <Fact name={texts.id}>
        <code dir="ltr">{call.id}</code>
        <CopyButton value={call.id} label={texts.copyId} />
      </Fact>
    </dl>
  )
}

/** Contact details and the customer's open or latest conversation. */
function ContactFacts({ customerId }: { customerId: string }) {
  const t = useTexts()
  const texts = t.calls.sheet
  const { pane, conversations } = t.inbox.customers
  const locale = useLocale()
  const { organization } = useMembership()
  const { data: customer } = useQuery(customerQuery(organization.id, customerId))
  const { data } = useInfiniteQuery(customerConversationsQuery(organization.id, customerId))
  const last = data === undefined ? undefined : (rowsOf(data)[0] ?? null)
  const { email = null, phone = null } = customer ?? {}
  return (
    <>
      <Fact name={pane.email}>{email === null ? null : <Outward to={mailLink(email)} text={email} />}</Fact>
      <Fact name={pane.phone}>{phone === null ? null : <Outward to={phoneLink(phone)} text={phone} />}</Fact>
      <Fact name={texts.conversation}>
        {last === undefined ? null : last === null ? (
          <span className={classes.soft}>{conversations.noneYet}</span>
        ) : (
          <Link
            className={classes.link}
            to="/o/$organizationId/inbox/$view/$conversationId"
            params={{ organizationId: organization.id, view: last.status, conversationId: last.id }}
          >
            {last.status === 'open'
              ? texts.openConversation
              : texts.lastConversation(dateText(last.started_at, locale))}
          </Link>
        )}
      </Fact>
    </>
  )
}

const Outward = ({ to, text }: { to: string; text: string }) => (
  <a className={classes.link} href={to}>
    <bdi dir="ltr">{text}</bdi>
  </a>
)

/** Renders nothing without a value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined) return null
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
