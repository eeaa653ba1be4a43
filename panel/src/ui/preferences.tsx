import { NativeSelect, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { languageNames, panelLanguages, useLanguage, useTexts } from '../i18n/i18n.tsx'
import { SegmentedControl } from './segmented-control.tsx'

export function LanguageSelect({ compact = false }: { compact?: boolean }) {
  const { shell } = useTexts()
  const { language, setLanguage } = useLanguage()
  return (
    <NativeSelect
      {...(compact
        ? { 'aria-label': shell.language, variant: 'unstyled' as const }
        : { label: shell.language, maw: 320 })}
      leftSection={compact ? <IconLanguage size={18} stroke={1.75} aria-hidden /> : null}
      value={language}
      onChange={(event) => setLanguage(event.currentTarget.value)}
      data={panelLanguages.map((value) => ({ value, label: languageNames[value] }))}
    />
  )
}

const schemes: MantineColorScheme[] = ['light', 'dark', 'auto']

export function ColorSchemeControl({ fullWidth = false }: { fullWidth?: boolean }) {
  const { shell } = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      size="xs"
      fullWidth={fullWidth}
      aria-label={shell.colorScheme}
      value={colorScheme}
      onChange={setColorScheme}
      data={schemes.map((value) => ({ value, label: shell.colorSchemes[value] }))}
    />
  )
}
