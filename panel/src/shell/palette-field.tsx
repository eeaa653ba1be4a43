import { IconSearch } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import { useStore } from '../session/agent-session.tsx'
import { paletteQuery } from './overlays.ts'
import classes from './palette-field.module.css'

/** The palette's search row. */
export function PaletteField(props: ComponentProps<'input'>) {
  const { shell } = useTexts()
  const query = useStore(paletteQuery)
  return (
    <div className={classes.search}>
      <IconSearch size={20} stroke={1.75} aria-hidden />
      <input
        className={classes.input}
        aria-label={shell.commandPalette}
        placeholder={shell.palette.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => paletteQuery.set(event.currentTarget.value)}
        {...props}
      />
    </div>
  )
}
