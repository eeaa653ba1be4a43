import { Drawer } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reportMetrics, type ReportKind } from '@parley/protocol/report-metrics'
import type { Report, ReportItem, ReportItemsQuery } from '@parley/protocol/reports'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { displayName } from '../../people/customer-labels.ts'
import { reportItemsQuery } from '../../queries/report-queries.ts'
import { exactTime, momentText } from '../../time/times.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PageEnd } from '../../ui/page-end.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './items-sheet.module.css'
import { ReportError } from './report-state.tsx'
import { itemsQueryOf, withoutPick, type ReportSearch } from './report-search.ts'
import { valueText } from './report-values.ts'
import { usePlaceName } from './use-place-name.ts'

/** What is behind one figure, beside the report. Closed without one in the address. */
export function ItemsSheet(props: {
  kind: ReportKind
  search: ReportSearch
  today: string
  report: Report | undefined
}) {
  const texts = useTexts()
  const phone = usePhone()
  const { kind, search } = props
  const navigate = useNavigate({ from: '/o/$organizationId/reports/$report' })
  const query = itemsQueryOf(kind, search, props.today)
  // Keep the content during the closing animation.
  const [shown, setShown] = useState(query)
  if (query !== null && JSON.stringify(query) !== JSON.stringify(shown)) setShown(query)
  const place = usePlaceName(props.report, shown)
  const title = shown === null ? '' : texts.reports.metrics[shown.metric].name
  return (
    <Drawer.Root
      opened={query !== null}
      onClose={() => void navigate({ to: '.', search: withoutPick(search), resetScroll: false })}
      position="right"
      size={phone ? '100%' : 'min(560px, 92vw)'}
      padding={0}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Drawer.Header renders a banner landmark, of which a page has one. */}
        <div className={classes.head}>
          <Drawer.Title>
            {title}
            {place === '' ? null : (
              <>
                {' · '}
                <bdi>{place}</bdi>
              </>
            )}
          </Drawer.Title>
          <Drawer.CloseButton aria-label={texts.actions.close} />
        </div>
        <Drawer.Body>
          {shown === null ? null : <Items key={JSON.stringify(shown)} kind={kind} query={shown} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Items({ kind, query }: { kind: ReportKind; query: ReportItemsQuery }) {
  const texts = useTexts().reports
  const locale = useLocale()
  const { organization } = useMembership()
  const list = useInfiniteQuery(reportItemsQuery(organization.id, kind, query))
  const items = list.data?.pages.flatMap(({ data }) => data)
  const total = list.data?.pages[0]?.total ?? 0
  if (items === undefined) {
    return (
      <div className={classes.body}>
        {list.isError ? (
          <ReportError error={list.error} retry={() => void list.refetch()} />
        ) : (
          <RowSkeletons count={6} />
        )}
      </div>
    )
  }
  return (
    <div className={classes.body}>
      <p className={classes.definition}>{texts.metrics[query.metric].definition}</p>
      <output className={classes.total}>{texts.results(total, valueText(total, 'count', locale))}</output>
      <ul className={classes.rows}>
        {items.map((item) => (
          <li key={`${item.conversation_id} ${item.call_id} ${item.agent?.id} ${item.at}`}>
            <ItemRow item={item} query={query} />
          </li>
        ))}
      </ul>
      <PageEnd list={list} />
    </div>
  )
}

function ItemRow({ item, query }: { item: ReportItem; query: ReportItemsQuery }) {
  const t = useTexts()
  const locale = useLocale()
  const { organization } = useMembership()
  const name = displayName(t.inbox.customers, item.customer)
  // Names may be cut off.
  const agent = item.agent === null ? t.reports.none.agent : item.agent.name || t.reports.gone
  const facts = [momentText(item.at, locale), agent]
  const content = (
    <>
      <Avatar id={item.customer.id} name={item.customer.name} avatarUrl={null} size={32} />
      <span className={classes.words}>
        <bdi className={classes.name}>{name}</bdi>
        <span className={classes.facts} title={exactTime(item.at, locale)}>
          {facts.join(' · ')}
        </span>
      </span>
      <span className={classes.value}>{measured(item, query, locale)}</span>
    </>
  )
  const params = { organizationId: organization.id }
  if (item.call_id !== null) {
    return (
      <Link
        className={classes.row}
        to="/o/$organizationId/calls/$callId"
        params={{ ...params, callId: item.call_id }}
      >
        {content}
      </Link>
    )
  }
  if (item.conversation_id === null) return <span className={classes.row}>{content}</span>
  return (
    <Link
      className={classes.row}
      to="/o/$organizationId/inbox/$view/$conversationId"
      params={{ ...params, view: 'open', conversationId: item.conversation_id }}
    >
      {content}
    </Link>
  )
}

function measured({ seconds, score }: ReportItem, { metric }: ReportItemsQuery, locale: string): string {
  if (score !== null)
    return `${new Intl.NumberFormat(locale).format(score)} / ${new Intl.NumberFormat(locale).format(5)}`
  return seconds === null || reportMetrics[metric].kind !== 'duration'
    ? ''
    : valueText(seconds, 'duration', locale)
}
