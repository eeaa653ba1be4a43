import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { attributeCondition } from '@parley/protocol/attribute-filter'
import { formatCondition, maxConditionLength, maxFilterValues } from '@parley/protocol/conversation-filter'
import { useTexts } from '../../../i18n/i18n.tsx'
import { isComposing } from '../../../ui/is-composing.ts'
import classes from './filter-editor.module.css'
import { attributeText } from './filter-options.ts'

/** Attributes as name and value. Without a form: the editor of a rule is one itself. */
export function AttributeValues(props: { chosen: string[]; onChange: (values: string[]) => void }) {
  const texts = useTexts().inbox.filter
  const { chosen, onChange } = props
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const [tried, setTried] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const condition = attributeCondition(name, value)
  const next = condition === null ? chosen : [...chosen.filter((each) => each !== condition), condition]
  // The negated form is the longer one.
  const isTooLong = formatCondition({ is_not: next }).length > maxConditionLength

  const add = () => {
    setTried(true)
    if (condition === null || isTooLong) return
    onChange(next.slice(0, maxFilterValues))
    setName('')
    setValue('')
    setTried(false)
    nameInput.current?.focus()
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    add()
  }
  return (
    <>
      {chosen.length > 0 && (
        <ul className={classes.attributes}>
          {chosen.map((each) => {
            const text = attributeText(each) ?? each
            return (
              <li key={each} className={classes.attribute}>
                <Text size="sm" component="bdi" className={classes.attributeText}>
                  {text}
                </Text>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  aria-label={texts.remove(text)}
                  onClick={() => {
                    onChange(chosen.filter((other) => other !== each))
                    // The focused button disappears.
                    nameInput.current?.focus()
                  }}
                >
                  <IconX size={14} stroke={2} aria-hidden="true" />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
      )}
      <TextInput
        ref={nameInput}
        size="sm"
        dir="ltr"
        label={texts.attributeName}
        placeholder="plan"
        value={name}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={tried && condition === null ? texts.attributeInvalid : null}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={addOnEnter}
      />
      <TextInput
        size="sm"
        label={texts.attributeValue}
        placeholder="pro"
        value={value}
        maxLength={60}
        autoComplete="off"
        error={tried && isTooLong ? texts.attributeTooLong : null}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={addOnEnter}
      />
      <Button variant="default" size="xs" disabled={chosen.length >= maxFilterValues} onClick={add}>
        {texts.attributeAdd}
      </Button>
    </>
  )
}
