import type { Messages } from '../en.ts'

export const bulkEs: Messages['inbox']['bulk'] = {
  bar: 'Conversaciones seleccionadas',
  select: (name) => `Seleccionar la conversación con ${name}`,
  selectFocused: 'Seleccionar la conversación',
  selected: (count) => (count === 1 ? '1 seleccionada' : `${count} seleccionadas`),
  selectAll: 'Seleccionar todas las mostradas',
  clear: 'Quitar la selección',
  close: 'Cerrar',
  reopen: 'Reabrir',
  assign: 'Asignar las conversaciones seleccionadas',
  nobody: 'Nadie',
  done: (count) => (count === 1 ? '1 conversación modificada' : `${count} conversaciones modificadas`),
  nothing: 'No hay nada que cambiar',
  refused: (count) =>
    count === 1
      ? 'No se ha podido modificar 1 conversación'
      : `No se han podido modificar ${count} conversaciones`,
  failed: (count) =>
    count === 1
      ? 'No se ha podido modificar 1 conversación. Sigue seleccionada: inténtelo de nuevo.'
      : `No se han podido modificar ${count} conversaciones. Siguen seleccionadas: inténtelo de nuevo.`,
  undo: 'Deshacer',
  undone: (count) => (count === 1 ? '1 cambio deshecho' : `${count} cambios deshechos`),
}
