import { Alert, Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agent, InvitationInput, NewInvitation, Role } from '@parley/protocol/agent'
import { ApiProblem } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { mailSettingsQuery } from '../../queries/mail-queries.ts'
import { agentsQuery } from '../../queries/organization-queries.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Modal } from '../../ui/modal.tsx'
import { isEmail } from '../../ui/person-fields.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { ResetLinkDialog } from './reset-link-dialog.tsx'
import { grantableRoles, mayResetPassword } from './team-permissions.ts'
import { useInvite } from './team-queries.ts'

/** Creates an invitation link and shows it once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const texts = t.settings.invitations
  const { organization } = useMembership()
  const invite = useInvite(organization.id)
  const [member, setMember] = useState<Agent | null>(null)
  const agents = useQuery(agentsQuery(organization.id))
  const isMember = invite.error instanceof ApiProblem && invite.error.code === 'already_member'
  const invited = invite.variables?.email?.toLowerCase()
  const known = isMember ? agents.data?.find(({ email }) => email === invited) : undefined
  // The service may have created the invitation, and sent it, already.
  const close = () => {
    if (!invite.isPending) onClose()
  }
  if (member !== null) return <ResetLinkDialog agent={member} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={close}
      title={invite.data === undefined ? texts.newTitle : texts.ready}
      // A click outside or Escape must not lose the link.
      closeOnClickOutside={invite.data === undefined}
      closeOnEscape={invite.data === undefined}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      {invite.data === undefined ? (
        <InviteForm
          onInvite={(input) => invite.mutate(input)}
          busy={invite.isPending}
          error={known === undefined ? invite.error : null}
          member={known}
          onReset={setMember}
          onCancel={close}
        />
      ) : (
        <ReadyLink invitation={invite.data} onDone={onClose} />
      )}
    </Modal>
  )
}

function InviteForm(props: {
  onInvite: (input: InvitationInput) => void
  busy: boolean
  error: unknown
  /** Existing member with the entered e-mail. */
  member: Agent | undefined
  onReset: (agent: Agent) => void
  onCancel: () => void
}) {
  const t = useTexts()
  const texts = t.settings.invitations
  const me = useMembership()
  const [role, setRole] = useState<Role>('agent')
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(true)
  const { language } = useLanguage()
  const { data: mail } = useQuery(mailSettingsQuery(me.organization.id))
  const address = email.trim()
  const wrong = address !== '' && !isEmail(address)
  const roles = grantableRoles(me.role)

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (wrong) return
        const mailed = sending && mail?.configured === true ? { mail_language: language } : {}
        props.onInvite(address === '' ? { role } : { role, email: address, ...mailed })
      }}
    >
      <Stack gap="md">
        <ProblemNote error={props.error} />
        {props.member === undefined ? null : <AlreadyMember agent={props.member} onReset={props.onReset} />}
        <Radio.Group
          label={texts.role}
          value={role}
          onChange={(value) => setRole(roles.find((each) => each === value) ?? role)}
        >
          <Stack gap="xs" mt="xs">
            {roles.toReversed().map((value) => (
              <Radio
                key={value}
                value={value}
                data-autofocus={value === role || undefined}
                label={t.shell.roles[value]}
                description={t.settings.team.roleHints[value]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={texts.email}
          description={mail?.configured === true ? t.mail.invitation.emailHint : texts.emailHint}
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={tried && wrong ? t.entry.emailWrong : null}
        />
        {mail?.configured === true && address !== '' ? (
          <Checkbox
            label={t.mail.invitation.send}
            checked={sending}
            onChange={(event) => setSending(event.currentTarget.checked)}
          />
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={props.busy} onClick={props.onCancel}>
            {t.actions.cancel}
          </Button>
          <Button type="submit" loading={props.busy}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Members who forgot their password need a reset link, not an invitation. */
function AlreadyMember({ agent, onReset }: { agent: Agent; onReset: (agent: Agent) => void }) {
  const texts = useTexts().recovery.team
  const me = useMembership()
  return (
    <Alert color="blue" role="alert">
      <Stack gap="xs" align="flex-start">
        {texts.alreadyMember(agent.name)}
        {mayResetPassword(agent, me) ? (
          <Button size="compact-sm" variant="default" onClick={() => onReset(agent)}>
            {texts.create}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

function ReadyLink({ invitation, onDone }: { invitation: NewInvitation; onDone: () => void }) {
  const { settings, mail } = useTexts()
  const texts = settings.invitations
  return (
    <Stack gap="md">
      {invitation.mail === null || invitation.email === null ? null : (
        <Text size="sm">{mail.invitation.sendingTo(invitation.email)}</Text>
      )}
      <Text size="sm">{texts.readyText}</Text>
      <CodeBlock code={invitation.url} copyLabel={texts.copyLink} />
      <Text size="sm" c="dimmed">
        {invitation.email === null ? texts.forAnybody : texts.forOne(invitation.email)}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  )
}
