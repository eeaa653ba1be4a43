const rules = new Intl.PluralRules('ar')

/** The forms that a noun takes: one, two, 3 to 10, and 11 on. Zero and hundreds take the last. */
export interface Forms {
  one: string
  two: string
  few: string
  many: string
}

/** The number with its noun: one and two stand in the word itself. */
export function countAr(count: number, { one, two, few, many }: Forms, shown = String(count)): string {
  const category = rules.select(count)
  if (category === 'one') return one
  if (category === 'two') return two
  return `${shown} ${category === 'few' ? few : many}`
}
