import { Anchor, Button } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Webhook } from '@parley/protocol/webhook'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { webhooksQuery } from '../../queries/organization-queries.ts'
import { keepsFailing } from '../../queries/webhook-health.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { shownUrl, webhookTitle } from '../../ui/webhook-url.ts'
import { CreateWebhook } from './create-webhook.tsx'
import { TroubleNote, TroubleText } from './trouble-note.tsx'
import classes from './webhooks-page.module.css'

export function WebhooksPage() {
  const texts = useTexts().webhooks
  const [creating, setCreating] = useState(false)
  const create = () => setCreating(true)
  return (
    <SettingsPage
      title={texts.title}
      lead={texts.lead}
      admins
      actions={
        <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={create}>
          {texts.create}
        </Button>
      }
    >
      <WebhookList />
      {creating ? <CreateWebhook onClose={() => setCreating(false)} /> : null}
    </SettingsPage>
  )
}

function WebhookList() {
  const texts = useTexts().webhooks
  const { organization } = useMembership()
  const query = useQuery(webhooksQuery(organization.id))
  return (
    <QueryView query={query} skeleton={<RowSkeletons count={2} />}>
      {(webhooks) =>
        webhooks.length === 0 ? (
          <EmptyState
            icon={IconWebhook}
            title={texts.noneTitle}
            text={texts.noneText}
            action={<Reference />}
          />
        ) : (
          <>
            <Failing count={webhooks.filter(keepsFailing).length} />
            <ul className={classes.list}>
              {webhooks.map((webhook) => (
                <Row key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          </>
        )
      }
    </QueryView>
  )
}

/** API reference, served by this service. */
function Reference() {
  const texts = useTexts().webhooks
  return (
    <Anchor size="sm" href="/v1/reference" target="_blank" rel="noopener">
      {texts.reference}
    </Anchor>
  )
}

function Failing({ count }: { count: number }) {
  const texts = useTexts().webhooks.trouble
  if (count === 0) return null
  return <TroubleNote title={texts.many(count)}>{texts.manyText}</TroubleNote>
}

function Row({ webhook }: { webhook: Webhook }) {
  const texts = useTexts().webhooks
  const { organization } = useMembership()
  const every = Object.keys(texts.when).every((event) => webhook.events.some((each) => each === event))
  return (
    <li>
      <Link
        className={classes.row}
        to="/o/$organizationId/settings/webhooks/$webhookId"
        params={{ organizationId: organization.id, webhookId: webhook.id }}
      >
        <span className={classes.body}>
          <bdi className={classes.url} {...(webhook.name === null ? { dir: 'ltr' } : {})}>
            {webhookTitle(webhook)}
          </bdi>
          {webhook.name === null ? null : (
            <bdi className={classes.facts} dir="ltr">
              {shownUrl(webhook.url)}
            </bdi>
          )}
          <span className={classes.facts}>
            {every ? texts.allEvents : <bdi dir="ltr">{webhook.events.join(', ')}</bdi>}
          </span>
          {webhook.active && webhook.trouble !== null ? (
            <span className={classes.trouble}>
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
              <span>
                <TroubleText trouble={webhook.trouble} />
              </span>
            </span>
          ) : null}
        </span>
        <span className={classes.state} data-on={webhook.active || undefined}>
          {webhook.active ? texts.on : texts.off}
        </span>
        <IconChevronRight className={classes.chevron} size={20} stroke={1.75} aria-hidden />
      </Link>
    </li>
  )
}
