import type { CallHelpMessages } from './messages.ts'

export const messages: CallHelpMessages = {
  dismissed: 'Lorsque votre navigateur le demande, choisissez « Autoriser ».',
  denied_other: 'Autorisez le micro pour cette page dans les réglages de votre navigateur.',
  denied_chrome: 'Cliquez sur l’icône à côté de l’adresse, autorisez-y le micro, puis réessayez.',
  denied_firefox: 'Cliquez sur le micro barré à côté de l’adresse, levez le blocage, puis réessayez.',
  denied_safari:
    'Dans le menu, choisissez Safari > Réglages > Sites web > Micro, et autorisez-le pour cette page.',
  denied_safari_ios:
    'Touchez le menu de la page à côté de l’adresse, puis Réglages du site web, et autorisez le micro.',
  page: 'Cette page n’autorise pas l’accès au micro. Écrivez-nous plutôt.',
  system:
    'Votre système n’autorise pas le navigateur à utiliser le micro. Autorisez-le dans les réglages de confidentialité du système.',
  missing: 'Aucun micro n’a été trouvé. Branchez-en un, puis réessayez.',
  in_use:
    'Votre micro n’a pas pu être démarré. Fermez les autres programmes qui l’utilisent peut-être, puis réessayez.',
  ended: 'Le micro a été débranché. Choisissez-en un autre.',
  insecure:
    'Cette application n’autorise pas les pages à utiliser le micro. Ouvrez la page dans votre navigateur pour appeler.',
  camera: 'Votre caméra n’a pas pu être démarrée. L’appel continue sans vidéo.',
  unheard: 'Pourquoi ne m’entend-on pas ?',
  unheardHelp:
    'Parlez et observez la barre. Si elle ne bouge pas, choisissez un autre micro ou vérifiez le bouton de coupure de votre casque. Si elle bouge, le son est coupé de l’autre côté.',
  media_failed: 'Un pare-feu ou un VPN bloque peut-être l’appel. Essayez un autre réseau.',

  askCallBack: 'Demander à être rappelé',
  cancelCallBack: 'Annuler la demande',
  willCall: 'Nous vous recontacterons.',
  callMeBack: 'Merci de me rappeler.',
  tooOften: 'Trop d’appels. Patientez un instant, puis réessayez.',
  unreachable: 'Nous ne sommes pas joignables pour le moment.',
}
