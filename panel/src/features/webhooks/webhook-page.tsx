import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Webhook } from '@parley/protocol/webhook'
import { isAdmin, useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { webhooksQuery } from '../../queries/organization-queries.ts'
import { NotFoundPage } from '../../ui/error-pages.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { shownUrl, webhookTitle } from '../../ui/webhook-url.ts'
import { AttemptStatistics } from './attempt-statistics.tsx'
import { RecentDeliveries } from './recent-deliveries.tsx'
import { TroubleNote, TroubleText } from './trouble-note.tsx'
import { WebhookDeletion } from './webhook-deletion.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { useUrlWarning } from './webhook-queries.ts'
import { WebhookSecretSections } from './webhook-secret.tsx'
import { WebhookSwitch } from './webhook-switch.tsx'

const route = getRouteApi('/o/$organizationId/settings/webhooks/$webhookId')

/** One webhook: state, deliveries, settings and secret. */
export function WebhookPage() {
  const texts = useTexts().webhooks
  const membership = useMembership()
  const { organizationId, webhookId } = route.useParams()
  const query = useQuery({ ...webhooksQuery(organizationId), enabled: isAdmin(membership) })
  const back = {
    link: { to: '/o/$organizationId/settings/webhooks', params: { organizationId } },
    label: texts.all,
  } as const

  if (!isAdmin(membership)) {
    return (
      <SettingsPage title={texts.title} admins back={back}>
        {null}
      </SettingsPage>
    )
  }
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(webhooks) => {
        const webhook = webhooks.find(({ id }) => id === webhookId)
        if (webhook === undefined) return <NotFoundPage />
        return (
          <SettingsPage
            title={webhookTitle(webhook)}
            {...(webhook.name === null ? {} : { lead: shownUrl(webhook.url) })}
            back={back}
          >
            {/* Typed and revealed values belong to one webhook. */}
            <Sections key={webhook.id} webhook={webhook} />
          </SettingsPage>
        )
      }}
    </QueryView>
  )
}

function Sections({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <Trouble webhook={webhook} />
      <UrlWarning webhook={webhook} />
      <WebhookSwitch webhook={webhook} />
      <RecentDeliveries webhook={webhook} />
      <AttemptStatistics webhook={webhook} />
      <WebhookForm webhook={webhook} />
      <WebhookSecretSections webhook={webhook} />
      <WebhookDeletion webhook={webhook} />
    </>
  )
}

/** Shown after saving the URL until a later delivery succeeds. */
function UrlWarning({ webhook }: { webhook: Webhook }) {
  const texts = useTexts().webhooks.urlWarnings
  const warning = useUrlWarning(webhook.id)
  if (warning === null || webhook.trouble !== null) return null
  return <TroubleNote color="amber">{texts[warning]}</TroubleNote>
}

function Trouble({ webhook }: { webhook: Webhook }) {
  const texts = useTexts().webhooks.trouble
  const { organizationId } = route.useParams()
  if (!webhook.active || webhook.trouble === null) return null
  return (
    <TroubleNote>
      <TroubleText trouble={webhook.trouble} />{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
          <Link
            to="/o/$organizationId/settings/deliveries"
            params={{ organizationId }}
            search={{ webhook_id: webhook.id }}
            {...props}
          />
        )}
      >
        {texts.look}
      </Anchor>
    </TroubleNote>
  )
}
