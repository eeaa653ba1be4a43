import { useQuery } from '@tanstack/react-query'
import type { Note } from '@parley/protocol/note'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { noteVersionsQuery } from '../../../queries/note-queries.ts'
import { exactTime } from '../../../time/times.ts'
import { VersionsDialog } from '../versions-dialog.tsx'
import { NoteText } from './note-text.tsx'

export function NoteHistory({ note, onClose }: { note: Note; onClose: () => void }) {
  const texts = useTexts().inbox.notes
  const locale = useLocale()
  const { organization } = useMembership()
  const versions = useQuery(noteVersionsQuery(organization.id, note.id))
  return (
    <VersionsDialog
      title={texts.history}
      versions={versions}
      replaced={({ replaced_by, replaced_at }) =>
        texts.replaced(replaced_by.name, exactTime(replaced_at, locale))
      }
      onClose={onClose}
    >
      {({ content, mentions, media }) => (
        <>
          <NoteText content={content} mentions={mentions} />
          {media.map(({ id, name, url }) => (
            <a key={id} href={url} download={name}>
              {name}
            </a>
          ))}
        </>
      )}
    </VersionsDialog>
  )
}
