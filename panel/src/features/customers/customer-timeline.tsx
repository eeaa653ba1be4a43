import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerTimelineKind } from '@parley/protocol/customer-timeline'
import { useTexts } from '../../i18n/i18n.tsx'
import { customerTimelineQuery } from '../../queries/customer-timeline-queries.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import pane from './customer-pane.module.css'
import classes from './customer-timeline.module.css'
import { TimelineItem } from './timeline-item.tsx'

interface CustomerTimelineProps {
  organizationId: string
  customerId: string
  /** Inbox view for links to conversations. */
  view: string
}

/** Everything that happened with a customer, newest first, all or of one kind. */
export function CustomerTimeline({ organizationId, customerId, view }: CustomerTimelineProps) {
  const texts = useTexts().inbox.timeline
  const [kind, setKind] = useState<CustomerTimelineKind | null>(null)
  const list = useInfiniteQuery(customerTimelineQuery(organizationId, customerId, kind))
  const items = list.data?.pages.flatMap(({ data }) => data)
  const choices: [CustomerTimelineKind | null, string][] = [
    [null, texts.all],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the texts have exactly the kinds
    ...(Object.entries(texts.kinds) as [CustomerTimelineKind, string][]),
  ]

  return (
    <section className={pane.section} aria-label={texts.title}>
      <div className={pane.title}>
        <h3>{texts.title}</h3>
      </div>
      <div className={classes.filter} role="group" aria-label={texts.filter}>
        {choices.map(([value, label]) => (
          <Button
            key={label}
            size="compact-sm"
            radius="xl"
            variant={value === kind ? 'light' : 'default'}
            aria-pressed={value === kind}
            onClick={() => setKind(value)}
          >
            {label}
          </Button>
        ))}
      </div>
      {items === undefined ? (
        list.isError ? (
          <LoadError error={list.error} retry={() => void list.refetch()} />
        ) : (
          <RowSkeletons count={4} />
        )
      ) : items.length === 0 ? (
        <p className={pane.note}>{kind === null ? texts.empty : texts.emptyOfKind}</p>
      ) : (
        <ul className={classes.list}>
          {items.map((item) => (
            <li key={item.id}>
              <TimelineItem item={item} organizationId={organizationId} customerId={customerId} view={view} />
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
          {texts.more}
        </Button>
      )}
    </section>
  )
}
