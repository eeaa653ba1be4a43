import { NativeSelect, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { ApiProblem, problemText } from '../api/api-problem.ts'
import { languageNames, panelLanguages, useLanguage, useTexts } from '../i18n/i18n.tsx'
import { hideNotification, replaceNotification } from './replace-notification.tsx'
import { SegmentedControl } from './segmented-control.tsx'

const failure = 'language'

export function LanguageSelect({ compact = false }: { compact?: boolean }) {
  const texts = useTexts()
  const { shell } = texts
  const { chosen, setLanguage } = useLanguage()
  const choose = async (language: string) => {
    hideNotification(failure)
    try {
      await setLanguage(language)
    } catch (error) {
      const { failed, brokenText } = shell.states
      const text = error instanceof ApiProblem ? problemText(texts, error) : brokenText
      replaceNotification(failure, { color: 'red', title: failed, text })
    }
  }
  return (
    <NativeSelect
      {...(compact
        ? { 'aria-label': shell.language, variant: 'unstyled' as const }
        : { label: shell.language, maw: 320 })}
      leftSection={compact ? <IconLanguage size={18} stroke={1.75} aria-hidden /> : null}
      value={chosen}
      onChange={(event) => void choose(event.currentTarget.value)}
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
