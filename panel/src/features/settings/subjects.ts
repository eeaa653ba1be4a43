import {
  IconBuildingCommunity,
  IconMessageCircle,
  IconUser,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import type { Role } from '@parley/protocol/agent'
import type { Messages } from '../../messages/en.ts'

export interface Subject {
  id: string
  title: string
  icon: Icon
  to:
    | '/o/$organizationId/settings/organization'
    | '/o/$organizationId/settings/team'
    | '/o/$organizationId/settings/widgets'
    | '/o/$organizationId/settings/profile'
  group: string
}

/** The pages of the settings that a role may see, in their order. */
export function settingsSubjects({ settings }: Messages, role: Role): Subject[] {
  const own: Subject[] = [
    {
      id: 'profile',
      title: settings.profile.title,
      icon: IconUser,
      to: '/o/$organizationId/settings/profile',
      group: settings.groups.own,
    },
  ]
  if (role === 'agent') return own
  const group = settings.groups.organization
  return [
    {
      id: 'widgets',
      title: settings.widgets.title,
      icon: IconMessageCircle,
      to: '/o/$organizationId/settings/widgets',
      group,
    },
    {
      id: 'team',
      title: settings.team.title,
      icon: IconUsersGroup,
      to: '/o/$organizationId/settings/team',
      group,
    },
    {
      id: 'organization',
      title: settings.organization.title,
      icon: IconBuildingCommunity,
      to: '/o/$organizationId/settings/organization',
      group,
    },
    ...own,
  ]
}
