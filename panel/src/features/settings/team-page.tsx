import { ActionIcon, Badge, NativeSelect, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconKey, IconUserMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Agent, Role } from '@parley/protocol/agent'
import { problemText } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { agentsQuery } from '../../queries/organization-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../ui/late-failure.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Section } from '../../ui/section.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { InvitationList } from './invitation-list.tsx'
import { ResetLinkDialog } from './reset-link-dialog.tsx'
import classes from './team-page.module.css'
import { grantableRoles, mayResetPassword, roleLockReason, roleQuestion } from './team-permissions.ts'
import { useChangeRole, useRemoveAgent } from './team-queries.ts'

export function TeamPage() {
  const texts = useTexts().settings.team
  return (
    <SettingsPage title={texts.title} lead={texts.lead} admins>
      <PeopleList />
      <InvitationList />
    </SettingsPage>
  )
}

export function PeopleList() {
  const texts = useTexts().settings.team
  const { organization } = useMembership()
  const query = useQuery(agentsQuery(organization.id))
  const [leaving, setLeaving] = useState<Agent | null>(null)
  const [resetting, setResetting] = useState<Agent | null>(null)
  return (
    <Section title={texts.people}>
      <QueryView query={query} skeleton={<RowSkeletons count={3} />}>
        {(agents) => (
          <ul className={classes.list}>
            {agents.map((agent) => (
              <Person
                key={agent.id}
                agent={agent}
                agents={agents}
                onReset={() => setResetting(agent)}
                onRemove={() => setLeaving(agent)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <Removal agent={leaving} onClose={() => setLeaving(null)} />
      {resetting === null ? null : <ResetLinkDialog agent={resetting} onClose={() => setResetting(null)} />}
    </Section>
  )
}

function Person(props: {
  agent: Agent
  agents: readonly Agent[]
  onReset: () => void
  onRemove: () => void
}) {
  const t = useTexts()
  const texts = t.settings.team
  const { agent } = props
  const me = useMembership()
  const self = agent.id === me.agent_id
  const reason = roleLockReason(agent, { me, agents: props.agents })
  const why = reason === null ? undefined : texts[reason]

  return (
    <li className={classes.person}>
      <Avatar id={agent.id} name={agent.name} avatarUrl={agent.avatar_url} size={40} online={agent.online} />
      <div className={classes.body}>
        <div className={classes.name}>
          <span className={classes.nameText}>{agent.name}</span>
          {self ? (
            <Badge size="sm" variant="light" color="gray" tt="none">
              {texts.you}
            </Badge>
          ) : null}
        </div>
        <div className={classes.facts}>
          <span className={classes.email} dir="ltr">
            {agent.email}
          </span>
          <span>
            {agent.online ? texts.online : texts.offline}
            <span className={classes.joined}>
              {' · '}
              {texts.joined} <RelativeTime at={agent.created_at} />
            </span>
          </span>
        </div>
      </div>
      <div className={classes.actions}>
        <RoleSelect agent={agent} why={why} />
        <Tooltip label={t.recovery.team.create}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t.recovery.team.createFor(agent.name)}
            className={classes.remove}
            data-absent={!mayResetPassword(agent, me)}
            onClick={props.onReset}
          >
            <IconKey size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={self ? texts.leave : texts.remove}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={self ? texts.leave : texts.removeNamed(agent.name)}
            className={classes.remove}
            // Invisible instead of removed, so that the role selects stay aligned.
            data-absent={reason !== null}
            onClick={props.onRemove}
          >
            <IconUserMinus size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  )
}

function RoleSelect({ agent, why }: { agent: Agent; why: string | undefined }) {
  const t = useTexts()
  const texts = t.settings.team
  const me = useMembership()
  const change = useChangeRole(me.organization.id)
  const [asked, setAsked] = useState<{ question: 'ownRole' | 'newOwner'; role: Role } | null>(null)
  const roles = grantableRoles(me.role)
  const offered: Role[] = roles.includes(agent.role) ? roles : [agent.role]
  const shown = change.isPending ? change.variables.role : agent.role

  const save = (role: Role) =>
    change.mutate(
      { agent, role },
      {
        onSuccess: () => notifications.show({ message: texts.roleChanged(agent.name, t.shell.roles[role]) }),
        onError: (error) => notifications.show({ color: 'red', message: problemText(t, error) }),
      },
    )
  const select = (value: string) => {
    const role = roles.find((each) => each === value)
    if (role === undefined || role === agent.role) return
    const question = roleQuestion(agent, role, me)
    if (question === null) save(role)
    else setAsked({ question, role })
  }
  return (
    <>
      <Tooltip label={why} disabled={why === undefined}>
        <NativeSelect
          className={classes.role}
          aria-label={texts.roleOf(agent.name)}
          value={shown}
          disabled={why !== undefined || change.isPending}
          onChange={(event) => select(event.currentTarget.value)}
          data={offered.map((value) => ({ value, label: t.shell.roles[value] }))}
        />
      </Tooltip>
      {asked === null ? null : (
        <ConfirmDialog
          opened
          title={texts[asked.question].title(agent.name)}
          text={texts[asked.question].text(t.shell.roles[asked.role])}
          action={texts[asked.question].action}
          onConfirm={() => {
            setAsked(null)
            save(asked.role)
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}

function Removal({ agent, onClose }: { agent: Agent | null; onClose: () => void }) {
  const texts = useTexts().settings.team
  const { agent_id: agentId, organization } = useMembership()
  const navigate = useNavigate()
  const removing = useRemoveAgent(organization.id)
  // Keep the texts during the closing animation.
  const [last, setLast] = useState(agent)
  if (agent !== null && agent !== last) setLast(agent)
  const self = last?.id === agentId
  const name = last?.name ?? ''
  const title = self ? texts.leaveTitle : texts.removeTitle(name)
  const lateFailure = useLateFailure(agent !== null, title)

  const confirm = () => {
    if (agent === null) return
    const onSuccess = () => {
      onClose()
      if (self) void navigate({ to: '/' })
      else notifications.show({ message: texts.removed(name) })
    }
    void removing.mutateAsync(agent, { onSuccess }).catch(lateFailure())
  }
  return (
    <ConfirmDialog
      opened={agent !== null}
      title={title}
      text={self ? texts.leaveText : texts.removeText}
      action={self ? texts.leave : texts.removeNamed(name)}
      onConfirm={confirm}
      onCancel={() => {
        removing.reset()
        onClose()
      }}
      busy={removing.isPending}
      error={removing.error}
    />
  )
}
