/**
 * A text for searching, without case and accents: `resume` finds `Résumé`. The same in every language, since names are written in
 * many: Turkish lower case would turn `VIP` into `vıp`, which `vip` does not find.
 */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
