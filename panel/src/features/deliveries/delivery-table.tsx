import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Delivery } from '@parley/protocol/webhook'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { webhooksQuery } from '../../queries/organization-queries.ts'
import { clockTime } from '../../time/times.ts'
import record from '../../ui/record-table.module.css'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { webhookTitle } from '../../ui/webhook-url.ts'
import { NextAttempt } from './countdown.tsx'
import type { DeliverySearch } from './delivery-search.ts'
import { DeliveryStateBadge } from './delivery-state-badge.tsx'
import classes from './delivery-table.module.css'

/** A row opens its delivery. `search`: the current filters, kept when it is closed. */
export function DeliveryTable(props: {
  deliveries: readonly Delivery[]
  search: DeliverySearch
  /** All deliveries belong to one webhook. */
  oneWebhook?: boolean
  /** The open delivery. */
  current?: string | undefined
}) {
  const texts = useTexts().deliveries
  const columns = [
    texts.state,
    texts.event,
    ...(props.oneWebhook === true ? [] : [texts.webhook]),
    texts.answer,
    texts.attempts,
    texts.happened,
  ]
  return (
    <table className={record.table}>
      <VisuallyHidden component="caption">{texts.list}</VisuallyHidden>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.deliveries.map((delivery) => (
          <Row
            key={delivery.id}
            delivery={delivery}
            search={props.search}
            oneWebhook={props.oneWebhook === true}
            current={delivery.id === props.current}
          />
        ))}
      </tbody>
    </table>
  )
}

function Row(props: { delivery: Delivery; search: DeliverySearch; oneWebhook: boolean; current: boolean }) {
  const texts = useTexts().deliveries
  const { organization } = useMembership()
  const { delivery } = props
  return (
    <tr className={record.row} aria-current={props.current ? 'true' : undefined}>
      <td className={classes.state}>
        <DeliveryStateBadge state={delivery.state} />
        {delivery.state === 'waiting' && delivery.next_attempt_at !== null ? (
          <Next at={delivery.next_attempt_at} />
        ) : null}
      </td>
      <td className={classes.event}>
        <Link
          className={record.link}
          to="/o/$organizationId/settings/deliveries/$deliveryId"
          params={{ organizationId: organization.id, deliveryId: delivery.id }}
          search={props.search}
          dir="ltr"
        >
          {delivery.type}
        </Link>
      </td>
      {props.oneWebhook ? null : (
        <td className={classes.webhook}>
          <WebhookName id={delivery.webhook_id} />
        </td>
      )}
      <td className={classes.answer}>
        {delivery.last_status ?? (delivery.attempts > 0 ? texts.noAnswer : '–')}
      </td>
      <td className={classes.attempts} data-label={texts.attempts}>
        {delivery.attempts}
      </td>
      <td className={classes.happened}>
        <RelativeTime at={delivery.created_at} />
      </td>
    </tr>
  )
}

function Next({ at }: { at: string }) {
  const texts = useTexts().deliveries
  const locale = useLocale()
  return (
    <span className={classes.next}>
      <VisuallyHidden>{texts.next}: </VisuallyHidden>
      <NextAttempt at={at} /> · {clockTime(at, locale)}
    </span>
  )
}

/** The webhook's name or URL. Deliveries outlive deleted webhooks. */
export function WebhookName({ id }: { id: string }) {
  const texts = useTexts().deliveries
  const { organization } = useMembership()
  const { data } = useQuery(webhooksQuery(organization.id))
  if (data === undefined) return null
  const webhook = data.find((each) => each.id === id)
  if (webhook === undefined) return <span className={classes.gone}>{texts.deletedWebhook}</span>
  return <bdi {...(webhook.name === null ? { dir: 'ltr' } : {})}>{webhookTitle(webhook)}</bdi>
}
