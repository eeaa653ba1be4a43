/** Where the keyboard is in a list: at a row, or where one has left: before the row `id`, null at the end. */
export type RowPlace = { at: 'row'; id: string } | { at: 'gap'; id: string | null }

/** The place after the list has changed. A row that is in neither list may still be loaded. */
export function followPlace(
  place: RowPlace,
  before: readonly string[],
  after: readonly string[],
): RowPlace | null {
  if (after.length === 0) return place.at === 'row' && !before.includes(place.id) ? place : null
  if (place.id === null || after.includes(place.id)) return place
  const index = before.indexOf(place.id)
  if (index === -1) return place
  return { at: 'gap', id: before.slice(index + 1).find((id) => after.includes(id)) ?? null }
}

/** The index of the row at a place, of the one that took its place, or `step` rows from there. -1 if the place is not known. */
export function indexAt(place: RowPlace, rows: readonly string[], step: -1 | 0 | 1 = 0): number {
  const index = place.id === null ? rows.length : rows.indexOf(place.id)
  if (index === -1) return -1
  // The row after a gap has moved up already.
  const wanted = place.at === 'gap' && step === 1 ? index : index + step
  return Math.min(rows.length - 1, Math.max(0, wanted))
}
