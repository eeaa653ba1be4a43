import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCopy, IconHistory, IconPencil, IconTrash, type Icon } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Note } from '@parley/protocol/note'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { deleteNote, storeNote } from '../../../queries/note-queries.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { useLateFailure } from '../../../ui/late-failure.ts'
import { NoteHistory } from './note-history.tsx'
import classes from './note-row.module.css'

interface NoteToolsProps {
  note: Note
  mayEdit: boolean
  mayDelete: boolean
  onEdit: () => void
}

/** Copy, edit, delete, and earlier versions of a note. */
export function NoteTools({ note, mayEdit, mayDelete, onEdit }: NoteToolsProps) {
  const t = useTexts()
  const texts = t.inbox.notes
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState<'delete' | 'history' | null>(null)
  const removing = useMutation({
    mutationFn: () => deleteNote(organization.id, note.id),
    onSuccess: (removed) => storeNote(queryClient, organization.id, removed),
  })
  const lateFailure = useLateFailure(opened === 'delete', texts.removeTitle)
  const close = () => setOpened(null)
  const hasHistory = note.edited_at !== null || note.deleted_at !== null

  return (
    <span className={classes.tools}>
      {note.content !== '' && (
        <Tool
          label={t.inbox.conversation.message.copy}
          icon={IconCopy}
          onClick={() => void copyText(note.content)}
        />
      )}
      {hasHistory && <Tool label={texts.history} icon={IconHistory} onClick={() => setOpened('history')} />}
      {mayEdit && <Tool label={texts.edit} icon={IconPencil} onClick={onEdit} />}
      {mayDelete && <Tool label={texts.remove} icon={IconTrash} onClick={() => setOpened('delete')} />}
      <ConfirmDialog
        opened={opened === 'delete'}
        title={texts.removeTitle}
        text={texts.removeText}
        action={texts.remove}
        busy={removing.isPending}
        error={removing.error}
        onConfirm={() => void removing.mutateAsync(undefined, { onSuccess: close }).catch(lateFailure())}
        onCancel={() => {
          removing.reset()
          close()
        }}
      />
      {opened === 'history' && <NoteHistory note={note} onClose={close} />}
    </span>
  )
}

function Tool({ label, icon: Symbol, onClick }: { label: string; icon: Icon; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <Symbol size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
