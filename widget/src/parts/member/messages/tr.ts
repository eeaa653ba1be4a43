import type { MemberMessages } from './messages.ts'

export const messages = {
  signIn: 'Oturum aç',
  signOut: 'Oturumu kapat',
  member: 'Oturum açık',

  signInReason:
    'Konuşmalarınızı tüm cihazlarınızda görmek için oturum açın. Oturum açmadan gönderdiğiniz mesajlar ayrı tutulur.',
  continueWith: '{name} ile devam et',
  stayAnonymous: 'Misafir olarak devam et',
  goOnThere: '{name} penceresinde devam edin.',
  notYet: 'Henüz oturum açılmadı. Pencere hâlâ açıksa orada devam edin.',
  blocked: 'Tarayıcınız oturum açma penceresini engelledi.',
  openHere: 'Bu sekmede devam et',

  closeAccount: 'Hesabı kapat',
  closeQuestion: 'Hesabınız kapatılsın mı?',
  closeMeaning:
    'Oturumunuz kapatılır. Ekibimiz mesajlarınızı saklar ve hesabı kapattığınızı görür. Yeniden açmak için tekrar oturum açın.',

  whichLanguage: 'Size hangi dilde yanıt verelim?',
  goOn: 'Sohbete başla',

  cancel: 'Vazgeç',
  failed: 'Bir sorun oluştu. Yeniden deneyin.',
  tryAgain: 'Yeniden dene',
} satisfies MemberMessages
