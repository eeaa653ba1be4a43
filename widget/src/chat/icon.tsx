import type { ComponentChildren } from 'preact'

/** 24 units, 1.75 px stroke. Hidden from screen readers: each is shown next to a name. */
const paths = {
  attach:
    'm20 11.5-8.1 8.1a5 5 0 0 1-7.1-7.1l8.5-8.4a3.3 3.3 0 0 1 4.7 4.7L9.5 17.3a1.7 1.7 0 0 1-2.4-2.4l7.8-7.7',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  checks: 'm1 12.5 4.5 4.5L15 7.5M11 16l1 1 9.5-9.5',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  failed: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 8v4.5M12 16v.01',
  menu: 'M5 12h.01M12 12h.01M19 12h.01',
  phone:
    'M5 4h3.5l1.7 4.3L8 10a12 12 0 0 0 6 6l1.7-2.2 4.3 1.7V19a1.5 1.5 0 0 1-1.7 1.5A16 16 0 0 1 3.5 5.7 1.5 1.5 0 0 1 5 4z',
  reply: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  send: 'M12 19V5M6 11l6-6 6 6',
  smile:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8.5 14.5s1.2 2 3.5 2 3.5-2 3.5-2M9 9.5v.01M15 9.5v.01',
} as const

export type IconName = keyof typeof paths

export function Icon(props: { name: IconName } | { path: string }) {
  const [name, path] = 'name' in props ? [props.name, paths[props.name]] : ['', props.path]
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

/** A button with an icon, or `children` instead, and an accessible name. */
export function IconButton(props: {
  icon?: IconName
  name: string
  class?: string
  disabled?: boolean
  expanded?: boolean
  submit?: boolean
  tabIndex?: number
  onClick?: (event: MouseEvent) => void
  /** The pointer or the focus has arrived: load what a click needs. */
  onNear?: () => void
  children?: ComponentChildren
}) {
  return (
    <button
      type={props.submit ? 'submit' : 'button'}
      class={`icon-button ${props.class ?? ''}`}
      aria-label={props.name}
      title={props.name}
      aria-expanded={props.expanded}
      disabled={props.disabled}
      tabIndex={props.tabIndex}
      onClick={props.onClick}
      onPointerEnter={props.onNear}
      onFocus={props.onNear}
    >
      {props.children || (props.icon && <Icon name={props.icon} />)}
    </button>
  )
}
