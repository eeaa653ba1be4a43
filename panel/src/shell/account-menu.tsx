import { Popover } from '@mantine/core'
import { IconCheck, IconKeyboard, IconLogout, IconSearch, IconUser, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMembership } from '../context/membership.tsx'
import { Availability, StateDot } from '../features/desk/availability.tsx'
import { useOwnState } from '../features/desk/use-own-state.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { agentsQuery, meQuery } from '../queries/organization-queries.ts'
import { useSignOut } from '../session/use-sign-out.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ColorSchemeControl, LanguageSelect } from '../ui/preferences.tsx'
import { usePhone } from '../ui/use-phone.ts'
import classes from './account-menu.module.css'
import { openHelp, openPalette } from './overlays.ts'

/**
 * Account menu: availability, organizations, preferences, sign-out. A dialog, because menus may not contain
 * form controls.
 */
export function AccountMenu() {
  const { shell, desk } = useTexts()
  const state = useOwnState()
  const leave = useSignOut()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { agent_id: agentId, organization } = useMembership()
  const { data: me } = useQuery(meQuery)
  const { data: agents } = useQuery(agentsQuery(organization.id))
  const self = agents?.find(({ id }) => id === agentId)
  const name = me?.user.name ?? self?.name ?? ''
  const label = shell.yourMenu(name)
  const phone = usePhone()

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={phone ? 'top-end' : 'right-end'}
      width={300}
      offset={12}
      trapFocus
    >
      <Popover.Target>
        <button type="button" className={classes.target} onClick={() => setOpened(!opened)}>
          <span className={classes.face}>
            <Avatar id={agentId} name={name} avatarUrl={self?.avatar_url ?? null} size={36} />
            <StateDot state={state} />
          </span>
          <span className={classes.state} aria-hidden>
            {state === 'unknown' ? shell.you : desk.states[state]}
          </span>
          <span className={classes.spoken}>
            {label}
            {state === 'unknown' ? null : `, ${desk.spoken(desk.states[state])}`}
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={label}>
        <div className={classes.self}>
          <div className={classes.name}>{name}</div>
          <div className={classes.email}>{me?.user.email}</div>
        </div>
        <Availability />
        <ul className={classes.part} aria-label={shell.organizations}>
          {(me?.memberships ?? []).map(({ organization: each, role }) => (
            <li key={each.id}>
              <Link
                to="/o/$organizationId"
                params={{ organizationId: each.id }}
                className={classes.item}
                aria-current={each.id === organization.id || undefined}
                preload={false}
                onClick={close}
              >
                <span className={classes.organization}>
                  <span className={classes.text}>{each.name}</span>
                  <span className={classes.role}>{shell.roles[role]}</span>
                </span>
                {each.id === organization.id ? <IconCheck size={18} stroke={1.75} aria-hidden /> : null}
              </Link>
            </li>
          ))}
        </ul>
        <div className={classes.preferences}>
          <ColorSchemeControl fullWidth />
          <LanguageSelect compact />
        </div>
        <ul className={classes.part}>
          <li>
            <Link
              to="/o/$organizationId/settings/profile"
              params={{ organizationId: organization.id }}
              className={classes.item}
              onClick={close}
            >
              <IconUser size={18} stroke={1.75} aria-hidden />
              {shell.profile}
            </Link>
          </li>
          <Action icon={IconSearch} label={shell.commandPalette} onRun={openPalette} close={close} />
          <Action icon={IconKeyboard} label={shell.keyboardHelp} onRun={openHelp} close={close} />
          <Action icon={IconLogout} label={shell.signOut} onRun={leave} close={close} />
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

function Action(props: { icon: Icon; label: string; onRun: () => void; close: () => void }) {
  const { icon: IconComponent } = props
  return (
    <li>
      <button
        type="button"
        className={classes.item}
        onClick={() => {
          props.close()
          props.onRun()
        }}
      >
        <IconComponent size={18} stroke={1.75} aria-hidden />
        {props.label}
      </button>
    </li>
  )
}
