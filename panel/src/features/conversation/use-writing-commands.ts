import { IconMessageReply, IconNote } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useCommands } from '../../commands/commands.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { whenShown } from './when-shown.ts'

/** What the composer writes. */
export type Writing = 'reply' | 'note'

/** Focuses the reply field once it is shown. */
export const focusReply = (): void => whenShown('#composer', (field) => field.focus())

/** Shortcuts of the composer: r reply, n note. Also in the palette. */
export function useWritingCommands(setWriting: (writing: Writing) => void): void {
  const { conversation, notes } = useTexts().inbox
  const { group, reply } = conversation.actions
  useCommands(
    useMemo(
      () => [
        {
          id: 'conversation.reply',
          title: reply,
          group,
          shortcut: 'r',
          icon: IconMessageReply,
          run: () => {
            setWriting('reply')
            focusReply()
          },
        },
        {
          id: 'conversation.note',
          title: notes.writeNote,
          group,
          shortcut: 'n',
          icon: IconNote,
          // The note field takes the focus when it appears.
          run: () => setWriting('note'),
        },
      ],
      [notes, group, reply, setWriting],
    ),
  )
}
