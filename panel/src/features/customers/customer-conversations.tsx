import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Conversation } from '@parley/protocol/conversation'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { customerConversationsQuery } from '../../queries/customer-queries.ts'
import { dateText, durationText, exactTime } from '../../time/times.ts'
import classes from './customer-conversations.module.css'
import pane from './customer-pane.module.css'
import { PagedList } from './paged-list.tsx'

interface CustomerConversationsProps {
  organizationId: string
  customerId: string
  /** The open conversation. */
  current: string
  view: string
}

/** A customer's conversations, newest first. */
export function CustomerConversations(props: CustomerConversationsProps) {
  const { organizationId, customerId, current, view } = props
  const texts = useTexts().inbox.customers.conversations
  const list = useInfiniteQuery(customerConversationsQuery(organizationId, customerId))

  return (
    <section className={pane.section} aria-label={texts.title}>
      <div className={pane.title}>
        <h3>{texts.title}</h3>
      </div>
      <PagedList list={list} skeletons={2} empty={texts.noneYet} more={texts.more} className={classes.list}>
        {(row) => (
          <Link
            to="/o/$organizationId/inbox/$view/$conversationId"
            params={{ organizationId, view, conversationId: row.id }}
            className={classes.row}
            aria-current={row.id === current ? 'true' : undefined}
          >
            <ConversationLine row={row} />
          </Link>
        )}
      </PagedList>
    </section>
  )
}

function ConversationLine({ row }: { row: Conversation }) {
  const texts = useTexts().inbox.customers.conversations
  const locale = useLocale()
  const facts = [
    row.agent === null ? texts.nobody : texts.by(row.agent.name),
    ...(row.duration === null ? [] : [durationText(row.duration, locale)]),
  ]
  return (
    <>
      <span className={classes.top}>
        <time dateTime={row.started_at} title={exactTime(row.started_at, locale)}>
          {dateText(row.started_at, locale)}
        </time>
        {row.status === 'open' && <span className={classes.open}>{texts.open}</span>}
      </span>
      <span className={classes.facts}>{facts.join(' · ')}</span>
    </>
  )
}
