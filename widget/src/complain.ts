/** The one way in which the widget speaks to the developer of a page. */
export function complain(text: string): void {
  // oxlint-disable-next-line no-console
  console.error(`[Parley] ${text}`)
}
