import type { Messages } from '../en.ts'

export const staleFr: Messages['stale'] = {
  arrived: (when) => `Un nouveau message est arrivé ${when}. Fermer quand même ?`,
  arrivedMeanwhile: 'Un nouveau message est arrivé entre-temps. Fermer quand même ?',
  closeAnyway: 'Fermer quand même',
  notChanged: (count) =>
    count === 1
      ? '1 conversation a un nouveau message et n’a pas été modifiée'
      : `${count} conversations ont de nouveaux messages et n’ont pas été modifiées`,
  open: 'Ouvrir',
}
