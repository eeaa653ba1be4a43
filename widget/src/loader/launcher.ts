import type { Language, WidgetSettings } from '@parley/protocol/provider'
import styles from './launcher.css?inline'
import { launcherTexts } from './launcher-texts.ts'

export type LauncherState = 'closed' | 'loading' | 'open' | 'unreachable'

export interface Launcher {
  /** Placed next to the body, so that a page that replaces its body keeps it. */
  element: HTMLElement
  root: ShadowRoot
  show(state: LauncherState): void
  /** Sets the accessible name and the number of unread messages, once the chat is loaded. */
  label(name: string, unread: number): void
  focus(): void
}

const bubble =
  'M5 5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-6l-4.5 3.5V18H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8 10h8M8 13.5h5'
const chevron = 'm6 9 6 6 6-6'

/** A chat that loads faster opens without a hint, and a retry that fails faster is noticed. */
const hintDelayMs = 300

/**
 * The round button in the corner, in a shadow root that isolates its styles. The root is open: scripts of the page could
 * patch attachShadow anyway, and accessibility checkers and tests need access.
 */
export function createLauncher(
  { appearance, colors }: WidgetSettings,
  language: Language,
  on: { toggle: () => void; approach: () => void },
): Launcher {
  const element = document.createElement('parley-widget')
  const root = element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${styles}.launcher{background:${appearance.brand_color};color:${colors?.both.on_brand}}`)
  // A strict content security policy blocks <style> elements.
  root.adoptedStyleSheets = [sheet]

  const frame = make('div', appearance.position)
  frame.lang = language
  frame.dir = language === 'ar' ? 'rtl' : 'ltr'
  const button = make('button', 'launcher')
  // Attributes, because Firefox before 119 lacks the properties. Screen readers ignore what is inside the button: it has a name.
  button.setAttribute('aria-haspopup', 'dialog')
  const badge = make('span', 'badge')
  // Its role is `status`.
  const hint = make('output', 'hint')
  const [name, loading, unreachable] = launcherTexts[language]
  // Other states have none: `undefined` empties `textContent`, as null does.
  const hints = { loading, unreachable } as Record<LauncherState, string>
  let hintTimer: ReturnType<typeof setTimeout> | undefined
  button.append(drawing(bubble), drawing(chevron), badge)
  frame.append(button, hint)
  root.append(frame)

  button.addEventListener('click', on.toggle)
  // A touch fires pointerenter, too.
  for (const type of ['pointerenter', 'focus']) button.addEventListener(type, on.approach)

  const launcher: Launcher = {
    element,
    root,
    show(state) {
      button.setAttribute('aria-expanded', `${state === 'open'}`)
      clearTimeout(hintTimer)
      if (state !== 'unreachable') hint.textContent = ''
      hintTimer = setTimeout(() => (hint.textContent = hints[state]), hintDelayMs)
    },
    label(name, unread) {
      button.setAttribute('aria-label', name)
      badge.textContent = unread > 99 ? '99+' : `${unread || ''}`
    },
    focus: () => button.focus(),
  }
  launcher.show('closed')
  launcher.label(name, 0)
  return launcher
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.className = className
  return element
}

function drawing(path: string): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  const line = document.createElementNS(namespace, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}
