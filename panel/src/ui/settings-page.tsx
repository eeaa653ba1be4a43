import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isAdmin, useMembership } from '../context/membership.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { EmptyState } from './empty-state.tsx'
import { PageHeader } from './page-header.tsx'
import classes from './settings-page.module.css'
import { useTitle } from './title.ts'

const route = getRouteApi('/o/$organizationId/settings')

/** A settings page: title, purpose and content. `admins`: hidden from agents. */
export function SettingsPage(props: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  admins?: boolean
  /** Its parts set the tab title. */
  inParts?: boolean
  /** The back link; by default to the settings navigation on phones. */
  back?: { link: LinkProps; label: string }
  children: ReactNode
}) {
  const { shell, settings } = useTexts()
  const membership = useMembership()
  const { organizationId } = route.useParams()
  const allowed = props.admins !== true || isAdmin(membership)
  useTitle(!allowed ? shell.states.adminsOnly : props.inParts === true ? null : props.title)

  if (!allowed) {
    return (
      <EmptyState
        icon={IconLock}
        title={shell.states.adminsOnly}
        text={shell.states.adminsOnlyText}
        heading="h1"
      />
    )
  }
  const back = props.back ?? {
    link: { to: '/o/$organizationId/settings', params: { organizationId } },
    label: settings.title,
  }
  return (
    <>
      <Link className={classes.back} data-always={props.back !== undefined || undefined} {...back.link}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden />
        {back.label}
      </Link>
      <PageHeader title={props.title} lead={props.lead} actions={props.actions} />
      {props.children}
    </>
  )
}
