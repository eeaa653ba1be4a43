import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import { copyText } from './copy-text.ts'

/** Copies `value` and confirms it briefly. `label`: accessible name. */
export function CopyButton(props: { value: string; label?: string; withText?: boolean }) {
  const texts = useTexts()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), 1_600) : undefined
    return () => clearTimeout(timer)
  }, [copied])

  const copy = () => void copyText(props.value).then(setCopied)
  const icon = copied ? (
    <IconCheck size={18} stroke={1.75} aria-hidden />
  ) : (
    <IconCopy size={18} stroke={1.75} aria-hidden />
  )
  const text = copied ? texts.actions.copied : texts.actions.copy
  const name = copied ? texts.actions.copied : (props.label ?? texts.actions.copy)

  return (
    <>
      {props.withText === true ? (
        <Button variant="default" leftSection={icon} onClick={copy} aria-label={name} miw={112}>
          {text}
        </Button>
      ) : (
        <Tooltip label={text}>
          <ActionIcon variant="subtle" color="gray" size="lg" onClick={copy} aria-label={name}>
            {icon}
          </ActionIcon>
        </Tooltip>
      )}
    </>
  )
}
