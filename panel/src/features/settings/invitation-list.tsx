import { Button, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '@parley/protocol/agent'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../ui/late-failure.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Section } from '../../ui/section.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import classes from './team-page.module.css'
import { invitationsQuery, useWithdraw } from './team-queries.ts'

export function InvitationList() {
  const texts = useTexts().settings.invitations
  const me = useMembership()
  const query = useQuery(invitationsQuery(me.organization.id))
  const [inviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<Invitation | null>(null)
  const withdraw = useWithdraw(me.organization.id)
  const lateFailure = useLateFailure(leaving !== null, texts.withdrawTitle)
  const close = () => {
    withdraw.reset()
    setLeaving(null)
  }
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button
          leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => setInviting(true)}
        >
          {texts.invite}
        </Button>
      }
    >
      <QueryView query={query} skeleton={<RowSkeletons count={2} />}>
        {(invitations) =>
          invitations.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.none}
            </Text>
          ) : (
            <ul className={classes.list}>
              {invitations.map((invitation) => (
                <Pending
                  key={invitation.id}
                  invitation={invitation}
                  blocked={invitation.role === 'owner' && me.role !== 'owner'}
                  onWithdraw={() => setLeaving(invitation)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      {inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      <ConfirmDialog
        opened={leaving !== null}
        title={texts.withdrawTitle}
        text={texts.withdrawText}
        action={texts.withdraw}
        onConfirm={() => {
          if (leaving !== null) void withdraw.mutateAsync(leaving, { onSuccess: close }).catch(lateFailure())
        }}
        onCancel={close}
        busy={withdraw.isPending}
        error={withdraw.error}
      />
    </Section>
  )
}

function Pending(props: { invitation: Invitation; blocked: boolean; onWithdraw: () => void }) {
  const t = useTexts()
  const texts = t.settings.invitations
  const { invitation } = props
  const who = invitation.email ?? texts.anybody
  return (
    <li className={classes.person}>
      <div className={classes.body}>
        <div className={classes.name}>
          <span className={classes.nameText}>{who}</span>
        </div>
        <div className={classes.facts}>
          <span>
            {t.shell.roles[invitation.role]} · {texts.invitedBy(invitation.invited_by)}
          </span>
          <span>
            {texts.expires} <RelativeTime at={invitation.expires_at} />
          </span>
          {invitation.mail === null ? null : <span>{t.mail.invitation.states[invitation.mail]}</span>}
        </div>
      </div>
      <Button
        variant="default"
        onClick={props.onWithdraw}
        disabled={props.blocked}
        aria-label={texts.withdrawNamed(who)}
      >
        {texts.withdraw}
      </Button>
    </li>
  )
}
