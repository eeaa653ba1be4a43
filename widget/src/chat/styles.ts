import composer from './styles/composer.css?inline'
import controls from './styles/controls.css?inline'
import log from './styles/log.css?inline'
import tokens from './styles/tokens.css?inline'
import window from './styles/window.css?inline'

export const chatSheet = (): CSSStyleSheet => toSheet(tokens + controls + window + composer + log)

/** A constructed style sheet: a strict content security policy blocks <style> elements. */
export function toSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
