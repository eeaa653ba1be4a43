import { Button, Checkbox, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type Dispatch, type ReactNode, type SetStateAction } from 'react'
import type { ChannelConnection } from '@parley/protocol/channel-connection'
import type { MailboxInput } from '@parley/protocol/mailbox'
import { ApiProblem } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { channelsQuery } from '../../queries/channel-queries.ts'
import { changeMailbox, connectMailbox, mailboxQuery, testMailbox } from '../../queries/mailbox-queries.ts'
import { differs } from '../../ui/draft.ts'
import { GuardedModal } from '../../ui/guarded-modal.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SavingForm } from '../../ui/saving-form.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { emptyMailbox, formOf, isFilled, mailboxOf, type MailboxForm } from './mailbox-form.ts'
import { MailServerFields } from './mail-server-fields.tsx'
import { MailboxTestResult } from './mailbox-test-result.tsx'

/** Connects a mailbox, or changes the settings of one. */
export function MailboxDialog({
  channel,
  onClose,
}: {
  channel: ChannelConnection | null
  onClose: () => void
}) {
  const t = useTexts()
  const save = useSaveMailbox(channel)
  const [edit, setEdit] = useState<Edit | null>(null)
  return (
    <GuardedModal
      title={channel === null ? t.channelMail.connectTitle : t.channelMail.editTitle}
      size="lg"
      dirty={edit !== null && differs(edit.initial, edit.form)}
      isSaving={save.isPending}
      // The service may have stored it already, and the dialog shows which step has failed.
      showsResult
      onClose={onClose}
    >
      {(cancelButton) => {
        const form = { edit, onEdit: setEdit, save, onClose, cancelButton }
        return channel === null ? (
          <Form {...form} channel={null} initial={emptyMailbox} stored={false} />
        ) : (
          <Stored {...form} channel={channel} />
        )
      }}
    </GuardedModal>
  )
}

/** What was changed, and what it was changed from. */
interface Edit {
  initial: MailboxForm
  form: MailboxForm
}

function useSaveMailbox(channel: ChannelConnection | null) {
  const { organization } = useMembership()
  const texts = useTexts().channelMail
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (mailbox: MailboxInput) =>
      channel === null
        ? connectMailbox(organization.id, mailbox)
        : changeMailbox(organization.id, channel.id, mailbox),
    async onSuccess({ name }) {
      await queryClient.invalidateQueries({ queryKey: channelsQuery(organization.id).queryKey })
      notifications.show({ message: texts.connectedText(name) })
    },
    onError(error) {
      // The service may have stored it. Not awaited: the same network may stall again.
      if (isWithoutResponse(error))
        void queryClient.invalidateQueries({ queryKey: channelsQuery(organization.id).queryKey })
    },
  })
}

const isWithoutResponse = (error: Error) => error instanceof ApiProblem && error.code === 'network'

interface FormProps {
  /** null: untouched. */
  edit: Edit | null
  onEdit: Dispatch<SetStateAction<Edit | null>>
  save: ReturnType<typeof useSaveMailbox>
  onClose: () => void
  cancelButton: ReactNode
}

function Stored({ channel, ...form }: FormProps & { channel: ChannelConnection }) {
  const { organization } = useMembership()
  const { channelMail } = useTexts()
  const query = useQuery(mailboxQuery(organization.id, channel.id))
  if (query.error instanceof ApiProblem && query.error.code === 'channel_credentials_unreadable') {
    const known = { address: channel.username ?? '', name: channel.name }
    return (
      <Stack gap="md">
        <ProblemNote error={query.error} texts={channelMail.problems} />
        <Form {...form} channel={channel} initial={{ ...emptyMailbox, ...known }} stored={false} />
      </Stack>
    )
  }
  return (
    <QueryView query={query} skeleton={<RowSkeletons count={4} />}>
      {(settings) => <Form {...form} channel={channel} initial={formOf(settings)} stored />}
    </QueryView>
  )
}

function Form(
  props: FormProps & {
    channel: ChannelConnection | null
    initial: MailboxForm
    /** Passwords are stored already. */
    stored: boolean
  },
) {
  const { channel, initial, stored, save, edit } = props
  const t = useTexts()
  const texts = t.channelMail
  const { organization } = useMembership()
  const form = edit?.form ?? initial
  const test = useMutation({
    mutationFn: () => testMailbox(organization.id, channel?.id ?? null, mailboxOf(form)),
  })
  const busy = save.isPending || test.isPending
  const set = (change: Partial<MailboxForm>) => {
    props.onEdit((before) => {
      const start = before ?? { initial, form: initial }
      return { initial: start.initial, form: { ...start.form, ...change } }
    })
    // A result is about the settings that were tested.
    if (busy) return
    test.reset()
    save.reset()
  }
  const ready = isFilled(form) && !busy

  return (
    <SavingForm
      label={channel === null ? texts.connectTitle : texts.editTitle}
      isSaving={save.isPending}
      onSubmit={() => {
        if (!ready) return
        save.mutate(mailboxOf(form), {
          onSuccess: props.onClose,
          onError(error) {
            // The test says which step failed and what to do.
            if (!isWithoutResponse(error)) test.mutate()
          },
        })
      }}
      actions={
        <>
          {test.data && <MailboxTestResult result={test.data} />}
          <ProblemNote
            error={save.error ?? test.error}
            texts={{ ...t.channels.problems, ...texts.problems }}
          />
          <Group justify="flex-end" gap="xs">
            {props.cancelButton}
            <Button
              variant="default"
              loading={test.isPending}
              disabled={!ready}
              onClick={() => {
                save.reset()
                test.mutate()
              }}
            >
              {texts.test}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!ready}>
              {channel === null ? texts.connect : t.channels.settings.save}
            </Button>
          </Group>
        </>
      }
    >
      <TextInput
        label={texts.address}
        description={texts.addressHint}
        type="email"
        dir="ltr"
        value={form.address}
        maxLength={254}
        disabled={channel !== null}
        data-autofocus={channel === null || undefined}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={form.name}
        maxLength={100}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Fieldset mx={0} px="md" legend={texts.receiving}>
        <Stack gap="sm">
          <MailServerFields
            kind="imap"
            value={form.imap}
            stored={stored}
            onChange={(imap) => set({ imap })}
          />
          <TextInput
            label={texts.folder}
            value={form.folder}
            maxLength={200}
            onChange={(event) => set({ folder: event.currentTarget.value })}
          />
        </Stack>
      </Fieldset>
      <Fieldset mx={0} px="md" legend={texts.sending}>
        <Stack gap="sm">
          <MailServerFields
            kind="smtp"
            value={form.smtp}
            stored={stored}
            withoutLogin={form.sameLogin}
            onChange={(smtp) => set({ smtp })}
          />
          <Checkbox
            label={texts.sameLogin}
            checked={form.sameLogin}
            onChange={(event) => set({ sameLogin: event.currentTarget.checked })}
          />
        </Stack>
      </Fieldset>
      <Checkbox
        label={texts.plus}
        description={texts.plusHint}
        checked={form.plus_addresses}
        onChange={(event) => set({ plus_addresses: event.currentTarget.checked })}
      />
      <TextInput
        label={texts.authServer}
        description={texts.authServerHint}
        dir="ltr"
        value={form.authenticationServer}
        maxLength={253}
        onChange={(event) => set({ authenticationServer: event.currentTarget.value })}
      />
    </SavingForm>
  )
}
