import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallDetail } from '@parley/protocol/call'
import { useMembership } from '../../membership.tsx'
import { providersQuery } from '../../organization-queries.ts'
import { momentText } from '../../times.ts'
import { clockDuration } from '../../ui/clock-duration.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useLocale } from '../../use-locale.ts'
import { useWords } from '../../words.tsx'
import { calledName } from '../customers/customer-labels.ts'
import { MemberMark } from '../customers/member-mark.tsx'
import { CallNote } from './call-note.tsx'
import { CallOffers } from './call-offers.tsx'
import { CallOutcome, reasonText } from './call-outcome.tsx'
import { CallQualityTable } from './call-quality-table.tsx'
import { CallRecordings } from './call-recordings.tsx'
import classes from './call-story.module.css'

/** How it went, who was in it, where it rang, how it sounded, and what was kept. */
export function CallStory({ call, reload }: { call: CallDetail; reload: () => void }) {
  const words = useWords()
  const texts = words.calls.sheet
  const over = call.status !== null
  return (
    <>
      <output className={classes.top}>
        {call.status === null ? (
          <strong>{texts.live}</strong>
        ) : (
          <>
            <CallOutcome status={call.status} />
            <span className={classes.sentence}>{reasonText(words.calls, call)}</span>
          </>
        )}
      </output>
      <Facts call={call} />
      {over ? (
        <Part title={texts.recordings}>
          <CallRecordings call={call} reload={reload} />
        </Part>
      ) : null}
      <Part title={texts.note}>
        <CallNote key={call.id} callId={call.id} note={call.note} rows={3} />
      </Part>
      <Part title={texts.offers}>
        <CallOffers offers={call.offers} />
      </Part>
      {call.answered_at === null ? null : (
        <Part title={texts.quality}>
          <CallQualityTable quality={call.quality} />
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  )
}

function Facts({ call }: { call: CallDetail }) {
  const words = useWords()
  const texts = words.calls.sheet
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
          <bdi>{calledName(words.inbox.customers, call.customer)}</bdi>
        </Link>
        <MemberMark of={call.customer.auth_provider} />
      </Fact>
      <Fact name={texts.agent}>{call.agent === null ? null : <bdi>{call.agent.name}</bdi>}</Fact>
      <Fact name={texts.kind}>{call.video ? texts.video : texts.voice}</Fact>
      <Fact name={texts.began}>{moment(call.created_at)}</Fact>
      <Fact name={texts.answered}>{moment(call.answered_at)}</Fact>
      <Fact name={texts.ended}>{moment(call.ended_at)}</Fact>
      <Fact name={texts.waited}>{seconds(call.hold_duration)}</Fact>
      <Fact name={texts.talked}>{seconds(call.talk_duration)}</Fact>
      <Fact name={texts.widget}>{widget}</Fact>
      <Fact name={texts.id}>
        <code dir="ltr">{call.id}</code>
        <CopyButton value={call.id} label={texts.copyId} />
      </Fact>
    </dl>
  )
}

/** Left out where there is nothing to say. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined) return null
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
