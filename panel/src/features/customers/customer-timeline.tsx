import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerTimelineKind } from '@parley/protocol/customer-timeline'
import { useTexts } from '../../i18n/i18n.tsx'
import { customerTimelineQuery } from '../../queries/customer-timeline-queries.ts'
import pane from './customer-pane.module.css'
import classes from './customer-timeline.module.css'
import { PagedList } from './paged-list.tsx'
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
      <PagedList
        list={list}
        skeletons={4}
        empty={kind === null ? texts.empty : texts.emptyOfKind}
        more={texts.more}
        className={classes.list}
      >
        {(item) => (
          <TimelineItem item={item} organizationId={organizationId} customerId={customerId} view={view} />
        )}
      </PagedList>
    </section>
  )
}
