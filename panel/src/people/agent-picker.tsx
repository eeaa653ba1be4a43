import { Button, Combobox, useCombobox, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconSelector, IconUserOff } from '@tabler/icons-react'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Agent, AgentFace } from '@parley/protocol/agent'
import { useMembership } from '../context/membership.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { agentsQuery } from '../queries/organization-queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { pickable } from './agent-order.ts'
import { PopupOnUse, type TargetButtonProps } from '../ui/popup-on-use.tsx'
import { returnFocus } from '../ui/return-focus.ts'
import classes from './agent-picker.module.css'

interface AgentPickerProps {
  /** The current agent. */
  value: AgentFace | null
  onPick: (agent: AgentFace | null) => void
  /** The button's accessible name, including the current value. */
  label: string
  /** Label for no agent, on the button and in the list. */
  nobody: string
  fullWidth?: boolean
  /** For several conversations at once: there is no current value, and every choice counts. */
  mixed?: boolean
  /** Allows the shortcut `a` to open it. */
  buttonId?: string
}

const none = 'nobody'

/** Selects an agent or nobody, with search. */
export function AgentPicker(props: AgentPickerProps) {
  const { organization } = useMembership()
  usePrefetchQuery(agentsQuery(organization.id))
  return (
    <PopupOnUse kind="listbox" renderTarget={(attributes) => <AgentButton of={props} {...attributes} />}>
      <UsedAgentPicker {...props} />
    </PopupOnUse>
  )
}

function UsedAgentPicker(props: AgentPickerProps) {
  const { value, onPick, label, nobody, mixed = false } = props
  const texts = useTexts().inbox.conversation.assignee
  const locale = useLocale()
  const { agent_id: me, organization } = useMembership()
  const { data: agents } = useQuery(agentsQuery(organization.id))
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: (source) => {
      combobox.focusSearchInput()
      if (source === 'keyboard') combobox.selectActiveOption()
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      returnFocus(combobox)
      setSearch('')
    },
  })
  const shown = pickable(agents ?? [], { me, search, locale })

  // After the filtered options are rendered.
  const { selectFirstOption } = combobox
  useEffect(() => {
    if (search !== '') selectFirstOption()
  }, [search, selectFirstOption])

  const pick = (id: string) => {
    combobox.closeDropdown()
    const agent = agents?.find((each) => each.id === id)
    if (!mixed && (agent?.id ?? null) === (value?.id ?? null)) return
    onPick(agent === undefined ? null : { id: agent.id, name: agent.name, avatar_url: agent.avatar_url })
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      width={280}
      position="bottom-end"
      shadow="md"
      // Inside the main landmark, for landmark navigation.
      portalProps={{ target: '#content' }}
    >
      <Combobox.Target targetType="button">
        <AgentButton of={props} onClick={() => combobox.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={texts.search}
          aria-label={texts.search}
        />
        <Combobox.Options className={classes.options} mah={280} aria-label={label}>
          {shown.map((agent) => (
            <AgentOption key={agent.id} agent={agent} me={me} chosen={agent.id === value?.id} />
          ))}
          {search === '' && (
            <Combobox.Option value={none} active={!mixed && value === null}>
              <span className={classes.option}>
                <IconUserOff size={20} stroke={1.75} className={classes.soft} aria-hidden="true" />
                <span className={classes.who}>{nobody}</span>
                {!mixed && value === null && <IconCheck size={18} stroke={1.75} aria-hidden="true" />}
              </span>
            </Combobox.Option>
          )}
          {shown.length === 0 && search !== '' && <Combobox.Empty>{texts.noMatch}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function AgentButton({ of, ...rest }: TargetButtonProps & { of: AgentPickerProps }) {
  const { value, label, nobody, fullWidth = false, buttonId } = of
  return (
    <Button
      id={buttonId}
      variant="default"
      size="sm"
      className={classes.button}
      fullWidth={fullWidth}
      justify="space-between"
      leftSection={
        value === null ? (
          <IconUserOff size={18} stroke={1.75} aria-hidden="true" />
        ) : (
          <Avatar id={value.id} name={value.name} avatarUrl={value.avatar_url} size={20} />
        )
      }
      rightSection={<IconSelector size={16} stroke={1.75} aria-hidden="true" />}
      {...rest}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <bdi className={classes.name} aria-hidden="true">
        {value?.name ?? nobody}
      </bdi>
    </Button>
  )
}

function AgentOption({ agent, me, chosen }: { agent: Agent; me: string; chosen: boolean }) {
  const texts = useTexts().inbox.conversation.assignee
  return (
    <Combobox.Option value={agent.id} active={chosen}>
      <span className={classes.option}>
        <Avatar
          id={agent.id}
          name={agent.name}
          avatarUrl={agent.avatar_url}
          size={28}
          online={agent.online}
        />
        <span className={classes.who}>
          <bdi>{agent.id === me ? texts.me(agent.name) : agent.name}</bdi>
          <VisuallyHidden>, {agent.online ? texts.online : texts.away}</VisuallyHidden>
        </span>
        {chosen && <IconCheck size={18} stroke={1.75} aria-hidden="true" />}
      </span>
    </Combobox.Option>
  )
}
