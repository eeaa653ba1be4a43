import {
  IconArrowsSplit2,
  IconBolt,
  IconClockHour9,
  IconHourglassHigh,
  IconBuildingCommunity,
  IconKey,
  IconMessageBolt,
  IconMessageCircle,
  IconMessages,
  IconPlugConnected,
  IconSend,
  IconTags,
  IconUser,
  IconUsersGroup,
  IconWebhook,
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
    | '/o/$organizationId/settings/teams'
    | '/o/$organizationId/settings/labels'
    | '/o/$organizationId/settings/channels'
    | '/o/$organizationId/settings/automation'
    | '/o/$organizationId/settings/business-hours'
    | '/o/$organizationId/settings/sla'
    | '/o/$organizationId/settings/widgets'
    | '/o/$organizationId/settings/profile'
    | '/o/$organizationId/settings/connection-test'
    | '/o/$organizationId/settings/canned-replies'
    | '/o/$organizationId/settings/webhooks'
    | '/o/$organizationId/settings/deliveries'
    | '/o/$organizationId/settings/api-keys'
  group: string
}

/** Settings pages visible to a role, in order. */
export function settingsSubjects(texts: Messages, role: Role): Subject[] {
  const { settings } = texts
  const group = settings.groups.organization
  const cannedReplies: Subject = {
    id: 'canned-replies',
    title: texts.inbox.replies.page.title,
    icon: IconMessageBolt,
    to: '/o/$organizationId/settings/canned-replies',
    group,
  }
  const own: Subject[] = [
    {
      id: 'profile',
      title: settings.profile.title,
      icon: IconUser,
      to: '/o/$organizationId/settings/profile',
      group: settings.groups.own,
    },
  ]
  if (role === 'agent') return [...own, cannedReplies]
  const programs = settings.groups.developers
  return [
    {
      id: 'widgets',
      title: settings.widgets.title,
      icon: IconMessageCircle,
      to: '/o/$organizationId/settings/widgets',
      group,
    },
    {
      id: 'channels',
      title: texts.channels.settings.title,
      icon: IconMessages,
      to: '/o/$organizationId/settings/channels',
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
      id: 'teams',
      title: texts.inbox.teams.settings.title,
      icon: IconArrowsSplit2,
      to: '/o/$organizationId/settings/teams',
      group,
    },
    {
      id: 'labels',
      title: texts.inbox.labels.settings.title,
      icon: IconTags,
      to: '/o/$organizationId/settings/labels',
      group,
    },
    {
      id: 'automation',
      title: texts.automation.title,
      icon: IconBolt,
      to: '/o/$organizationId/settings/automation',
      group,
    },
    {
      id: 'business-hours',
      title: texts.service.hoursTitle,
      icon: IconClockHour9,
      to: '/o/$organizationId/settings/business-hours',
      group,
    },
    {
      id: 'sla',
      title: texts.sla.settings.title,
      icon: IconHourglassHigh,
      to: '/o/$organizationId/settings/sla',
      group,
    },
    {
      id: 'organization',
      title: settings.organization.title,
      icon: IconBuildingCommunity,
      to: '/o/$organizationId/settings/organization',
      group,
    },
    cannedReplies,
    {
      id: 'connection-test',
      title: texts.callSettings.connection.title,
      icon: IconPlugConnected,
      to: '/o/$organizationId/settings/connection-test',
      group,
    },
    {
      id: 'webhooks',
      title: texts.webhooks.title,
      icon: IconWebhook,
      to: '/o/$organizationId/settings/webhooks',
      group: programs,
    },
    {
      id: 'deliveries',
      title: texts.deliveries.title,
      icon: IconSend,
      to: '/o/$organizationId/settings/deliveries',
      group: programs,
    },
    {
      id: 'api-keys',
      title: texts.apiKeys.title,
      icon: IconKey,
      to: '/o/$organizationId/settings/api-keys',
      group: programs,
    },
    ...own,
  ]
}
