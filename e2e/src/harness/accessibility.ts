import axe, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }
  }
}

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/**
 * Returns axe's findings (WCAG 2.2 AA and best practices), also in open shadow roots: one text per finding, with its elements.
 * @param within a selector; the whole page by default
 */
export async function findBarriers(page: Page, within?: string): Promise<string[]> {
  await standStill(page)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    async ([context, options]) => {
      const { violations } = await window.axe.run(context ?? document, options)
      return {
        violations: violations.map(({ id, help, nodes }) => ({
          id,
          help,
          nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
        })),
      }
    },
    [within, options] as const,
  )
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map(
      ({ target, failureSummary }) => `  ${target.flat().join(' >>> ')}: ${failureSummary}`,
    )
    return [`${id}: ${help}`, ...places].join('\n')
  })
}

/** Waits for animations to end: half-transparent text has too little contrast. */
export async function standStill(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const shadow = document.querySelector('parley-widget')?.shadowRoot
    const animations = [document, shadow].flatMap((root) => root?.getAnimations() ?? [])
    return animations.every(
      ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
    )
  })
}
