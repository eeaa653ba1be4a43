import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconLock,
  IconMessageBolt,
  IconPaperclip,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CannedReply } from '@parley/protocol/canned-reply'
import { useMembership } from '../../context/membership.tsx'
import { folded } from '../../i18n/folded.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { cannedRepliesQuery, deleteCannedReply } from '../../queries/canned-reply-queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { GoneMarks } from '../../ui/gone-marks.tsx'
import { useLateFailure } from '../../ui/late-failure.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Section } from '../../ui/section.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useGoneInActions, useReplyActionText } from '../../ui/use-reply-action-text.ts'
import { useMayChange, useTeamNameOf } from '../../ui/visibility-choice.tsx'
import classes from './canned-replies-page.module.css'
import { keptReply, ReplyForm } from './reply-form.tsx'
import { ReplyTransfer } from './reply-transfer.tsx'

/** Settings: the agent's canned replies and those of the organization. */
export function CannedRepliesPage() {
  const texts = useTexts().inbox.replies
  const { agent_id: agentId } = useMembership()
  const [editing, setEditing] = useState(() => keptReply(agentId))
  return (
    <SettingsPage
      title={texts.page.title}
      lead={texts.page.lead}
      actions={
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => setEditing({ reply: null })}
        >
          {texts.page.createTitle}
        </Button>
      }
    >
      <ReplyList onEdit={(reply) => setEditing({ reply })} />
      <ReplyTransfer />
      {editing !== null && <ReplyForm {...editing} onClose={() => setEditing(null)} />}
    </SettingsPage>
  )
}

function ReplyList({ onEdit }: { onEdit: (reply: CannedReply) => void }) {
  const { replies: texts, clearSearch: clear } = useTexts().inbox
  const { organization } = useMembership()
  const query = useQuery({ ...cannedRepliesQuery(organization.id), refetchOnMount: 'always' })
  const [wanted, setWanted] = useState('')
  const [leaving, setLeaving] = useState<CannedReply | null>(null)
  return (
    <Section title={texts.page.listTitle}>
      <QueryView query={query} skeleton={<RowSkeletons count={4} />}>
        {(replies) =>
          replies.length === 0 ? (
            <EmptyState icon={IconMessageBolt} title={texts.none} text={texts.page.noneText} />
          ) : (
            <>
              <SearchField
                id="reply-search"
                label={texts.page.search}
                clearLabel={clear}
                value={wanted}
                onSearch={setWanted}
              />
              <Found replies={matching(replies, wanted)} onEdit={onEdit} onRemove={setLeaving} />
            </>
          )
        }
      </QueryView>
      <Removal reply={leaving} onClose={() => setLeaving(null)} />
    </Section>
  )
}

const matching = (replies: readonly CannedReply[], wanted: string): CannedReply[] => {
  const words = folded(wanted.trim().replace(/^\//, ''))
  return replies
    .filter(({ shortcut, content }) => folded(`${shortcut}\n${content}`).includes(words))
    .toSorted((a, b) => a.shortcut.localeCompare(b.shortcut))
}

function Found(props: {
  replies: readonly CannedReply[]
  onEdit: (reply: CannedReply) => void
  onRemove: (reply: CannedReply) => void
}) {
  const texts = useTexts().inbox.replies
  if (props.replies.length === 0) return <p className={classes.noMatch}>{texts.noMatch}</p>
  return (
    <ul className={classes.list}>
      {props.replies.map((reply) => (
        <Row
          key={reply.id}
          reply={reply}
          onEdit={() => props.onEdit(reply)}
          onRemove={() => props.onRemove(reply)}
        />
      ))}
    </ul>
  )
}

function Row(props: { reply: CannedReply; onEdit: () => void; onRemove: () => void }) {
  const { reply } = props
  const texts = useTexts().inbox.replies
  const mayChange = useMayChange()(reply)
  const teamName = useTeamNameOf()(reply)
  const actionText = useReplyActionText()
  const gone = useGoneInActions()(reply.actions)
  return (
    <li className={classes.reply}>
      <div className={classes.body}>
        <div className={classes.head}>
          <bdi className={classes.shortcut}>/{reply.shortcut}</bdi>
          {teamName !== null && (
            <span className={classes.fact}>
              <IconUsers size={14} stroke={1.75} aria-hidden />
              <bdi>{teamName}</bdi>
            </span>
          )}
          {reply.visibility.type === 'personal' && (
            <span className={classes.fact}>
              <IconLock size={14} stroke={1.75} aria-hidden />
              {texts.personalMark}
            </span>
          )}
          {reply.media.length > 0 && (
            <span className={classes.fact}>
              <IconPaperclip size={14} stroke={1.75} aria-hidden />
              {texts.attachments(reply.media.length)}
            </span>
          )}
        </div>
        <p className={classes.content} dir="auto">
          {reply.content}
        </p>
        <div className={classes.fact}>
          {[
            ...reply.actions.flatMap((action) => actionText(action) ?? []),
            ...(reply.uses.total > 0 ? [texts.page.uses(reply.uses.total)] : []),
          ].join(' · ')}
        </div>
        <GoneMarks kinds={gone} />
      </div>
      {mayChange && (
        <>
          <RowButton icon={IconPencil} label={texts.page.edit(reply.shortcut)} onClick={props.onEdit} />
          <RowButton icon={IconTrash} label={texts.page.remove(reply.shortcut)} onClick={props.onRemove} />
        </>
      )}
    </li>
  )
}

function Removal({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const texts = useTexts().inbox.replies.page
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const removing = useMutation({
    mutationFn: ({ id }: CannedReply) => deleteCannedReply(organization.id, id),
    onSuccess: (_, removed) => {
      queryClient.setQueryData(cannedRepliesQuery(organization.id).queryKey, (replies) =>
        replies?.filter(({ id }) => id !== removed.id),
      )
      notifications.show({ message: texts.removed(removed.shortcut) })
    },
  })
  const title = texts.removeTitle(reply?.shortcut ?? '')
  const lateFailure = useLateFailure(reply !== null, title)
  return (
    <ConfirmDialog
      opened={reply !== null}
      title={title}
      text={reply?.visibility.type === 'personal' ? texts.removePersonal : texts.removeShared}
      action={texts.removeAction}
      busy={removing.isPending}
      error={removing.error}
      onConfirm={() => {
        if (reply !== null) void removing.mutateAsync(reply, { onSuccess: onClose }).catch(lateFailure())
      }}
      onCancel={() => {
        removing.reset()
        onClose()
      }}
    />
  )
}
