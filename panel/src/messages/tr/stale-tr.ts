import type { Messages } from '../en.ts'

export const staleTr: Messages['stale'] = {
  arrived: (when) => `${when} yeni bir mesaj geldi. Yine de kapatılsın mı?`,
  arrivedMeanwhile: 'Bu arada yeni bir mesaj geldi. Yine de kapatılsın mı?',
  closeAnyway: 'Yine de kapat',
  notChanged: (count) =>
    count === 1
      ? '1 konuşmada yeni mesaj var, değiştirilmedi'
      : `${count} konuşmada yeni mesaj var, değiştirilmediler`,
  open: 'Aç',
}
