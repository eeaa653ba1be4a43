import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StatisticsPeriod, Webhook, WebhookStatistics } from '@parley/protocol/webhook'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { CodeView } from '../../ui/code-view.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import classes from './attempt-statistics.module.css'
import { webhookStatisticsQuery } from './webhook-queries.ts'

/** The chart library is larger than the rest of the page. */
const loadCharts = () => import('./attempt-charts.tsx')

/** Attempts and response times of one webhook. */
export function AttemptStatistics({ webhook }: { webhook: Webhook }) {
  const texts = useTexts().webhooks.statistics
  const { organization } = useMembership()
  const [period, setPeriod] = useState<StatisticsPeriod>('24h')
  const query = useQuery(webhookStatisticsQuery(organization.id, webhook.id, period))
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={texts.period}
          value={period}
          onChange={setPeriod}
          data={[
            { value: '24h', label: texts.periods['24h'] },
            { value: '14d', label: texts.periods['14d'] },
          ]}
        />
      }
    >
      <QueryView query={query} skeleton={<Skeleton height={240} />}>
        {(statistics) =>
          statistics.delivered + statistics.failed === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.none}
            </Text>
          ) : (
            <>
              <Figures statistics={statistics} />
              <CodeView name="attempt-charts" load={loadCharts} skeleton={<Skeleton height={240} />}>
                {({ AttemptCharts }) => <AttemptCharts statistics={statistics} />}
              </CodeView>
            </>
          )
        }
      </QueryView>
    </Section>
  )
}

function Figures({ statistics }: { statistics: WebhookStatistics }) {
  const texts = useTexts().webhooks.statistics
  const locale = useLocale()
  const { delivered, failed, median_ms: median, p95_ms: p95 } = statistics
  const number = new Intl.NumberFormat(locale)
  const time = (ms: number | null) => (ms === null ? '–' : `${number.format(ms)} ms`)
  return (
    <dl className={classes.figures}>
      <Figure name={texts.delivered} value={number.format(delivered)} />
      <Figure name={texts.failed} value={number.format(failed)} />
      <Figure name={texts.median} value={time(median)} />
      <Figure name={texts.p95} value={time(p95)} />
    </dl>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
