/** For example `1.4 MB`. */
export function formatFileSize(bytes: number, language: string): string {
  const large = bytes >= 1_000_000
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: large ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: large ? 1 : 0,
  }).format(large ? bytes / 1e6 : Math.max(1, bytes / 1e3))
}
