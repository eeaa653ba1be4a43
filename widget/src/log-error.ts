/** Writes an error for the developers of the page. */
export function logError(text: string): void {
  // oxlint-disable-next-line no-console
  console.error(`[Parley] ${text}`)
}
