import { Anchor, Button, Group, NativeSelect, Text, Tooltip } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DeliveryType, Webhook } from '@parley/protocol/webhook'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useNow } from '../../time/use-now.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { deliveryTypes } from '../deliveries/delivery-search.ts'
import { DeliveryStateBadge } from '../deliveries/delivery-state-badge.tsx'
import { storyOf } from '../deliveries/delivery-story.ts'
import { DeliveryStrip } from '../deliveries/delivery-strip.tsx'
import { DeliveryTable } from '../deliveries/delivery-table.tsx'
import classes from './recent-deliveries.module.css'
import { recentDeliveriesQuery, useTestDelivery, useTestWebhook } from './webhook-queries.ts'

/** Rows of the list; the chart shows all recent deliveries. */
const listCount = 5

export function RecentDeliveries({ webhook }: { webhook: Webhook }) {
  const t = useTexts()
  const texts = t.webhooks
  const { organization } = useMembership()
  const search = { webhook_id: webhook.id }
  const query = useInfiniteQuery(recentDeliveriesQuery(organization.id, webhook.id))
  const test = useTestWebhook(webhook.id)
  const [type, setType] = useState<DeliveryType>('webhook.test')
  const [sent, setSent] = useState<string | null>(null)
  return (
    <Section
      title={texts.deliveries}
      lead={texts.deliveriesLead}
      actions={
        <Group gap="xs">
          <NativeSelect
            aria-label={texts.testEvent}
            value={type}
            onChange={(event) =>
              setType(deliveryTypes.find((each) => each === event.currentTarget.value) ?? 'webhook.test')
            }
            data={['webhook.test', ...deliveryTypes.filter((each) => each !== 'webhook.test')]}
          />
          <Tooltip label={texts.testOff} disabled={webhook.active}>
            <Button
              variant="default"
              leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
              loading={test.isPending}
              disabled={!webhook.active}
              onClick={() => test.mutate(type, { onSuccess: ({ id }) => setSent(id) })}
            >
              {texts.test}
            </Button>
          </Tooltip>
        </Group>
      }
    >
      {type === 'webhook.test' ? null : (
        <Text size="sm" c="dimmed" maw="62ch" mb="sm">
          {texts.testSample}
        </Text>
      )}
      <ProblemNote error={test.error} />
      {sent === null ? null : <TestOutcome key={sent} webhookId={webhook.id} deliveryId={sent} />}
      <QueryView query={query} skeleton={<RowSkeletons count={3} />}>
        {({ pages }) => {
          const deliveries = pages.flatMap(({ data }) => data)
          if (deliveries.length === 0) {
            return (
              <Text size="sm" c="dimmed">
                {texts.noDeliveries}
              </Text>
            )
          }
          return (
            <>
              {deliveries.length > listCount ? <DeliveryStrip deliveries={deliveries} /> : null}
              <DeliveryTable deliveries={deliveries.slice(0, listCount)} search={search} oneWebhook />
              <Group mt="sm">
                <Anchor
                  size="sm"
                  renderRoot={(props) => (
                    <Link
                      to="/o/$organizationId/settings/deliveries"
                      params={{ organizationId: organization.id }}
                      search={search}
                      {...props}
                    />
                  )}
                >
                  {texts.allDeliveries}
                </Anchor>
              </Group>
            </>
          )
        }}
      </QueryView>
    </Section>
  )
}

/** Live result of a test event. */
function TestOutcome({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const t = useTexts()
  const texts = t.webhooks
  const { organization } = useMembership()
  const data = useTestDelivery(webhookId, deliveryId)
  const state = data?.state ?? 'sending'
  const now = useNow()
  return (
    <div className={classes.outcome}>
      <output>
        <span className={classes.name}>{texts.testTitle}:</span> <DeliveryStateBadge state={state} />
        {data?.last_status == null ? null : ` · ${t.deliveries.outcomes.bad_status(data.last_status)}`}
        {data?.state === 'waiting' ? ` · ${t.deliveries.story[storyOf(data, now)]}` : null}
      </output>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/o/$organizationId/settings/deliveries/$deliveryId"
            params={{ organizationId: organization.id, deliveryId }}
            search={data === undefined ? {} : { webhook_id: data.webhook_id }}
            {...props}
          />
        )}
      >
        {texts.testDetails}
      </Anchor>
    </div>
  )
}
