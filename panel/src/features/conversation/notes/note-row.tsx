import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { memo, useCallback, useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { Note } from '@parley/protocol/note'
import { isAdmin, useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { storeNoteLinks } from '../../../queries/note-queries.ts'
import { clockTime, exactTime } from '../../../time/times.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { MessageMedia } from '../message/message-media.tsx'
import { isNoteEdited, NoteEditor } from './note-editor.tsx'
import classes from './note-row.module.css'
import { NoteText } from './note-text.tsx'
import { NoteTools } from './note-tools.tsx'

/** A private note in the timeline, tinted so that it is not mistaken for a reply. */
export const NoteRow = memo(function NoteRow(props: {
  note: Note
  follow: CustomerFollow
  flashed: boolean
}) {
  const { note, follow, flashed } = props
  const t = useTexts().inbox
  const texts = t.notes
  const locale = useLocale()
  const membership = useMembership()
  const refreshLinks = useRefreshedLinks(note, follow)
  const isMine = note.author.id === membership.agent_id
  const isDeleted = note.deleted_at !== null
  const [editing, setEditing] = useState<'no' | 'restored' | 'opened'>(() =>
    isMine && !isDeleted && isNoteEdited(membership.agent_id, note.id) ? 'restored' : 'no',
  )
  const author = isMine ? t.conversation.log.you : note.author.name
  const time = clockTime(note.created_at, locale)

  return (
    <article
      className={classes.note}
      data-deleted={isDeleted || undefined}
      data-flashed={flashed || undefined}
      aria-label={texts.at(author, time)}
      tabIndex={-1}
    >
      <header className={classes.head}>
        <Avatar id={note.author.id} name={note.author.name} avatarUrl={note.author.avatar_url} size={20} />
        <bdi className={classes.author}>{author}</bdi>
        <span className={classes.kind}>
          <IconLock size={14} stroke={1.75} aria-hidden="true" />
          {texts.kind}
        </span>
        <span className={classes.meta}>
          {note.edited_at !== null && !isDeleted && (
            <span title={exactTime(note.edited_at, locale)}>{texts.edited}</span>
          )}
          <time dateTime={note.created_at} title={exactTime(note.created_at, locale)}>
            {time}
          </time>
        </span>
        <NoteTools
          note={note}
          mayEdit={isMine && !isDeleted}
          mayDelete={(isMine || isAdmin(membership)) && !isDeleted}
          onEdit={() => setEditing('opened')}
        />
      </header>
      {isDeleted ? (
        <p className={classes.deleted}>{texts.removed}</p>
      ) : editing !== 'no' ? (
        <NoteEditor note={note} takesFocus={editing === 'opened'} onDone={() => setEditing('no')} />
      ) : (
        note.content !== '' && <NoteText content={note.content} mentions={note.mentions} />
      )}
      {note.media.length > 0 && <MessageMedia media={note.media} refreshLinks={refreshLinks} />}
    </article>
  )
})

/** Requests new links and stores them with the note. */
function useRefreshedLinks(note: Note, follow: CustomerFollow): CustomerFollow['refreshLinks'] {
  const queryClient = useQueryClient()
  const { organization } = useMembership()
  return useCallback(
    async (ids) => {
      const result = await follow.refreshLinks(ids)
      if (result.ok) storeNoteLinks(queryClient, organization.id, note, result.value.media)
      return result
    },
    [queryClient, organization.id, note, follow],
  )
}
