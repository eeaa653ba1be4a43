import type { Messages } from '../en.ts'

export const staleEs: Messages['stale'] = {
  arrived: (when) => `Llegó un mensaje nuevo ${when}. ¿Cerrar de todos modos?`,
  arrivedMeanwhile: 'Mientras tanto llegó un mensaje nuevo. ¿Cerrar de todos modos?',
  closeAnyway: 'Cerrar de todos modos',
  notChanged: (count) =>
    count === 1
      ? '1 conversación tiene un mensaje nuevo y no se ha cambiado'
      : `${count} conversaciones tienen mensajes nuevos y no se han cambiado`,
  open: 'Abrir',
}
