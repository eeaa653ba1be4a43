import type { Messages } from '../en.ts'
import { mailedEs } from './continuity-es.ts'
import { automaticRepliesEs, replyWindowEs } from './automatic-replies-es.ts'
import { automationEs } from './automation-es.ts'
import { callSettingsEs } from './call-settings-es.ts'
import { callsEs } from './calls-es.ts'
import { channelMailEs } from './channel-mail-es.ts'
import { channelsEs } from './channels-es.ts'
import { collisionEs } from './collision-es.ts'
import { staleEs } from './stale-es.ts'
import { deliveriesEs } from './deliveries-es.ts'
import { deskEs } from './desk-es.ts'
import { entryEs } from './entry-es.ts'
import { holidaysEs } from './holidays-es.ts'
import { inboxEs } from './inbox-es.ts'
import { loginProblemsEs } from './login-problems-es.ts'
import { mailEs } from './mail-es.ts'
import { memberLoginEs } from './member-login-es.ts'
import { miniAppEs } from './mini-app-es.ts'
import { notificationsEs } from './notifications-es.ts'
import { recoveryEs } from './recovery-es.ts'
import { reportsEs } from './reports-es.ts'
import { serviceEs } from './service-es.ts'
import { settingsEs } from './settings-es.ts'
import { sharingEs } from './sharing-es.ts'
import { shellEs } from './shell-es.ts'
import { slaEs } from './sla-es.ts'
import { transfersEs } from './transfers-es.ts'
import { visitorEs } from './visitor-es.ts'
import { apiKeysEs, webhooksEs } from './webhooks-es.ts'

export const es: Messages = {
  problems: {
    unexpected: 'Algo salió mal. Inténtelo de nuevo.',
    rateLimitedFor: (seconds) =>
      seconds < 90
        ? `Demasiados intentos. Espere ${Math.max(1, Math.ceil(seconds))} segundos e inténtelo de nuevo.`
        : `Demasiados intentos. Espere ${Math.ceil(seconds / 60)} minutos e inténtelo de nuevo.`,
    byCode: {
      network: 'No se puede acceder al servicio. Compruebe su conexión e inténtelo de nuevo.',
      invalid_request: 'La solicitud no era válida. Revise los datos introducidos.',
      unauthenticated: 'Su sesión está cerrada. Iníciela de nuevo.',
      forbidden: 'Su rol no lo permite. Consulte a un administrador.',
      not_found: 'Esto no existe o usted no tiene acceso.',
      payload_too_large: 'Es más grande de lo que el servicio acepta.',
      rate_limited: 'Demasiados intentos. Espere un momento e inténtelo de nuevo.',
      internal: 'Se produjo un error interno y quedó registrado. Inténtelo de nuevo.',
      unavailable: 'El servicio no está disponible temporalmente. Inténtelo de nuevo en un momento.',
      storage_full:
        'El disco del servicio está lleno. Inténtelo de nuevo cuando el operador haya liberado espacio.',
      setup_done: 'Esta instalación ya está configurada. Inicie sesión.',
      credentials_invalid: 'El correo o la contraseña es incorrecto.',
      email_taken: 'Esta dirección de correo ya está en uso. Inicie sesión.',
      password_weak: 'La contraseña necesita al menos 10 caracteres.',
      invitation_invalid: 'Esta invitación no existe o fue retirada.',
      invitation_expired: 'Esta invitación ha caducado. Pida una nueva.',
      invitation_used: 'Esta invitación ya se ha usado. Inicie sesión.',
      already_member: 'Ya pertenece a esta organización.',
      account_shared:
        'Esta persona también pertenece a otra organización. Puede restablecer la contraseña por correo, o el operador del servidor puede crear un enlace.',
      reset_invalid: 'Este enlace no es válido. Obtenga otro.',
      reset_expired: 'Este enlace ha caducado. Obtenga otro.',
      reset_used: 'Este enlace ya se usó. Inicie sesión con la contraseña nueva.',
      email_link_invalid: 'Este enlace no es válido o ya se usó.',
      email_link_expired: 'Este enlace ha caducado. Solicite uno nuevo en su perfil.',
      mail_off: 'Esta instalación no envía correos. Pida un enlace a un administrador.',
      mail_not_sent: 'El servidor de correo no aceptó el mensaje. Inténtelo de nuevo.',
      setup_token_invalid:
        'La clave de configuración falta o no es correcta. Abra el enlace que Parley mostró al iniciarse.',
      last_owner: 'Una organización necesita al menos un propietario. Nombre antes a otro propietario.',
      api_key_limit: 'Ha alcanzado el número máximo de claves de API. Revoque una que no necesite.',
      secret_key_rotating: 'Ya hay dos claves activas. Retire primero la antigua.',
      secret_key_unreadable:
        'La clave secreta no se puede descifrar porque el secreto de Parley ha cambiado. Cree una nueva.',
      webhook_limit: 'Ha alcanzado el número máximo de webhooks. Elimine uno que no necesite.',
      delivery_too_old: 'Los eventos se pueden reenviar durante 14 días.',
      webhook_inactive: 'El webhook está desactivado o eliminado. Actívelo primero.',
      webhook_secret_unreadable:
        'El secreto de firma no se puede descifrar porque el secreto de Parley ha cambiado. Regenérelo.',
      webhook_unsubscribed: 'El webhook ya no está suscrito a este evento.',
    },
  },

  actions: {
    save: 'Guardar',
    saved: 'Guardado',
    cancel: 'Cancelar',
    close: 'Cerrar',
    retry: 'Intentar de nuevo',
    copy: 'Copiar',
    copied: 'Copiado',
    reveal: 'Mostrar',
    discard: 'Descartar los cambios',
  },

  sharing: sharingEs,
  shell: shellEs,
  entry: entryEs,
  recovery: recoveryEs,
  settings: settingsEs,
  memberLogin: memberLoginEs,
  loginProblems: loginProblemsEs,
  webhooks: webhooksEs,
  deliveries: deliveriesEs,
  apiKeys: apiKeysEs,
  inbox: inboxEs,
  calls: callsEs,
  callSettings: callSettingsEs,
  desk: deskEs,
  transfers: transfersEs,
  mail: mailEs,
  notifications: notificationsEs,
  collision: collisionEs,
  stale: staleEs,
  channels: channelsEs,
  channelMail: channelMailEs,
  miniApp: miniAppEs,
  automaticReplies: automaticRepliesEs,
  replyWindow: replyWindowEs,
  mailed: mailedEs,
  service: serviceEs,
  holidays: holidaysEs,
  automation: automationEs,
  reports: reportsEs,
  visitor: visitorEs,
  sla: slaEs,
}
