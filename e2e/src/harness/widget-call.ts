import type { Locator, Page } from 'playwright-core'
import { chatOn, type Chat } from './chat.ts'

/** The call of a widget, as a visitor finds it: by roles and names. English. */
export interface WidgetCall {
  chat: Chat
  /** In the chat's header. */
  button: Locator
  /** The call over the messages. */
  panel: Locator
  /** What is going on, in words. */
  title: Locator
  callNow: Locator
  /** The call above the launcher while the window is closed. */
  bar: Locator
  hangUp: Locator
  /** Opens the chat and asks for the microphone. */
  prepare(): Promise<void>
  /** As prepare, then rings. */
  ring(): Promise<void>
}

export function widgetCallOn(page: Page): WidgetCall {
  const chat = chatOn(page)
  const panel = chat.window.getByRole('region', { name: 'Call' })
  const call: WidgetCall = {
    chat,
    button: chat.window.getByRole('button', { name: 'Start a call' }),
    panel,
    title: panel.locator('.call-title'),
    callNow: panel.getByRole('button', { name: 'Call now' }),
    bar: chat.widget.locator('.call-bar'),
    hangUp: panel.getByRole('button', { name: 'Hang up' }),
    async prepare() {
      if (!(await chat.window.isVisible())) await chat.open()
      await call.button.click()
      await call.callNow.waitFor()
    },
    async ring() {
      await call.prepare()
      await call.callNow.click()
      await call.hangUp.waitFor()
    },
  }
  return call
}
