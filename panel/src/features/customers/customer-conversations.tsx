import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Conversation } from '@parley/protocol/conversation'
import { dateText, durationText, exactTime } from '../../time/times.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/i18n.tsx'
import classes from './customer-conversations.module.css'
import pane from './customer-pane.module.css'
import { customerConversationsQuery } from '../../queries/customer-queries.ts'

interface CustomerConversationsProps {
  organizationId: string
  customerId: string
  /** The one that is open beside the list, if any. */
  current: string | null
  view: string
}

/** All of a customer's conversations, newest first; a click opens one. */
export function CustomerConversations(props: CustomerConversationsProps) {
  const { organizationId, customerId, current, view } = props
  const words = useWords().inbox.customers.conversations
  const list = useInfiniteQuery(customerConversationsQuery(organizationId, customerId))
  const rows = list.data?.pages.flatMap(({ data }) => data)

  return (
    <section className={pane.section} aria-label={words.title}>
      <div className={pane.title}>
        <h3>{words.title}</h3>
      </div>
      {rows === undefined ? (
        list.isError ? (
          <LoadError error={list.error} retry={() => void list.refetch()} />
        ) : (
          <RowSkeletons count={2} />
        )
      ) : rows.length === 0 ? (
        <p className={pane.note}>{words.noneYet}</p>
      ) : (
        <ul className={classes.list}>
          {rows.map((row) => (
            <li key={row.id}>
              <Link
                to="/o/$organizationId/inbox/$view/$conversationId"
                params={{ organizationId, view, conversationId: row.id }}
                className={classes.row}
                aria-current={row.id === current ? 'true' : undefined}
              >
                <ConversationLine row={row} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </section>
  )
}

function ConversationLine({ row }: { row: Conversation }) {
  const words = useWords().inbox.customers.conversations
  const locale = useLocale()
  const facts = [
    row.agent === null ? words.nobody : words.by(row.agent.name),
    ...(row.duration === null ? [] : [durationText(row.duration, locale)]),
  ]
  return (
    <>
      <span className={classes.top}>
        <time dateTime={row.started_at} title={exactTime(row.started_at, locale)}>
          {dateText(row.started_at, locale)}
        </time>
        {row.status === 'open' && <span className={classes.open}>{words.open}</span>}
      </span>
      <span className={classes.facts}>{facts.join(' · ')}</span>
    </>
  )
}
