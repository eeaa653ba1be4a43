import { showMessage } from './notice.ts'
import type { WebView } from './web-view.ts'

/** What covers the chat and what the back button closes first: a picture, a dialog, the open menu. */
const covers = ['dialog[open]', '.veil', '.menu button[aria-expanded="true"]']

/** Back button and closing confirmation of the platform follow the chat. */
export function followChat(root: ShadowRoot, view: WebView, events: EventTarget): void {
  let reported = ''
  const cover = () => covers.map((selector) => root.querySelector<HTMLElement>(selector)).find((one) => one)

  function look(): void {
    const back = cover() !== undefined
    const text = root.querySelector<HTMLTextAreaElement>('.composer textarea')?.value ?? ''
    const busy = text.trim() !== '' || root.querySelector('.call:not([hidden])') !== null
    if (reported === `${back} ${busy}`) return
    reported = `${back} ${busy}`
    view.post('web_app_setup_back_button', { is_visible: back })
    view.post('web_app_setup_closing_behavior', { need_confirmation: busy })
  }

  // `data-text` repeats the text of the composer.
  const attributeFilter = ['open', 'hidden', 'aria-expanded', 'data-text']
  const watched = { subtree: true, childList: true, attributeFilter }
  new MutationObserver(look).observe(root, watched)
  look()
  events.addEventListener('back_button_pressed', () => {
    const top = cover()
    if (top instanceof HTMLDialogElement) return top.close()
    const target = top?.contains(root.activeElement) ? root.activeElement : top
    const inside = target?.querySelector('[role="alertdialog"] button, [role="dialog"] button') ?? target
    inside?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
}

/** Links open where the platform wants: a page of its own would replace the chat in some of its apps. */
export function openLinksOutside(root: ShadowRoot, view: WebView): void {
  root.addEventListener('click', (event) => {
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement)
    if (!view.isInside || !link || !/^https?:$/.test(link.protocol)) return
    event.preventDefault()
    if (link.hostname === 't.me')
      view.post('web_app_open_tg_link', { path_full: link.pathname + link.search })
    else view.post('web_app_open_link', { url: link.href })
  })
}

interface WithPolicy {
  /** Chromium only; other browsers say so when the microphone is requested. */
  featurePolicy?: { allowsFeature: (name: string) => boolean }
}

/** Some web views have no microphone: the call button then shows an explanation instead of causing a browser error. */
export function explainMissingCalls(root: ShadowRoot, texts: { noCalls: string; ok: string }): void {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  const allowed = (document as WithPolicy).featurePolicy?.allowsFeature('microphone') !== false
  if (devices !== undefined && allowed) return
  root.addEventListener(
    'click',
    (event) => {
      const [target] = event.composedPath()
      // The last button closes the window.
      if (!(target instanceof Element) || !target.closest('.header > button:not(:last-child)')) return
      event.stopPropagation()
      showMessage(texts.noCalls, texts.ok)
    },
    { capture: true },
  )
}
