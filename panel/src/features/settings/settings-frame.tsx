import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import { getRouteApi, Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useFailingWebhooks } from '../../queries/webhook-health.ts'
import { useTitle } from '../../ui/title.ts'
import { usePhone } from '../../ui/use-phone.ts'
import classes from './settings-frame.module.css'
import { settingsSubjects } from './subjects.ts'

const route = getRouteApi('/o/$organizationId/settings')

/** Settings: navigation and the open page; phones show one of them. */
export function SettingsFrame() {
  const texts = useTexts()
  const { organizationId } = route.useParams()
  const { role } = useMembership()
  const failing = useFailingWebhooks().length > 0
  const start = useRouterState({
    select: ({ location }) => /\/settings\/?$/.test(location.pathname),
  })
  // The open page has its own heading.
  const Heading = start ? 'h1' : 'p'
  const subjects = settingsSubjects(texts, role)
  const groups = [...new Set(subjects.map(({ group }) => group))]

  return (
    <div className={classes.frame} data-start={start || undefined}>
      <nav className={classes.subjects} aria-label={texts.settings.subjects}>
        <Heading className={classes.heading}>{texts.settings.title}</Heading>
        {groups.map((group) => (
          <div key={group} className={classes.group}>
            <div className={classes.groupName}>{group}</div>
            {subjects
              .filter((subject) => subject.group === group)
              .map(({ id, title, icon: IconComponent, to }) => (
                <Link key={id} to={to} params={{ organizationId }} className={classes.subject}>
                  <IconComponent size={20} stroke={1.75} aria-hidden />
                  <span className={classes.name}>{title}</span>
                  {id === 'webhooks' && failing ? (
                    <IconAlertTriangle
                      className={classes.failing}
                      size={18}
                      stroke={1.75}
                      aria-label={texts.webhooks.trouble.spoken}
                      role="img"
                    />
                  ) : null}
                  <IconChevronRight className={classes.chevron} size={18} stroke={1.75} aria-hidden />
                </Link>
              ))}
          </div>
        ))}
      </nav>
      <div className={classes.page}>
        <div className={classes.measure}>
          <Outlet />
        </div>
      </div>
    </div>
  )
}

/** /settings: the navigation on phones, else redirects to the first page. */
export function SettingsStart() {
  const texts = useTexts()
  const { organizationId } = route.useParams()
  const { role } = useMembership()
  const phone = usePhone()
  useTitle(texts.settings.title)
  const first = settingsSubjects(texts, role)[0]
  if (phone || first === undefined) return null
  return <Navigate to={first.to} params={{ organizationId }} replace />
}
