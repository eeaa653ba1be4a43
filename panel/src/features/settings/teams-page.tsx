import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconClockHour9, IconPencil, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Team } from '@parley/protocol/team'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { repeatFailedReload } from '../../queries/repeat-failed.ts'
import { deleteTeam, teamsQuery } from '../../queries/team-queries.ts'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Section } from '../../ui/section.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { TeamDialog } from './team-dialog.tsx'
import classes from './teams-page.module.css'

/** The organization's teams, and how each assigns its conversations. */
export function TeamsPage() {
  const texts = useTexts().inbox.teams.settings
  const { organization } = useMembership()
  const query = useQuery({ ...teamsQuery(organization.id), ...repeatFailedReload })
  const [open, setOpen] = useState<Team | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Team | null>(null)
  return (
    <SettingsPage
      title={texts.title}
      lead={texts.lead}
      admins
      actions={
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen('new')}
        >
          {texts.create}
        </Button>
      }
    >
      <Section title={texts.list}>
        <QueryView query={query} skeleton={<RowSkeletons count={4} />}>
          {(teams) =>
            teams.length === 0 ? (
              <EmptyState icon={IconUsersGroup} title={texts.empty} text={texts.emptyText} />
            ) : (
              <ul className={classes.list}>
                {teams.map((team) => (
                  <TeamItem
                    key={team.id}
                    team={team}
                    onEdit={() => setOpen(team)}
                    onDelete={() => setLeaving(team)}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Section>
      {open !== null && <TeamDialog team={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      <Deletion team={leaving} onClose={() => setLeaving(null)} />
    </SettingsPage>
  )
}

function TeamItem({ team, onEdit, onDelete }: { team: Team; onEdit: () => void; onDelete: () => void }) {
  const { inbox, sla } = useTexts()
  const { settings: texts, strategies } = inbox.teams
  const { organization } = useMembership()
  return (
    <li className={classes.team}>
      <span className={classes.words}>
        <bdi className={classes.name}>{team.name}</bdi>
        <span className={classes.facts}>
          {texts.members(team.members.length)} · {strategies[team.strategy]}
        </span>
      </span>
      <Tooltip label={sla.teamHours.title(team.name)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={sla.teamHours.title(team.name)}
          renderRoot={(props) => (
            <Link
              to="/o/$organizationId/settings/teams/$teamId/business-hours"
              params={{ organizationId: organization.id, teamId: team.id }}
              {...props}
            />
          )}
        >
          <IconClockHour9 size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <RowButton icon={IconPencil} label={texts.edit(team.name)} onClick={onEdit} />
      <RowButton icon={IconTrash} label={texts.remove(team.name)} onClick={onDelete} />
    </li>
  )
}

function Deletion({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const texts = useTexts().inbox.teams.settings
  const { organization } = useMembership()
  return (
    <DeleteDialog
      item={team}
      texts={{ title: texts.deleteTitle, text: texts.deleteText, action: texts.deleteAction }}
      remove={(id) => deleteTeam(organization.id, id)}
      listKey={teamsQuery(organization.id).queryKey}
      onClose={onClose}
    />
  )
}
