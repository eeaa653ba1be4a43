/** Percentile of raw samples; sorts its input. */
export function percentile(samples: number[], share: number): number {
  samples.sort((a, b) => a - b)
  return samples[Math.min(samples.length - 1, Math.floor(samples.length * share))] ?? Number.NaN
}

export const median = (values: number[]): number => percentile([...values], 0.5)

export const fixed = (value: number, digits = 1): string => value.toFixed(digits)

/** A table row: a title and figures in fixed columns. */
export function row(title: string, ...figures: string[]): void {
  console.log(`  ${title.padEnd(28)}${figures.map((figure) => figure.padStart(14)).join('')}`)
}
