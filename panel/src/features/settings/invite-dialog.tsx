import { Alert, Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agent, NewInvitation, Role } from '@parley/protocol/agent'
import { ApiProblem } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { repeatedMailSettingsQuery } from '../../queries/mail-queries.ts'
import { agentsQuery } from '../../queries/organization-queries.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { differs } from '../../ui/draft.ts'
import { GuardedModal } from '../../ui/guarded-modal.tsx'
import { isEmail } from '../../ui/person-fields.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SavingForm } from '../../ui/saving-form.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
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
  const [draft, setDraft] = useState(empty)
  const [tried, setTried] = useState(false)
  const { language } = useLanguage()
  const { data: mail } = useQuery(repeatedMailSettingsQuery(organization.id))
  const address = draft.email.trim()
  const wrong = address !== '' && !isEmail(address)
  if (member !== null) return <ResetLinkDialog agent={member} onClose={onClose} />
  return (
    <GuardedModal
      title={invite.data === undefined ? texts.newTitle : texts.ready}
      dirty={invite.data === undefined && differs(empty, draft)}
      isSaving={invite.isPending}
      // The service may have created the invitation, and sent it, already.
      showsResult
      once={invite.data !== undefined}
      onClose={onClose}
    >
      {(cancelButton) =>
        invite.data === undefined ? (
          <SavingForm
            label={texts.newTitle}
            isSaving={invite.isPending}
            onSubmit={() => {
              setTried(true)
              if (wrong) return
              const { role } = draft
              const mailed = draft.sending && mail?.configured === true ? { mail_language: language } : {}
              invite.mutate(address === '' ? { role } : { role, email: address, ...mailed })
            }}
            actions={
              <Group justify="flex-end" gap="xs">
                {cancelButton}
                <Button type="submit" loading={invite.isPending}>
                  {texts.create}
                </Button>
              </Group>
            }
          >
            <ProblemNote error={known === undefined ? invite.error : null} />
            {known === undefined ? null : <AlreadyMember agent={known} onReset={setMember} />}
            <InviteFields
              draft={draft}
              wrong={tried && wrong}
              sendsMail={mail?.configured === true}
              onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
            />
          </SavingForm>
        ) : (
          <ReadyLink invitation={invite.data} onDone={onClose} />
        )
      }
    </GuardedModal>
  )
}

interface InviteDraft {
  role: Role
  email: string
  /** By e-mail, if there is an address. */
  sending: boolean
}

const empty: InviteDraft = { role: 'agent', email: '', sending: true }

function InviteFields(props: {
  draft: InviteDraft
  /** The address is invalid. */
  wrong: boolean
  sendsMail: boolean
  onChange: (part: Partial<InviteDraft>) => void
}) {
  const { draft, sendsMail, onChange } = props
  const t = useTexts()
  const texts = t.settings.invitations
  const roles = grantableRoles(useMembership().role)
  return (
    <>
      <Radio.Group
        label={texts.role}
        value={draft.role}
        onChange={(value) => onChange({ role: roles.find((each) => each === value) ?? draft.role })}
      >
        <Stack gap="xs" mt="xs">
          {roles.toReversed().map((value) => (
            <Radio
              key={value}
              value={value}
              data-autofocus={value === draft.role || undefined}
              label={t.shell.roles[value]}
              description={t.settings.team.roleHints[value]}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={texts.email}
        description={sendsMail ? t.mail.invitation.emailHint : texts.emailHint}
        type="email"
        autoComplete="off"
        value={draft.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
        error={props.wrong ? t.entry.emailWrong : null}
      />
      {sendsMail && draft.email.trim() !== '' ? (
        <Checkbox
          label={t.mail.invitation.send}
          checked={draft.sending}
          onChange={(event) => onChange({ sending: event.currentTarget.checked })}
        />
      ) : null}
    </>
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
    <ShownOnce>
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
    </ShownOnce>
  )
}
