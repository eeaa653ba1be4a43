import {
  IconAntennaBars5,
  IconArrowBackUp,
  IconArrowLeft,
  IconCheck,
  IconHandStop,
  IconTag,
  IconUserPlus,
  IconUsersGroup,
  IconZzz,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import { useCommands, type Command } from '../../../commands/commands.ts'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { searchOf, type InboxLocation, type InboxSearch } from '../../../navigation/inbox-location.ts'
import { teamsQuery } from '../../../queries/team-queries.ts'
import { whenShown } from '../when-shown.ts'
import type { ConversationActions } from './use-conversation-actions.tsx'

const press = (selector: string) => whenShown(selector, (button) => button.click())

/** Shortcuts of an open conversation: a, l, p, s, e, t, u. Also in the palette. */
export function useConversationCommands(
  conversation: Conversation,
  inbox: InboxLocation,
  actions: ConversationActions,
): void {
  const texts = useTexts().inbox
  const navigate = useNavigate()
  const { agent_id: me } = useMembership()
  const { organizationId, view } = inbox
  const search = JSON.stringify(searchOf(inbox))
  const open = conversation.status === 'open'
  const { data: teams = [] } = useQuery(teamsQuery(organizationId))
  const hasTeams = teams.length > 0
  const mine = conversation.agent?.id === me

  useCommands(
    useMemo(() => {
      const { group, ...titles } = texts.conversation.actions
      const commands: Command[] = [
        {
          id: 'conversation.assign',
          title: titles.assign,
          group,
          shortcut: 'a',
          icon: IconUserPlus,
          run: () => press('#assign'),
        },
        {
          id: 'conversation.label',
          title: texts.labels.edit,
          group,
          shortcut: 'l',
          icon: IconTag,
          run: () => press('#labels'),
        },
        {
          id: 'conversation.priority',
          title: texts.triage.setPriority,
          group,
          shortcut: 'p',
          icon: IconAntennaBars5,
          run: () => press('#priority'),
        },
        {
          id: 'conversation.close',
          title: open ? titles.close : titles.reopen,
          group,
          shortcut: 'e',
          icon: open ? IconCheck : IconArrowBackUp,
          run: () => (open ? actions.close() : actions.reopen()),
        },
        {
          id: 'conversation.back',
          title: texts.keys.back,
          group,
          shortcut: 'u',
          icon: IconArrowLeft,
          run: () =>
            void navigate({
              to: '/o/$organizationId/inbox/$view',
              params: { organizationId, view },
              search: JSON.parse(search) as InboxSearch,
            }),
        },
      ]
      if (open && hasTeams) {
        commands.push({
          id: 'conversation.team',
          title: texts.teams.choose,
          group,
          icon: IconUsersGroup,
          run: () => press('#team'),
        })
      }
      if (open) {
        commands.push({
          id: 'conversation.snooze',
          title: texts.triage.snoozeThis,
          group,
          shortcut: 's',
          icon: IconZzz,
          run: () => press('#snooze'),
        })
      }
      if (!mine) {
        commands.push({
          id: 'conversation.take-over',
          title: titles.takeOver,
          group,
          shortcut: 't',
          icon: IconHandStop,
          run: actions.takeOver,
        })
      }
      return commands
    }, [texts, navigate, organizationId, view, search, open, mine, hasTeams, actions]),
  )
}
