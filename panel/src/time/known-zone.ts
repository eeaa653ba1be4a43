/** A time zone of the service, or the reader's own if this browser does not know it. */
export function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return new Intl.DateTimeFormat('en').resolvedOptions().timeZone
  }
}
