import { IconPhone, IconPhoneX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useCommands, type Command } from '../../commands/commands.ts'
import { useTexts } from '../../i18n/i18n.tsx'

/** Accept and decline of the call that rings, also of a colleague's. A new object registers them again. */
export function useCardCommands(actions: { accept: () => void; decline: () => void }): void {
  const texts = useTexts().desk.keys
  useCommands(
    useMemo(
      (): Command[] => [
        {
          id: 'call.accept',
          title: texts.accept,
          group: texts.group,
          shortcut: 'c a',
          icon: IconPhone,
          run: actions.accept,
        },
        {
          id: 'call.decline',
          title: texts.decline,
          group: texts.group,
          shortcut: 'c d',
          icon: IconPhoneX,
          run: actions.decline,
        },
      ],
      [texts, actions],
    ),
  )
}
