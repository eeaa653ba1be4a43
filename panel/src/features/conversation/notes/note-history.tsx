import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Note } from '@parley/protocol/note'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { noteVersionsQuery } from '../../../queries/note-queries.ts'
import { exactTime } from '../../../time/times.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import classes from './note-row.module.css'
import { NoteText } from './note-text.tsx'

/** Versions of a note before it was edited or deleted. */
export function NoteHistory({ note, onClose }: { note: Note; onClose: () => void }) {
  const t = useTexts()
  const texts = t.inbox.notes
  const locale = useLocale()
  const { organization } = useMembership()
  const versions = useQuery(noteVersionsQuery(organization.id, note.id))
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.history}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      <QueryView query={versions} skeleton={<Skeleton height={80} />}>
        {({ data }) => (
          <ul className={classes.versions}>
            {data.map(({ content, mentions, media, replaced_at, replaced_by }) => (
              <li key={replaced_at}>
                <p className={classes.replaced}>
                  {texts.replaced(replaced_by.name, exactTime(replaced_at, locale))}
                </p>
                <NoteText content={content} mentions={mentions} />
                {media.map(({ id, name, url }) => (
                  <a key={id} href={url} download={name}>
                    {name}
                  </a>
                ))}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Modal>
  )
}
