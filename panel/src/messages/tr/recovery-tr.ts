import type { Messages } from '../en.ts'

export const recoveryTr: Messages['recovery'] = {
  forgotLink: 'Parolanızı mı unuttunuz?',
  forgot: {
    title: 'Parolanızı sıfırlayın',
    lead: 'E-posta adresinizi girin. Bir hesabı varsa oraya sıfırlama bağlantısı gönderilir.',
    action: 'Bağlantı gönder',
    sent: 'E-postanıza bakın',
    sentText: (email: string) =>
      `${email} adresinin bir hesabı varsa, yeni parola belirlemek için bir bağlantı yolda. Bir saat içinde, bir kez kullanılabilir.`,
    back: 'Girişe dön',
    withoutMail:
      'Bu kurulum e-posta göndermez. Kuruluşunuzun bir yöneticisinden sıfırlama bağlantısı isteyin: Ayarlar > Kişiler altında oluşturur.',
    operator:
      'Hiçbir yönetici yardım edemiyorsa, örneğin tek sahip sizseniz ya da birden çok kuruluştaysanız, sunucunun işletmecisi bu komutla bağlantı oluşturur:',
    copyCommand: 'Komutu kopyala',
  },
  reset: {
    title: 'Yeni parola belirleyin',
    lead: (email: string) => `${email} için. Tüm oturumlarınız kapatılır.`,
    password: 'Yeni parola',
    action: 'Parolayı belirle',
    done: 'Parolanız değişti',
    doneText: 'Yeni parolayla giriş yapın.',
    loading: 'Bağlantı denetleniyor',
    newLink: 'Yeni bağlantı al',
    invalid: 'Bu bağlantı geçerli değil',
    invalidText: 'Eksik, yenisiyle değiştirilmiş ya da artık kullanılamıyor. Yenisini alın.',
    expired: 'Bu bağlantının süresi doldu',
    expiredText: 'Yenisini alın.',
    used: 'Bu bağlantı zaten kullanıldı',
    usedText: 'Siz kullandıysanız yeni parolayla giriş yapın. Değilse yeni bağlantı alın.',
  },
  confirmEmail: {
    title: 'E-posta adresinizi onaylayın',
    lead: 'Bundan sonra bu adresle giriş yaparsınız ve bildirimleri bu adrese alabilirsiniz.',
    action: 'Onayla',
    done: 'E-posta adresi onaylandı',
    doneText: (email: string) => `${email} ile giriş yaparsınız.`,
    open: 'Panele git',
  },
  setup: {
    token: 'Kurulum anahtarı',
    tokenHint: 'Parley başlarken bu sayfanın bağlantısında yazdırdı. Kurulumun size ait olduğunu gösterir.',
  },
  team: {
    create: 'Sıfırlama bağlantısı oluştur',
    createFor: (name: string) => `${name} için sıfırlama bağlantısı oluştur`,
    title: (name: string) => `${name} parolası sıfırlansın mı?`,
    text: 'Yeni parola belirlemesi için bir bağlantı alırsınız. 24 saat içinde, bir kez kullanılabilir. Kullanıldığında tüm oturumları kapatılır.',
    ready: 'Sıfırlama bağlantısı hazır',
    readyText: (name: string) =>
      `Şimdi kopyalayın ve ${name} kişisine özel olarak gönderin. Yalnızca bu kez gösterilir.`,
    copy: 'Sıfırlama bağlantısını kopyala',
    alreadyMember: (name: string) =>
      `${name} zaten üye. Parolasını unuttuysa bir sıfırlama bağlantısı oluşturun.`,
  },
  profile: {
    email: 'Giriş adresi',
    emailLead: 'Giriş yaptığınız e-posta adresi.',
    emailLeadMail:
      'Giriş yaptığınız e-posta adresi. Değişiklik, yeni adrese gönderilen bağlantıyla onaylanır.',
    newEmail: 'Yeni e-posta',
    change: 'E-postayı değiştir',
    changed: 'E-posta değişti.',
    sent: (email: string) =>
      `${email} adresine gönderilen bağlantıyı açın. O zamana dek eski adresle giriş yaparsınız.`,
    unconfirmed: (email: string) =>
      `Adresi onaylayana kadar ${email} adresine bildirim ve rapor gönderilmez.`,
    sendConfirmation: 'Onay bağlantısı gönder',
    confirmationSent: (email: string) => `${email} adresine gönderilen bağlantıyı açın.`,
    confirmed: 'Adres onaylandı.',
    sessions: 'Oturumlar',
    sessionsLead: 'Bu tarayıcı dahil her yerde oturumunuzu kapatır.',
    signOutEverywhere: 'Her yerde çıkış yap',
  },
}
