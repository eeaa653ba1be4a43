import { ActionIcon, Button, FileButton, Tooltip } from '@mantine/core'
import { IconLock, IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ClipboardEvent } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { displayName } from '../../../people/customer-labels.ts'
import { agentsQuery } from '../../../queries/organization-queries.ts'
import { teamsQuery } from '../../../queries/team-queries.ts'
import { ComposerUploads } from '../composer/composer-uploads.tsx'
import shared from '../composer/composer.module.css'
import type { Uploads } from '../composer/use-uploads.ts'
import { useSyncedDraft } from '../drafts/use-synced-draft.ts'
import { MentionField } from './mention-field.tsx'
import { mentionedIn } from './mention-text.ts'
import classes from './note-composer.module.css'
import { noteProblemText } from './note-problem.ts'
import { useAddNote } from './use-add-note.tsx'

/** Writes a private note. Text that the service does not store returns to the draft. */
export function NoteComposer(props: { conversation: Conversation; uploads: Uploads }) {
  const { conversation, uploads } = props
  const t = useTexts()
  const texts = t.inbox.notes
  const { organization } = useMembership()
  const { data: agents = [] } = useQuery(agentsQuery(organization.id))
  const { data: teams = [] } = useQuery(teamsQuery(organization.id))
  const draft = useSyncedDraft(conversation.id, 'note')
  const { text } = draft
  const { attempt, add } = useAddNote(conversation)
  const isAdding = attempt.name === 'adding'
  const field = useRef<HTMLTextAreaElement>(null)
  const isSendable = (text.trim() !== '' || uploads.list.length > 0) && uploads.ready !== null

  useEffect(() => field.current?.focus(), [])

  const submit = () => {
    if (!isSendable || isAdding) return
    add({
      text,
      uploads: uploads.list,
      input: {
        content: text.trim(),
        media_ids: (uploads.ready ?? []).map(({ id }) => id),
        mentions: mentionedIn(text, [...agents, ...teams]),
      },
    })
    draft.clear()
    uploads.clear()
    field.current?.focus()
  }
  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    uploads.add(files)
  }

  return (
    <div className={shared.composer}>
      <div className={`${shared.frame} ${classes.frame}`}>
        <ComposerUploads uploads={uploads} field={field} />
        <MentionField
          field={field}
          label={texts.label(displayName(t.inbox.customers, conversation.customer))}
          placeholder={texts.placeholder}
          value={text}
          onChange={(next) => draft.change({ text: next })}
          onSubmit={submit}
          onEscape={() => field.current?.blur()}
          onPaste={onPaste}
        />
        {attempt.name === 'failed' && (
          <p className={classes.problem} role="alert">
            {noteProblemText(t, attempt.error)}
          </p>
        )}
        <div className={shared.tools}>
          <FileButton multiple accept={uploads.accept} onChange={uploads.add}>
            {(button) => (
              <Tooltip label={t.inbox.conversation.composer.attach}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t.inbox.conversation.composer.attach}
                  {...button}
                >
                  <IconPaperclip size={20} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              </Tooltip>
            )}
          </FileButton>
          <span className={classes.private}>
            <IconLock size={14} stroke={1.75} aria-hidden="true" />
            {uploads.busy ? t.inbox.conversation.uploads.wait : texts.private}
          </span>
          <Button
            size="xs"
            color="amber"
            title={texts.hint}
            disabled={!isSendable}
            loading={isAdding}
            onClick={submit}
          >
            {texts.add}
          </Button>
        </div>
      </div>
    </div>
  )
}
