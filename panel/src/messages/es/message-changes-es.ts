import type { Messages } from '../en.ts'

export const messageChangesEs: Messages['inbox']['changes'] = {
  more: 'Más acciones',
  edit: 'Editar mensaje',
  hint: 'Intro para guardar, Escape para cancelar',
  notSaved: 'No se guardaron los cambios de un mensaje.',
  remove: 'Eliminar mensaje',
  removeTitle: '¿Eliminar este mensaje?',
  removeText:
    'El cliente ve que se ha eliminado un mensaje. Sus archivos adjuntos se quitan para todos. Su equipo podrá seguir leyendo el texto en «Versiones anteriores».',
  removed: 'Mensaje eliminado',
  edited: 'Editado',
  history: 'Versiones anteriores',
  replaced: (name, time) => `Sustituido por ${name} el ${time}`,
  customer: 'el cliente',
  problems: {
    message_empty: 'Escriba un texto o elimine el mensaje.',
    message_deleted: 'Este mensaje se ha eliminado entretanto.',
    message_too_old:
      'Los mensajes se pueden cambiar durante 24 horas. Un administrador aún puede eliminar este.',
    message_edit_limit: 'Este mensaje ha alcanzado el máximo de ediciones. Escriba uno nuevo.',
    forbidden:
      'Solo puede editar sus propios mensajes. Los administradores también pueden eliminar los de sus compañeros.',
    not_found: 'Este mensaje ya no existe.',
  },
}
