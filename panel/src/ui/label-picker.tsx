import { Anchor, Button, Combobox, useCombobox } from '@mantine/core'
import { IconCheck, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isAdmin, useMembership } from '../context/membership.tsx'
import { folded } from '../i18n/folded.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { labelsQuery, labelsToOffer } from '../queries/label-queries.ts'
import { LabelDot } from './label-chip.tsx'
import classes from './label-picker.module.css'
import { PopupOnUse, type TargetButtonProps } from './popup-on-use.tsx'
import { returnFocus } from './return-focus.ts'

interface LabelPickerProps {
  chosen: readonly string[]
  onToggle: (labelId: string) => void
  /** Accessible name of the list. */
  label: string
  /** Closes after the first choice. */
  single?: boolean
  /** Accessible name of the button. */
  buttonLabel: string
  /** Lets a shortcut open it. */
  buttonId?: string
}

/** A searchable list of labels that opens below a button. Stays open, so that several can be chosen. */
export function LabelPicker(props: LabelPickerProps) {
  return (
    <PopupOnUse
      kind="listbox"
      renderTarget={(attributes) => (
        <LabelButton id={props.buttonId} buttonLabel={props.buttonLabel} {...attributes} />
      )}
    >
      <UsedLabelPicker {...props} />
    </PopupOnUse>
  )
}

function UsedLabelPicker(props: LabelPickerProps) {
  const { chosen, onToggle, label, single = false } = props
  const texts = useTexts().inbox.labels
  const membership = useMembership()
  const organizationId = membership.organization.id
  const { data: labels } = useQuery(labelsQuery(organizationId))
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      returnFocus(combobox)
      setSearch('')
    },
  })
  // After the options that match are rendered.
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (search !== '') selectFirstOption()
  }, [search, selectFirstOption])
  const offered = labelsToOffer(labels ?? [], chosen)
  const wanted = folded(search.trim())
  const shown = offered.filter(({ name }) => folded(name).includes(wanted))

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        onToggle(id)
        if (single) combobox.closeDropdown()
      }}
      width={260}
      position="bottom-start"
      shadow="md"
      portalProps={{ target: '#content' }}
    >
      <Combobox.Target targetType="button">
        <LabelButton
          id={props.buttonId}
          buttonLabel={props.buttonLabel}
          onClick={() => combobox.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={texts.search}
          aria-label={texts.search}
        />
        <Combobox.Options className={classes.options} mah={280} aria-label={label}>
          {shown.map(({ id, name, colour }) => (
            <Combobox.Option key={id} value={id} active={chosen.includes(id)}>
              <span className={classes.option}>
                <LabelDot colour={colour} />
                <bdi className={classes.name}>{name}</bdi>
                {chosen.includes(id) && <IconCheck size={18} stroke={1.75} aria-hidden="true" />}
              </span>
            </Combobox.Option>
          ))}
          {shown.length === 0 && (
            <Combobox.Empty>
              {offered.length > 0 ? texts.noMatch : isAdmin(membership) ? texts.none : texts.noneAgent}
            </Combobox.Empty>
          )}
        </Combobox.Options>
        {isAdmin(membership) && (
          <Combobox.Footer>
            <Anchor
              size="sm"
              renderRoot={(link) => (
                <Link to="/o/$organizationId/settings/labels" params={{ organizationId }} {...link} />
              )}
            >
              {texts.manage}
            </Anchor>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

function LabelButton({ buttonLabel, ...rest }: TargetButtonProps & { buttonLabel: string }) {
  const texts = useTexts().inbox.labels
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconTag size={16} stroke={1.75} aria-hidden="true" />}
      // Contains the visible text, for speech input (WCAG 2.5.3).
      aria-label={`${texts.button}: ${buttonLabel}`}
      {...rest}
    >
      {texts.button}
    </Button>
  )
}
