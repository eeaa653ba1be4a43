import composer from './styles/composer.css?inline'
import controls from './styles/controls.css?inline'
import log from './styles/log.css?inline'
import tokens from './styles/tokens.css?inline'
import window from './styles/window.css?inline'

export const styleSheets = (): CSSStyleSheet[] => [tokens, controls, window, log, composer].map(toSheet)

/** Constructed, because a <style> element is stopped by a page's strict content security policy. */
export function toSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
