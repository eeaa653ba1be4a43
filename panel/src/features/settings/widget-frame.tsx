import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { ProviderContext } from '../../context/current-provider.ts'
import { isAdmin, useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { providersQuery } from '../../queries/organization-queries.ts'
import { NotFoundPage } from '../../ui/error-pages.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import classes from './widget-frame.module.css'

const route = getRouteApi('/o/$organizationId/settings/widgets/$providerId')

/** One widget: name, tabs and the open page. */
export function WidgetFrame() {
  const t = useTexts()
  const texts = t.settings.widgets
  const membership = useMembership()
  const { organizationId, providerId } = route.useParams()
  // Agents may read providers, which the inbox shows, but not their settings.
  const query = useQuery(providersQuery(organizationId))
  const back = {
    link: { to: '/o/$organizationId/settings/widgets', params: { organizationId } },
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
      {(providers) => {
        const provider = providers.find(({ id }) => id === providerId)
        if (provider === undefined) return <NotFoundPage />
        const params = { organizationId, providerId }
        return (
          <SettingsPage title={provider.name} back={back} inParts>
            <Tabs label={texts.sections}>
              <Tab
                label={texts.appearance}
                to="/o/$organizationId/settings/widgets/$providerId/appearance"
                params={params}
              />
              <Tab
                label={texts.installation}
                to="/o/$organizationId/settings/widgets/$providerId/installation"
                params={params}
              />
              <Tab
                label={t.memberLogin.title}
                to="/o/$organizationId/settings/widgets/$providerId/member-login"
                params={params}
              />
              <Tab
                label={t.callSettings.title}
                to="/o/$organizationId/settings/widgets/$providerId/calls"
                params={params}
              />
              <Tab
                label={t.service.surveyTitle}
                to="/o/$organizationId/settings/widgets/$providerId/survey"
                params={params}
              />
              <Tab
                label={texts.keys}
                to="/o/$organizationId/settings/widgets/$providerId/keys"
                params={params}
              />
              <Tab
                label={texts.general}
                to="/o/$organizationId/settings/widgets/$providerId/general"
                params={params}
              />
            </Tabs>
            {/* The router keeps the page when only the widget changes: its edits belong to one widget. */}
            <ProviderContext key={provider.id} value={provider}>
              <Outlet />
            </ProviderContext>
          </SettingsPage>
        )
      }}
    </QueryView>
  )
}

/** Scroll the open tab into view on phones. */
function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const tabs = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    const open = tabs.current?.querySelector(`[href$="${path}"]`)
    open?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [path])
  return (
    <nav ref={tabs} className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

type TabAddress =
  | '/o/$organizationId/settings/widgets/$providerId/appearance'
  | '/o/$organizationId/settings/widgets/$providerId/installation'
  | '/o/$organizationId/settings/widgets/$providerId/member-login'
  | '/o/$organizationId/settings/widgets/$providerId/calls'
  | '/o/$organizationId/settings/widgets/$providerId/survey'
  | '/o/$organizationId/settings/widgets/$providerId/keys'
  | '/o/$organizationId/settings/widgets/$providerId/general'

function Tab(props: {
  label: string
  to: TabAddress
  params: { organizationId: string; providerId: string }
}) {
  return (
    <Link className={classes.tab} to={props.to} params={props.params} replace>
      {props.label}
    </Link>
  )
}
